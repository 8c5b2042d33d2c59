"""Recall of chunks scored by their tokens' vectors from one pass (pooled), beside each chunk embedded alone (exact).

    python -m tests.benchmarks.bench_recall [--separators classic] [--settings 254/127,400/200]

The questions and corpora lie in `../shared/evaluation`, whose README has the metric: the share of the characters that
answer a question which lie in the k = 5 best of the chunks of all corpora. Goal: pooled not more than one point below
exact in any setting. The interval is that of a paired bootstrap over the questions, 95 %. BM25, which knows only words,
stands beside them for reference. The first run embeds some two million tokens; vectors are kept in the system's
temporary folder, so that the next one takes seconds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.core.bm25 import bm25
from inspector.core.chunker import checked, chunk
from inspector.core.chunking import Chunking
from inspector.core.facts import Facts
from inspector.core.minilm import MiniLM
from inspector.core.terms import Terms
from inspector.core.token_pass import prepare, token_pass
from inspector.core.tokenizer import load_tokenizer

DATA = Path(__file__).resolve().parents[3] / "shared" / "evaluation"
KEPT = Path(tempfile.gettempdir()) / "chunk-inspector-benchmarks"
SETTINGS = (
    ("recursive", 198, 0),
    ("recursive", 254, 0),
    ("recursive", 254, 127),
    ("recursive", 400, 200),
    ("sliding-tokens", 400, 0),
)
K = 5
RESAMPLES = 10_000
MODEL = MiniLM()
Vectors = NDArray[np.float64]
Corpora = dict[str, str]


def kept(what: str, texts: Sequence[str], make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """The array that `make` gives for `texts`, kept from an earlier run where there was one."""
    digest = hashlib.sha256(json.dumps([MODEL.identity, *texts]).encode()).hexdigest()[:24]
    path = KEPT / f"{what}-{digest}.npy"
    if not path.exists():
        made = make()
        KEPT.mkdir(exist_ok=True)
        part = path.with_suffix(".part.npy")
        np.save(part, made)
        part.rename(path)
    return np.load(path)


def units(vectors: NDArray[Any]) -> Vectors:
    """At length 1; rows of NaN stay."""
    wide = np.asarray(vectors, np.float64)
    return wide / np.linalg.norm(wide, axis=1, keepdims=True)


def exact(texts: list[str]) -> Vectors:
    """Each chunk embedded alone, each different text once."""
    different = list(dict.fromkeys(texts))
    place = {text: k for k, text in enumerate(different)}
    told = lambda done, total: print(f"\r  {done:,} of {total:,} chunks ", end="", file=sys.stderr)  # noqa: E731
    vectors = kept("exact", different, lambda: MODEL.embed(different, told))
    return units(vectors[[place[text] for text in texts]])


class Passed:
    """A corpus after one pass over it."""

    def __init__(self, name: str, text: str) -> None:
        told = lambda done, total: print(f"\r  {name}: {done:,} of {total:,} tokens ", end="", file=sys.stderr)  # noqa: E731
        found = kept("pass", [text], lambda: np.array(token_pass(MODEL, text, progress=told).vectors))
        self._vectors = prepare(MODEL, text, MODEL.document_prefix)
        self._vectors.append(found.astype(np.float32))

    def pooled(self, chunking: Chunking) -> Vectors:
        """Each chunk's vector: the mean of its tokens'."""
        return units(self._vectors.means(chunking.starts, chunking.ends))


def best(scores: Vectors) -> NDArray[np.intp]:
    """For each question (q, n) its k best chunks."""
    return np.argsort(-np.nan_to_num(scores, nan=-np.inf), axis=1, kind="stable")[:, :K]


def recalls(
    ranked: NDArray[np.intp], spans: list[tuple[str, int, int]], questions: list[Any], texts: Corpora
) -> Vectors:
    """The recall of each question, in percent."""
    found = []
    for places, question in zip(ranked, questions, strict=True):
        wanted = np.zeros(len(texts[question["corpus"]]), np.bool_)
        handed = np.zeros_like(wanted)
        for reference in question["references"]:
            wanted[reference["start"] : reference["end"]] = True
        for name, start, end in (spans[k] for k in places):
            if name == question["corpus"]:
                handed[start:end] = True
        total = sum(reference["end"] - reference["start"] for reference in question["references"])
        found.append(100 * (wanted & handed).sum() / total)
    return np.array(found)


def interval(differences: Vectors) -> tuple[float, float]:
    """The paired bootstrap's interval of the mean difference, 95 %."""
    chosen = np.random.default_rng(1).integers(0, len(differences), (RESAMPLES, len(differences)))
    low, high = np.percentile(differences[chosen].mean(axis=1), (2.5, 97.5))
    return float(low), float(high)


