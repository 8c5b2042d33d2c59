"""The pass over a document and what follows from it: time beside plain onnxruntime, a change of size, bytes per token.

    python -m tests.benchmarks.bench_pass [--size 1000000] [--pass-size 30000]

Goals: the pass within 1.15 times onnxruntime's own time for the same windows; from a change of size to pooled scores
well within two frames (1/60 s) per MB, painting included; a hundred settings in less than a tenth of the pass. CPU
time, all threads; medians. Means are measured as one drags, those of two neighbouring sizes by turns, and anew. The
vectors of the long texts are random numbers: what follows does not depend on them.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from inspector.core.minilm import MiniLM
from inspector.core.similarity import scores
from inspector.core.token_pass import token_pass, windows
from inspector.core.token_vectors import StoreLimits, TokenVectors
from inspector.core.tokenizer import load_tokenizer
from tests.benchmarks.measure import FRAME, cpu
from tests.benchmarks.texts import TEXTS

MODEL = MiniLM()
TOKENIZER = load_tokenizer()
SETTINGS = ((64, 0), (254, 0), (254, 127), (512, 0), (512, 256))
HUNDRED = [int(32 * 1.04**k) for k in range(100)]


def once(function: Callable[[], object]) -> float:
    """CPU seconds of one run."""
    begin = time.process_time()
    function()
    return time.process_time() - begin


def pass_beside_runtime(size: int, runs: int = 7) -> float:
    """Print the pass's time beside that of onnxruntime for the same windows; CPU seconds of the pass per token."""
    text = TEXTS["English"](size)
    vectors = token_pass(MODEL, text)
    every = windows(len(vectors), 254)
    inputs = []
    for k in range(0, len(every), 2):
        rows = [np.concatenate(([101], vectors.ids[w.start : w.end], [102])) for w in every[k : k + 2]]
        ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
        mask = np.zeros_like(ids)
        for place, row in enumerate(rows):
            ids[place, : len(row)] = row
            mask[place, : len(row)] = 1
        inputs.append({"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})

    def runtime() -> None:
        for given in inputs:
            MODEL._session.run(["last_hidden_state"], given)

    ratios, seconds = [], []
    for _ in range(runs):
        raw = once(runtime)
        seconds.append(once(lambda: token_pass(MODEL, text)))
        ratios.append(seconds[-1] / raw)
    spread = f"{min(ratios):.3f} to {max(ratios):.3f}"
    print(f"pass over {len(vectors):,} tokens in {len(every)} windows: {statistics.median(seconds):.2f} s CPU")
    print(
        f"  {statistics.median(ratios):.3f} times onnxruntime's time for the same windows ({spread}; goal 1.15)",
        flush=True,
    )
    return statistics.median(seconds) / len(vectors)


def filled(facts: Facts, text: str, limits: StoreLimits | None = None) -> TokenVectors:
    """Token vectors of a document with random numbers in them."""
    tokens = MODEL.encode_document(text)
    vectors = TokenVectors(tokens.ids, tokens.starts, MODEL.dimension, limits=limits)
    random = np.random.default_rng(1)
    for start in range(0, len(vectors), 4096):
        rows = min(4096, len(vectors) - start)
        vectors.append(random.standard_normal((rows, MODEL.dimension), np.float32))
    assert len(vectors) == len(facts.tokens)
    return vectors


def rows_of(name: str, size: int, per_token: float) -> None:
    """Print the figures of one text."""
    text = TEXTS[name](size)
    facts = Facts.build(text, TOKENIZER)
    vectors = filled(facts, text)
    query = MODEL.embed(["what is written down?"])[0]
    per = vectors.bytes / max(len(vectors), 1)
    print(f"\n{name}, {len(text):,} characters, {len(vectors):,} tokens: {per:.0f} bytes a token")

    def setting(most: int) -> None:
        chunking = chunk(facts, checked("recursive", most))
        scores("?", query, vectors.means(chunking.starts, chunking.ends))

    for most, overlap in SETTINGS:
        both = [chunk(facts, checked("recursive", size, overlap=overlap)) for size in (most, most - 1)]
        chunking, turns = both[0], cycle(both)
        means = vectors.means(chunking.starts, chunking.ends)

        def anew(c: Chunking = chunking) -> None:
            vectors._asked = vectors._nothing_asked()
            vectors.means(c.starts, c.ends)

        first = cpu(anew)
        parts = {
            "cuts": cpu(lambda s=most, o=overlap: chunk(facts, checked("recursive", s, overlap=o))),
            "means": cpu(lambda turns=turns: vectors.means(*_spans(next(turns)))),
            "scores": cpu(lambda m=means: scores("?", query, m)),
        }
        shown = ", ".join(f"{what} {seconds / FRAME:.2f}" for what, seconds in parts.items())
        shown += f"; means anew {first / FRAME:.2f}"
        total = sum(parts.values()) / FRAME
        print(
            f"  {f'{most}/{overlap}':>8} {len(chunking):7,} chunks: {total:6.2f} frames to pooled scores ({shown})",
            flush=True,
        )
    hundred = once(lambda: [setting(most) for most in HUNDRED])
    whole = per_token * len(vectors)
    share = f"{hundred:.2f} s CPU, {hundred / whole:.3f} of the pass"
    print(f"  a hundred sizes from {HUNDRED[0]} to {HUNDRED[-1]:,}: {share} (goal .1)", flush=True)


def _spans(chunking: Chunking) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    return chunking.starts, chunking.ends


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--pass-size", type=int, default=30_000)
    asked = parser.parse_args()
    per_token = pass_beside_runtime(asked.pass_size)
    for name in TEXTS:
        rows_of(name, asked.size, per_token)


if __name__ == "__main__":
    main()
