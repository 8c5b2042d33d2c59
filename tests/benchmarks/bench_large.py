"""A very large mixed document in the window: first text, chunks, memory, scrolling, and how long the window is blocked.

    QT_QPA_PLATFORM=offscreen python -m tests.benchmarks.bench_large [--size 100000000] [--text mixed|English|…]

Goals at 100 MB: first text within 2 times reading and decoding the file; kept at most 10 bytes per character above the
text for English and 60 at the peak; scrolling and re-colouring within one 60 Hz frame; the window never blocked longer
than 50 ms while 10 MB are tokenised.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QTimer

from inspector.app import application, make_window
from inspector.core.document import load
from inspector.model.preferences import Preferences
from tests.benchmarks.bench_window import painted, size_event, wait
from tests.benchmarks.measure import FRAME
from tests.benchmarks.texts import TEXTS, chinese, emoji, english


def mixed(size: int) -> str:
    """English with a tenth of Chinese and a tenth of emoji, a stretch of each at a time."""
    part = english(800_000) + "\n\n" + chinese(100_000) + "\n\n" + emoji(100_000) + "\n\n"
    return (part * (size // len(part) + 1))[:size]


class Pulse:
    """A timer that notes how late it comes: the longest gap is how long the window was blocked."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()
        self.timer = QTimer(interval=1)
        self.timer.timeout.connect(self._beat)
        self.timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    def begin(self) -> None:
        """Forget what was before."""
        self.longest, self._last = 0.0, time.perf_counter()


def resident() -> int:
    """Bytes of memory that the process holds now."""
    return int(psutil.Process().memory_info().rss)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100_000_000)
    parser.add_argument("--text", default="mixed")
    options = parser.parse_args()
    text = mixed(options.size) if options.text == "mixed" else TEXTS[options.text](options.size)
    path = Path(tempfile.mkdtemp()) / "large.txt"
    path.write_bytes(text.encode())
    own = sys.getsizeof(text)
    del text
    app = application()
    window = make_window(Preferences())
    window.show()
    session = window.session
    session.close_document()
    app.processEvents()
    begin = time.perf_counter()
    load(path)
    reading = time.perf_counter() - begin
    base = resident()
    pulse = Pulse()
    begin = time.perf_counter()
    session.open_path(path)
    wait(app, lambda: session.document is not None and session.document.name == "large.txt")
    app.processEvents()
    first = time.perf_counter() - begin
    print(f"{options.text}, {options.size:,} characters; reading and decoding {reading:.2f} s")
    print(
        f"first text               {first:8.2f} s, {first / reading:5.2f} times reading; blocked {pulse.longest:.3f} s"
    )
    pulse.begin()
    wait(app, lambda: session.chunking is not None, 3600)
    print(f"chunks                   {time.perf_counter() - begin:8.2f} s; blocked at most {pulse.longest:.3f} s")
    pulse.begin()
    wait(app, lambda: session.certificate.state in ("checked", "failed"), 3600)
    took = time.perf_counter() - begin
    print(f"certificate {session.certificate.state}      {took:8.2f} s; blocked at most {pulse.longest:.3f} s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"kept above the text      {(resident() - base - own) / options.size:8.2f} bytes a character (resident)")
    print(f"peak above the start     {(peak - base) / options.size:8.2f} bytes a character, the text included")
    bar = window.document_view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    app.processEvents()
    pages = [painted(app, lambda: bar.setValue(bar.value() + bar.pageStep()))[0] for _ in range(20)]
    print(f"scrolling a page         {statistics.median(pages) / FRAME:8.2f} frames")
    for size in (512, 254):
        times = [size_event(app, session, size - k % 2) for k in range(4)]
        cpu, wall = (statistics.median(column) for column in zip(*times, strict=True))
        print(f"a change of size at {size:4} {wall:8.2f} s until painted, {cpu / FRAME:.2f} frames of GUI CPU")
    window.close()


if __name__ == "__main__":
    main()
