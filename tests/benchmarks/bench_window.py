"""From a slider event to the painted frame, and scrolling a page, in the whole window without a display.

    QT_QPA_PLATFORM=offscreen python -m tests.benchmarks.bench_window [--lengths 100000,1000000,10000000]
        [--texts English,emoji] [--tokenizers bert-base-uncased,cl100k_base] [--sizes 512,64]

Goals: one 60 Hz frame for 1 MB and two for 10 MB, from the event to the painted window; also for scrolling a page and
for painting the same rows with other chunks. Times are the medians of CPU seconds of the GUI thread; wall times, the
worst of them and ratios to one encoding of the same text are printed beside them.
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
from inspector.core.tokenizer import FileTokenizer, load_tokenizer
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


def show(app: QApplication, session: Session, name: str, text: str, tokenizer: str) -> None:
    """Open a text and wait until it is counted with this tokenizer, cut and checked."""
    session.close_document()
    session.set_tokenizer(tokenizer)
    wait(app, lambda: session.tokenizer_name == tokenizer)
    session.open_bytes(text.encode(), f"{name}.txt")
    wait(app, lambda: session.document is not None and session.document.text == text and session.chunking is not None)
    wait(app, lambda: session.certificate.state == "checked")


def changes(app: QApplication, session: Session, size: int, overlap: int) -> list[tuple[float, float]]:
    """Changes of size while one drags, the first ones left out."""
    session.set_parameters(size=size, overlap=overlap)
    wait(app, lambda: session.chunking is not None and session.chunking.parameters == session.parameters)
    return [size_event(app, session, size - k % 2) for k in range(16)][4:]


def rows(app: QApplication, window: MainWindow, encode: float) -> None:
    """Print what scrolling and painting other colours cost, once every row is known."""
    view, bar = window.document_view, window.document_view.verticalScrollBar()
    wait(app, lambda: view.rows.end == len(view.rows.text))
    bar.setValue(bar.maximum() // 3)
    app.processEvents()
    tell(
        "scrolling a page",
        [painted(app, lambda: bar.setValue(bar.value() + bar.pageStep())) for _ in range(20)],
        encode,
    )

    def recolour() -> None:
        view.overview.forget()
        view.refresh()

    tell("other colours for the same rows", [painted(app, recolour) for _ in range(20)], encode)


def row(app: QApplication, window: MainWindow, name: str, length: int, tokenizer: str, sizes: list[int]) -> None:
    """Print the figures of one text and one tokenizer."""
    text, session = TEXTS[name](length), window.session
    counter = load_tokenizer(tokenizer)
    assert isinstance(counter, FileTokenizer)
    encode = one_encode(counter, text, 1)
    show(app, session, name, text, tokenizer)
    print(f"\n{name}, {length:,} characters, {tokenizer}")
    for size, overlap in [(each, overlap) for each in sizes for overlap in (0, each // 2)]:
        times = changes(app, session, size, overlap)
        chunks = len(session.chunking) if session.chunking else 0
        tell(f"size {size}, overlap {overlap}: {chunks:,} chunks", times, encode)
    rows(app, window, encode)


def main() -> None:
    """Print the figures of every text with every tokenizer at every length."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", default="100000,1000000,10000000", help="characters of the texts")
    parser.add_argument("--texts", default=",".join(name.replace(",", "") for name in TEXTS), help="which of them")
    parser.add_argument("--tokenizers", default="bert-base-uncased,cl100k_base", help="by name")
    parser.add_argument("--sizes", default="512,64", help="sizes of the chunks in tokens")
    asked = parser.parse_args()
    names = [name for name in TEXTS if name.replace(",", "") in asked.texts.split(",")]
    sizes = [int(size) for size in asked.sizes.split(",")]
    app = application()
    window = make_window(Preferences())
    window.show()
    for length in map(int, asked.lengths.split(",")):
        for name in names:
            for tokenizer in asked.tokenizers.split(","):
                row(app, window, name, length, tokenizer, sizes)
    window.close()


if __name__ == "__main__":
    main()
