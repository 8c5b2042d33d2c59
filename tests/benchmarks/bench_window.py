"""From a slider event to the painted frame, and scrolling a page, in the whole window without a display.

    QT_QPA_PLATFORM=offscreen python -m tests.benchmarks.bench_window [--sizes 100000,1000000,10000000]

Goals: one 60 Hz frame for 1 MB and two for 10 MB, from the event to the painted window. Times are the medians of CPU
seconds of the GUI thread; the worst ones and ratios to one encoding of the same text are printed beside them.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from inspector.app import application, make_window
from inspector.core.tokenizer import load_tokenizer
from inspector.model.preferences import Preferences
from inspector.model.session import Session
from inspector.views.window import MainWindow
from tests.benchmarks.measure import FRAME, one_encode
from tests.benchmarks.texts import TEXTS

WAIT = QEventLoop.ProcessEventsFlag.WaitForMoreEvents


def painted(
    app: QApplication, act: Callable[[], object], done: Callable[[], bool] = lambda: True
) -> tuple[float, float]:
    """Seconds of GUI-thread CPU and of wall time from `act` until what it changed is there and painted."""
    wall, begin = time.perf_counter(), time.thread_time()
    act()
    app.processEvents()
    while not done():
        app.processEvents(WAIT)  # as the program waits: a loop that asks again and again keeps the worker from working
    return time.thread_time() - begin, time.perf_counter() - wall


def wait(app: QApplication, ready: Callable[[], bool], seconds: float = 300) -> None:
    """Let the window work until `ready`."""
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError("the window did not get ready")
        app.processEvents()
        time.sleep(0.005)


def tell(what: str, times: list[tuple[float, float]], encode: float) -> None:
    """Print the medians of some frames, and the worst wall time."""
    cpu, wall = (statistics.median(column) for column in zip(*times, strict=True))
    worst = max(w for _, w in times)
    print(
        f"  {what:42} CPU {cpu / FRAME:6.2f} frames, wall {wall / FRAME:6.2f}, worst {worst / FRAME:6.2f};"
        f" CPU {cpu / encode:8.4f} of one encode"
    )


def size_event(app: QApplication, session: Session, size: int) -> tuple[float, float]:
    """One change of size, until its chunks are painted."""

    def there() -> bool:
        return session.chunking is not None and session.chunking.parameters.size == size

    return painted(app, lambda: session.set_size(size), there)


def row(app: QApplication, window: MainWindow, name: str, size: int) -> None:
    """Print the figures of one text."""
    text = TEXTS[name](size)
    encode = one_encode(load_tokenizer(), text, 1)
    session = window.session
    session.open_bytes(text.encode(), f"{name}.txt")
    wait(app, lambda: session.document is not None and session.document.text == text and session.chunking is not None)
    wait(app, lambda: session.certificate.state == "checked")
    print(f"\n{name}, {size:,} characters")
    for chunk_size, overlap in ((512, 0), (254, 0), (64, 0), (512, 256)):
        session.set_parameters(size=chunk_size, overlap=overlap)
        wait(app, lambda: session.chunking.parameters == session.parameters)
        times = [size_event(app, session, chunk_size - k % 2) for k in range(12)]
        chunks = len(session.chunking) if session.chunking else 0
        tell(f"size {chunk_size}, overlap {overlap}: {chunks:,} chunks", times[2:], encode)
    bar = window.document_view.verticalScrollBar()
    bar.setValue(bar.maximum() // 3)
    app.processEvents()
    pages = [painted(app, lambda: bar.setValue(bar.value() + bar.pageStep())) for _ in range(20)]
    tell("scrolling a page", pages, encode)


def main() -> None:
    """Print the figures of every text at every length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100000,1000000,10000000")
    sizes = parser.parse_args().sizes
    app = application()
    window = make_window(Preferences())
    window.show()
    for size in map(int, sizes.split(",")):
        for name in TEXTS:
            row(app, window, name, size)
    window.close()


if __name__ == "__main__":
    main()
