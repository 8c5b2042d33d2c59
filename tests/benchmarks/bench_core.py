"""Cold start, a change of size, and memory kept, as ratios to one encoding of the same text, with the goals beside.

    python -m tests.benchmarks.bench_core [--sizes 1000000,10000000] [--tokenizer bert-base-uncased,cl100k_base]
        [--texts "English;emoji"] [--strategies recursive,markdown]

A change of size is one that was never asked for before, as while somebody drags; the median of nine. A goal that is
missed has a star.
"""

from __future__ import annotations

import argparse
from itertools import count

from inspector.core.chunker import checked, chunk
from inspector.core.facts import Facts
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import DEFAULT_TOKENIZER, FileTokenizer, load_tokenizer
from tests.benchmarks.measure import FRAME, cpu, one_encode
from tests.benchmarks.texts import TEXTS

MB = 1_000_000
SIZES = (512, 256, 64)
SHARES = (0.0, 0.5)


def cold_goal(tokenizer: str, characters: int) -> float:
    """The most that a cold start may take, in encodings of the same text."""
    if tokenizer != DEFAULT_TOKENIZER:
        return 1.1
    return 0.6 if characters >= 10 * MB else 0.8


def frames_goal(tokenizer: str, characters: int, size: int, strategy: str) -> float | None:
    """The most frames that a change of size may take; None where no goal is set."""
    if strategy == "optimal":
        return 2.0 * characters / MB if size == 512 else None
    if tokenizer != DEFAULT_TOKENIZER and size < 512:
        return None
    return 1.0 if characters >= 10 * MB and size >= 256 else characters / MB


def kept_bytes(facts: Facts) -> int:
    """Bytes of the arrays that a document keeps after some chunkings, the text left out."""
    tokens, clusters, cuts, measure = facts.tokens, facts.clusters, facts.cuts("unicode"), facts.measures["tokens"]
    arrays = [tokens.starts, tokens.unknown, tokens.specials, clusters.starts, clusters.ends]
    arrays += [cuts.positions, cuts.levels, facts.word_starts]
    for stage in facts.levels("unicode", "tokens").stages:
        exact = stage.exact()
        arrays += [stage.positions, stage.sums, stage.doubtful]
        arrays += [] if exact is None or exact.ends is stage.sums else [exact.begins, exact.ends, exact.sure]
    arrays += [array for name, array in vars(measure).items() if name in ("_begin_more", "_end_more")]
    return sum(array.nbytes for array in arrays if array is not None)


def change(facts: Facts, strategy: str, size: int, share: float, runs: int) -> float:
    """CPU seconds of a chunking at a size that was never asked for before, near `size`."""
    turn = count()

    def one() -> None:
        now = size - next(turn)
        chunk(facts, checked(strategy, now, overlap=int(now * share)))

    one()
    return cpu(one, runs)


def said(value: float, goal: float | None) -> str:
    """A figure with its goal, and a star where it is above."""
    return f"{value:8.3f}" + ("" if goal is None else f" (goal {goal:g}){' *' if value > goal else ''}")


def cold_starts(text: str, tokenizer: FileTokenizer, name: str, encode: float) -> None:
    """Print how long the first chunking of a text takes, without and with overlap."""
    for share in SHARES:
        parameters = checked(size=512, overlap=int(512 * share))
        seconds = cpu(lambda p=parameters: chunk(Facts.build(text, tokenizer), p), 5 if len(text) < 5 * MB else 1)
        figure = said(seconds / encode, cold_goal(name, len(text)))
        print(f"  cold start, overlap {parameters.overlap:3} / one encode {figure}", flush=True)


def changes(facts: Facts, name: str, strategy: str, encode: float) -> None:
    """Print how long a change of size takes at some sizes, without and with overlap."""
    for size in SIZES:
        for share in SHARES:
            seconds = change(facts, strategy, size, share, 9 if strategy != "optimal" else 3)
            frames = said(seconds / FRAME, frames_goal(name, len(facts.text), size, strategy))
            ratio = f"{seconds / encode:8.4f} of one encode"
            if size == 512 and strategy != "optimal" and name == DEFAULT_TOKENIZER:
                ratio += f" (goal .002){' *' if seconds > 0.002 * encode else ''}"
            print(f"  {strategy:15} size {size:4} overlap {int(size * share):4}:{frames} frames, {ratio}", flush=True)


def figures(name: str, kind: str, size: int, strategies: list[str]) -> None:
    """Print the figures of one text with one tokenizer."""
    tokenizer = load_tokenizer(name)
    assert isinstance(tokenizer, FileTokenizer)
    text = TEXTS[kind](size)
    encode = one_encode(tokenizer, text, 3 if size < 5 * MB else 1)
    print(f"\n{kind}, {size:,} characters, {name}: one encode {encode:.3f} s CPU", flush=True)
    cold_starts(text, tokenizer, name, encode)
    facts = Facts.build(text, tokenizer)
    chunk(facts, checked(size=512))
    print(f"  kept bytes per character {said(kept_bytes(facts) / size, 12)}; {len(facts.tokens):,} tokens")
    for strategy in strategies:
        changes(facts, name, strategy, encode)


def main() -> None:
    """Print the figures of every text with every tokenizer at every length."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000000")
    parser.add_argument("--tokenizer", default=f"{DEFAULT_TOKENIZER},cl100k_base")
    parser.add_argument("--texts", default=";".join(TEXTS), help="between semicolons, or the first word of each")
    parser.add_argument("--strategies", default=",".join(STRATEGIES))
    options = parser.parse_args()
    asked = [word.strip().lower() for word in options.texts.split(";")]
    for size in map(int, options.sizes.split(",")):
        for name in options.tokenizer.split(","):
            for kind in (k for k in TEXTS if any(k.lower().startswith(a) for a in asked)):
                figures(name, kind, size, options.strategies.split(","))


if __name__ == "__main__":
    main()
