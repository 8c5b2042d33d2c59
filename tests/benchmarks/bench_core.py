"""Cold start, a change of size, and memory kept, as ratios to one encoding of the same text.

    python -m tests.benchmarks.bench_core [--sizes 100000,1000000,10000000]

Goals: cold start <= 0.8 and a change of size at 512 <= 0.002 at 1 MB; memory <= 12 bytes a character above the text.
"""

from __future__ import annotations

import argparse
from itertools import count

from inspector.core.chunker import checked, chunk
from inspector.core.facts import Facts
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import load_tokenizer
from tests.benchmarks.measure import FRAME, cpu, one_encode
from tests.benchmarks.texts import TEXTS

TOKENIZER = load_tokenizer()


def kept_bytes(facts: Facts) -> int:
    """Bytes of the arrays that a document keeps after its first chunking, the text left out."""
    tokens, clusters, cuts = facts.tokens, facts.clusters, facts.cuts("unicode")
    arrays = [tokens.starts, tokens.unknown, tokens.specials, clusters.starts, clusters.ends]
    arrays += [cuts.positions, cuts.levels, facts.word_starts]
    stages = facts.levels("unicode", "tokens").stages
    return sum(a.nbytes for a in arrays) + sum(s.positions.nbytes + s.sums.nbytes for s in stages)


def change(facts: Facts, strategy: str, size: int, overlap_share: float) -> float:
    """CPU seconds of a chunking at a size that was not asked for just before."""
    turn = count()

    def one() -> None:
        now = size - next(turn) % 2
        chunk(facts, checked(strategy, now, overlap=int(now * overlap_share)))

    one()
    return cpu(one, 9)


def row(name: str, size: int) -> None:
    """Print the figures of one text."""
    text = TEXTS[name](size)
    encode = one_encode(TOKENIZER, text, 3 if size < 5_000_000 else 1)

    def cold() -> None:
        chunk(Facts.build(text, TOKENIZER), checked(size=512))

    start = cpu(cold, 5 if size < 5_000_000 else 3)
    facts = Facts.build(text, TOKENIZER)
    chunk(facts, checked(size=512))
    print(f"\n{name}, {size:,} characters: one encode {encode:.3f} s CPU, {len(facts.tokens):,} tokens")
    print(f"  cold start / one encode     {start / encode:8.3f}   (goal 0.8 at 1 MB)")
    print(f"  kept bytes per character    {kept_bytes(facts) / size:8.2f}   (goal 12)")
    for strategy in STRATEGIES:
        for chunk_size, share in ((512, 0.0), (512, 0.5), (254, 0.0), (64, 0.0), (64, 0.5)):
            seconds = change(facts, strategy, chunk_size, share)
            print(
                f"  {strategy:15} size {chunk_size:4} overlap {int(chunk_size * share):4}: "
                f"{seconds / encode:8.4f} of one encode, {seconds / FRAME:6.2f} frames"
            )


def main() -> None:
    """Print the figures of every text at every length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100000,1000000,10000000")
    for size in map(int, parser.parse_args().sizes.split(",")):
        for name in TEXTS:
            row(name, size)


if __name__ == "__main__":
    main()
