"""The sweep behind the sliders: some 60 sizes at once, and the overlaps at one size, as CPU seconds.

    python -m tests.benchmarks.bench_sweep [--sizes 100000,1000000]

Goal: all coarse sizes of 1 MB in well under a second for `recursive` without overlap. Also printed: the longest time
between two pauses, for which a cut that a person asks for may have to share the interpreter with a sweep.
"""

from __future__ import annotations

import argparse
import time

from inspector.core.chunker import checked, chunk
from inspector.core.facts import Facts
from inspector.core.parameters import Parameters
from inspector.core.strategies import STRATEGIES
from inspector.core.sweep import finer_sizes, over_overlaps, over_sizes, sweep, sweep_overlaps, sweep_sizes
from inspector.core.tokenizer import load_tokenizer
from tests.benchmarks.measure import cpu, one_encode
from tests.benchmarks.texts import TEXTS

TOKENIZER = load_tokenizer()


class Rhythm:
    """Measures the longest time between two pauses."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._since = time.thread_time()

    def pause(self) -> None:
        """Called by the sweep."""
        now = time.thread_time()
        self.longest = max(self.longest, now - self._since)
        self._since = now


def row(what: str, facts: Facts, settings: list[Parameters], encode: float) -> None:
    """Print the figures of one sweep."""
    rhythm = Rhythm()
    seconds = cpu(lambda: list(sweep(facts, settings, pause=rhythm.pause)), 3)
    print(
        f"  {what:42} {len(settings):3} points {seconds:7.3f} s CPU, {seconds / encode:6.3f} of one encode,"
        f" at most {rhythm.longest * 1000:5.1f} ms between pauses"
    )


def text_rows(name: str, size: int) -> None:
    """Print the figures of one text."""
    text = TEXTS[name](size)
    encode = one_encode(TOKENIZER, text)
    facts = Facts.build(text, TOKENIZER)
    print(f"\n{name}, {size:,} characters: one encode {encode:.3f} s CPU")
    coarse = sweep_sizes()
    for strategy in STRATEGIES:
        usual = checked(strategy, 254)
        chunk(facts, usual)
        row(f"{strategy}, sizes", facts, over_sizes(usual, coarse), encode)
    usual = checked(size=254)
    row("recursive, finer sizes", facts, over_sizes(usual, finer_sizes(coarse)), encode)
    row("recursive, sizes, overlap 32", facts, over_sizes(checked(size=254, overlap=32), coarse), encode)
    row("recursive, overlaps at 254", facts, over_overlaps(usual, sweep_overlaps(254)), encode)


def main() -> None:
    """Print the figures of every text at every length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100000,1000000")
    for size in map(int, parser.parse_args().sizes.split(",")):
        for name in TEXTS:
            text_rows(name, size)


if __name__ == "__main__":
    main()
