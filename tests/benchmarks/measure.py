"""Timing for the benchmarks: medians of CPU time, and ratios to one encoding of the same text in the same run."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

from inspector.core.tokenizer import FileTokenizer

FRAME = 1 / 60


def cpu(function: Callable[[], object], runs: int = 5) -> float:
    """The median CPU seconds of some runs of `function`, all threads together."""
    times = []
    for _ in range(runs):
        gc.collect()
        begin = time.process_time()
        function()
        times.append(time.process_time() - begin)
    return statistics.median(times)


def one_encode(tokenizer: FileTokenizer, text: str, runs: int = 3) -> float:
    """The reference: CPU seconds of one `Tokenizer.encode` of the whole text."""
    return cpu(lambda: tokenizer._inner.encode(text, add_special_tokens=False), runs)
