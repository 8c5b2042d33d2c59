"""A very large document in the window: first text, chunks, memory, scrolling, and how long the window is blocked.

    QT_QPA_PLATFORM=offscreen python -m tests.benchmarks.bench_large [--size 100000000] [--kinds "mixed;English"] \
        [--stacks]

Goals at 100 MB: first text within 2 times reading and decoding the file; kept at most 10 bytes per character above the
text for English and 60 at the peak; scrolling and re-colouring within one 60 Hz frame; the window never blocked longer
than 50 ms while 10 MB are tokenised. Each kind is measured in a process of its own, which has had a sample open before.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from inspector.app import application, make_window
from inspector.core.document import load
from inspector.model.preferences import Preferences
from inspector.views.window import MainWindow
from tests.benchmarks.bench_window import WAIT, painted
from tests.benchmarks.measure import FRAME
from tests.benchmarks.memory import held, resident, settle
from tests.benchmarks.pulse import Pulse
from tests.benchmarks.texts import TEXTS, mixed

KINDS = {"mixed": mixed, **TEXTS}
SECONDS = 3600


class Run:
    """One kind of text in one window, from the empty window to a change of size."""

    def __init__(self, path: Path, *, stacks: bool) -> None:
        self.app: QApplication = application()
        self.window: MainWindow = make_window(Preferences())
        self.window.show()
        self.session, self.view = self.window.session, self.window.document_view
        self.session.open_sample("field-guide")
        self.path, self.stacks = path, stacks
        self.pulse = Pulse(tempfile.TemporaryFile("w+") if stacks else None)  # noqa: SIM115 - lives as long as this
        self._until(lambda: self.session.document is not None and self.session.at_rest)

    def measure(self) -> None:
        """Print every figure."""
        self.session.close_document()
        self.app.processEvents()
        reading, loading, own, self.characters = self._reading()
        base = resident()
        session, rows = self.session, self.view.rows
        begin = time.perf_counter()
        first = self._phase("first text", begin, self._has_text, lambda: session.open_path(self.path))
        print(
            f"    {first / reading:.2f} times reading and decoding, which take {reading:.3f} s; `load` {loading:.3f} s"
        )
        self._phase("chunks", begin, lambda: session.chunking is not None)
        peak = _peak()
        self._phase("all rows", begin, lambda: len(rows.text) == rows.end)
        self._phase("certificate", begin, lambda: session.certificate.state != "checking")
        self._phase("everything at rest", begin, lambda: session.at_rest)
        print(f"    certificate: {session.certificate.state}, {session.certificate.total:,} chunks")
        self._memory(base, own, peak)
        self._scroll()
        self._search("the beacon of nowhere")
        self._search("e")
        for size in (511, 510, 254, 253):
            self._size(size)
        self.pulse.end()
        self.window.close()

    def _until(self, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + SECONDS
        while not ready():
            if time.monotonic() > end:
                raise TimeoutError("the window did not get ready")
            self.app.processEvents(WAIT)

    def _reading(self) -> tuple[float, float, int, int]:
        """Seconds of reading and decoding alone, and as the program does it; the text's own bytes and characters."""
        plain, whole = [], []
        for _ in range(3):
            begin = time.perf_counter()
            text = self.path.read_bytes().decode()
            plain.append(time.perf_counter() - begin)
            own, characters = sys.getsizeof(text), len(text)
            del text
            begin = time.perf_counter()
            load(self.path)
            whole.append(time.perf_counter() - begin)
        settle()
        return statistics.median(plain), statistics.median(whole), own, characters

    def _has_text(self) -> bool:
        document = self.session.document
        return document is not None and document.name == self.path.name

    def _phase(
        self, name: str, begin: float, ready: Callable[[], bool], act: Callable[[], object] = lambda: None
    ) -> float:
        """Print when something is there and painted, and how long the window was blocked until then; the seconds."""
        self.pulse.begin()
        act()
        self._until(ready)
        self.view.viewport().repaint()
        took = time.perf_counter() - begin
        for _ in range(3):
            self.app.processEvents(WAIT)
        print(f"  {name:20} {took:8.3f} s; {self.pulse.words()}", flush=True)
        if self.stacks:
            for gap in sorted(self.pulse.gaps, key=lambda g: -g.blame)[:4]:
                print(f"    a gap of {gap}\n{gap.stacks}")
        return took

    def _memory(self, base: int, own: int, peak: int) -> None:
        settle()
        session, n = self.session, self.characters
        roots = (session.facts, session.chunking, self.view.rows.starts, session.unread.lost, session.unread.places)
        sizes = held(*roots, text=session.document.text if session.document else "")
        most = sorted(sizes.items(), key=lambda item: -item[1])[:4]
        parts = ", ".join(f"{name} {size / n:.2f}" for name, size in most)
        print(f"  the text itself      {own / n:8.2f} bytes a character")
        print(f"  kept above the text  {sum(sizes.values()) / n:8.2f} in arrays and lists ({parts})")
        print(f"  kept above the text  {(resident() - base - own) / n:8.2f} as the process has it")
        print(f"  peak, with the text  {(_peak() - base) / n:8.2f}; until there were chunks {(peak - base) / n:.2f}")

    def _scroll(self) -> None:
        bar, port = self.view.verticalScrollBar(), self.view.viewport()
        bar.setValue(bar.maximum() // 2)
        self.app.processEvents()

        def page(_: int) -> None:
            bar.setValue(bar.value() + bar.pageStep())

        def jump(k: int) -> None:
            bar.setValue(bar.maximum() * k // 21)

        def paint(_: int) -> None:
            port.repaint()

        for name, act in (("scrolling a page", page), ("jumping anywhere", jump), ("re-colouring", paint)):
            times = [painted(self.app, partial(act, k))[0] for k in range(1, 21)]
            print(f"  {name:20} {statistics.median(times) / FRAME:8.2f} frames of GUI CPU")

    def _search(self, text: str) -> None:
        bar = self.window.find_bar

        def begin() -> None:
            bar.open()
            bar.field.setText(text)
            bar.step(1)

        name = f"search {text!r}"[:20]
        self._phase(name, time.perf_counter(), lambda: not self.view.search.waiting, begin)
        print(f"    {bar.count.text()}")
        bar.close_bar()

    def _size(self, size: int) -> None:
        session = self.session
        self.pulse.begin()
        cpu, wall = painted(
            self.app,
            lambda: session.set_size(size),
            lambda: session.chunking is not None and session.chunking.parameters.size == size,
        )
        print(f"  a change to {size:4}     {wall:8.3f} s until painted, {cpu / FRAME:.2f} frames of GUI CPU; "
              f"{self.pulse.words()}")  # fmt: skip


def _peak() -> int:
    """The most memory that the process has had so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> None:
    """Print the figures of every kind, each from a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100_000_000)
    parser.add_argument("--kinds", default="mixed;English", help=f"some of: {'; '.join(KINDS)}")
    parser.add_argument(
        "--stacks",
        action="store_true",
        help="print what every thread did while the window waited (read without a lock: a crash is possible)",
    )
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.file is not None:
        Run(options.file, stacks=options.stacks).measure()
        return
    for kind in options.kinds.split(";"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "large.txt"
            path.write_bytes(KINDS[kind](options.size).encode())
            print(f"\n{kind}, {options.size:,} characters", flush=True)
            command = [sys.executable, "-m", "tests.benchmarks.bench_large", "--file", str(path)]
            subprocess.run([*command, *(["--stacks"] if options.stacks else [])], check=True)


if __name__ == "__main__":
    main()
