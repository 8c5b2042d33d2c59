"""How long the window is blocked: a timer that notes how late it comes, and what every thread did meanwhile."""

from __future__ import annotations

import faulthandler
import threading
import time
from dataclasses import dataclass
from typing import IO

from PySide6.QtCore import QTimer

EVERY_MS = 4
LATE = 0.025
"""Seconds after which a timer that has not come has every thread's stack written down, when stacks are asked for."""
BLOCKED = 0.05
"""Seconds that the window may be blocked, and not longer."""


@dataclass(frozen=True)
class Gap:
    """A stretch without a beat: its seconds, and the CPU seconds in it of the GUI thread and of the busiest other one.

    Of both together the program is to blame: the other may have held the interpreter all the time. What is left the
    machine had other things to do. `stacks` says what the threads did LATE into it.
    """

    seconds: float = 0.0
    own: float = 0.0
    other: float = 0.0
    stacks: str = ""

    @property
    def blame(self) -> float:
        """The seconds that the program is to blame for, at most."""
        return min(self.own + self.other, self.seconds)

    def __str__(self) -> str:
        total, own, other = (f"{part * 1000:.0f}" for part in (self.seconds, self.own, self.other))
        return f"{total} ms (CPU: GUI {own}, busiest worker {other})"


class Pulse:
    """Beats every few milliseconds in the GUI thread; `gaps` are the long ones since `begin`."""

    def __init__(self, stacks: IO[str] | None = None) -> None:
        """`stacks`: a file that every thread's stack is written to when a beat is late."""
        self.gaps: list[Gap] = []
        self._longest = self._worst = Gap()
        self._file = stacks
        self._timer = QTimer(interval=EVERY_MS)
        self._timer.timeout.connect(self._beat)
        self.begin()
        self._timer.start()

    def begin(self) -> None:
        """Forget what was before."""
        self.gaps, self._longest, self._worst = [], Gap(), Gap()
        self._arm()

    def words(self) -> str:
        """The longest gap, the one that the program is most to blame for, and how many were too long."""
        over, blamed = (sum(n > BLOCKED for n in column) for column in ([g.seconds for g in self.gaps], self._blames()))
        return (
            f"blocked at most {self._longest}, to blame for {self._worst.blame * 1000:.0f} ms; "
            f"{over} times above {BLOCKED * 1000:.0f} ms, {blamed} by blame"
        )

    def _blames(self) -> list[float]:
        return [gap.blame for gap in self.gaps]

    def end(self) -> None:
        """Beat no more."""
        self._timer.stop()
        if self._file is not None:
            faulthandler.cancel_dump_traceback_later()

    def _beat(self) -> None:
        seconds = time.perf_counter() - self._last
        if seconds > self._longest.seconds or seconds > LATE:
            others = (now - self._cpu.get(thread, 0.0) for thread, now in _cpu_of_others().items())
            gap = Gap(seconds, time.thread_time() - self._computed, max(others, default=0.0), self._read())
            self.gaps.append(gap)
            self._longest = max(gap, self._longest, key=lambda g: g.seconds)
            self._worst = max(gap, self._worst, key=lambda g: g.blame)
        self._arm()

    def _arm(self) -> None:
        """Note the time; have the stacks written unless the next beat comes: by a thread that needs no interpreter."""
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            faulthandler.dump_traceback_later(LATE, file=self._file)
        self._cpu, self._computed, self._last = _cpu_of_others(), time.thread_time(), time.perf_counter()

    def _read(self) -> str:
        if self._file is None:
            return ""
        self._file.seek(0)
        return self._file.read()


def _cpu_of_others() -> dict[int, float]:
    """CPU seconds so far of every Python thread but this one; nothing where the system does not tell."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return {}
    others = [t.ident for t in threading.enumerate() if t.ident not in (None, threading.get_ident())]
    return {ident: time.clock_gettime(time.pthread_getcpuclockid(ident)) for ident in others if ident is not None}