def joined(chunkings: list[Chunking], texts: list[str]) -> Chunking:
    """The chunks of all corpora as those of one text, which the corpora make with a line break between them."""
    shifts = np.cumsum([0, *(len(text) + 1 for text in texts)])
    columns = {}
    for name in ("starts", "body_starts", "ends", "levels", "counts", "tokens", "input_tokens", "overlaps", "words"):
        shift = name in ("starts", "body_starts", "ends")
        columns[name] = np.concatenate(
            [getattr(c, name) + (s if shift else 0) for c, s in zip(chunkings, shifts, strict=False)]
        )
    blank = np.concatenate([c.blank for c in chunkings])
    return Chunking(chunkings[0].parameters, **columns, blank=blank)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--separators", default="unicode")
    parser.add_argument("--settings", default="", help="size/overlap, several with commas; all when left out")
    wanted = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"the evaluation data is not there: {DATA}")
    questions = json.loads((DATA / "questions_open.json").read_text(encoding="utf-8"))
    texts: Corpora = {p.stem: p.read_bytes().decode("utf-8") for p in sorted((DATA / "corpora").glob("*.md"))}
    tokenizer = load_tokenizer()
    facts = {name: Facts.build(text, tokenizer) for name, text in texts.items()}
    passed = {name: Passed(name, text) for name, text in texts.items()}
    asked = [question["question"] for question in questions]
    queries = exact(asked)
    terms = Terms.build("\n".join(texts.values()))
    print(f"\n{len(questions)} questions, k = {K}, {MODEL.identity}; recall in percent")
    print(f"{'chunks':>24} {'number':>7} {'exact':>6} {'pooled':>7} {'difference, 95 %':>24} {'BM25':>6}")
    for strategy, size, overlap in SETTINGS:
        if wanted.settings and f"{size}/{overlap}" not in wanted.settings.split(","):
            continue
        parameters = checked(strategy, size, overlap=overlap, separators=wanted.separators)
        chunkings = {name: chunk(f, parameters) for name, f in facts.items()}
        spans = [(n, int(a), int(b)) for n, c in chunkings.items() for a, b in zip(c.starts, c.ends, strict=True)]
        alone = exact([texts[name][start:end] for name, start, end in spans])
        means = np.vstack([passed[name].pooled(c) for name, c in chunkings.items()])
        whole = joined(list(chunkings.values()), list(texts.values()))
        words = np.vstack([bm25(terms, whole, question).values for question in asked])
        by = {
            kind: recalls(best(scores), spans, questions, texts)
            for kind, scores in (("exact", queries @ alone.T), ("pooled", queries @ means.T), ("words", words))
        }
        change = by["pooled"] - by["exact"]
        low, high = interval(change)
        print(
            f"\r{f'{strategy} {size}/{overlap}':>24} {len(spans):7,} {by['exact'].mean():6.1f}"
            f" {by['pooled'].mean():7.1f} {f'{change.mean():+.1f} ({low:+.1f} to {high:+.1f})':>24}"
            f" {by['words'].mean():6.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
