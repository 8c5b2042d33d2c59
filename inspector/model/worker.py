"""The one way to do background work: lanes of one thread each, and channels where the latest request wins."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from inspector.core.errors import CancelledError

STOP_SECONDS = 2.0
"""How long `Worker.stop` waits for running jobs to notice that they are no longer wanted."""
SWITCH_SECONDS = 0.001
"""A background thread that runs Python lets the GUI thread go on after so long: a frame must not wait five times."""
_PROGRESS_SECONDS = 0.05

Outcome = Callable[[Any], None]
Progressed = Callable[[int, int], None]


@dataclass(eq=False)
class _Request:
    """One request on a channel: what to do and whom to tell in the GUI thread."""

    channel: str
    generation: int
    function: Callable[[Job], Any]
    done: Outcome
    failed: Callable[[Exception], None]
    progress: Progressed | None
    partial: Outcome | None


class Job:
    """What a running function knows of its request: whether it is still wanted, and where to tell how far it is."""

    def __init__(self, worker: Worker, request: _Request) -> None:
        self._worker = worker
        self._request = request
        self._told = 0.0

    def cancelled(self) -> bool:
        """Whether a later request, a cancel or the end of the program made this one unwanted. Any thread."""
        return not self._worker.is_latest(self._request.channel, self._request.generation)

    def check(self) -> None:
        """Raise CancelledError when the job is no longer wanted."""
        if self.cancelled():
            raise CancelledError(f"{self._request.channel} is no longer wanted")

    def progress(self, done: int, total: int) -> None:
        """Tell how far the job is, in whatever it counts; told in the GUI thread at most every 50 ms and at the end."""
        now = time.monotonic()
        if self._request.progress is not None and (done >= total or now - self._told >= _PROGRESS_SECONDS):
            self._told = now
            self._worker.deliver(self._request, self._request.progress, (done, total))

    def report(self, value: object) -> None:
        """Hand a partial result to the request's `partial` in the GUI thread."""
        if self._request.partial is not None:
            self._worker.deliver(self._request, self._request.partial, (value,))


class Worker(QObject):
    """Runs functions in background threads and tells their outcome in the thread that the worker lives in.

    Requests on one channel replace each other: the older one's job finds itself cancelled and its results are dropped,
    also when they were already on their way. Requests on one lane run one after the other in the lane's own thread.
    """

    _arrived = Signal(object, object, object, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._generations: dict[str, int] = {}
        self._busy: dict[str, int] = {}
        self._lanes: dict[str, SimpleQueue[_Request | None]] = {}
        self._threads: list[threading.Thread] = []
        self._stopped = False
        sys.setswitchinterval(SWITCH_SECONDS)
        self._arrived.connect(self._receive, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        channel: str,
        function: Callable[[Job], Any],
        done: Outcome,
        failed: Callable[[Exception], None],
        *,
        lane: str = "main",
        progress: Progressed | None = None,
        partial: Outcome | None = None,
    ) -> None:
        """Run `function(job)` in the lane's thread, then `done(result)` or `failed(error)` in the GUI thread.

        Whatever was asked on this channel before is cancelled. `progress(done, total)` and `partial(value)` are called
        in the GUI thread for what the job tells through `Job.progress` and `Job.report`. After `stop` nothing is run.
        """
        if self._stopped:
            return
        generation = self.cancel(channel)
        self._busy[channel] = generation
        self._lane(lane).put(_Request(channel, generation, function, done, failed, progress, partial))

    def cancel(self, channel: str) -> int:
        """Make the channel's request unwanted, if there is one; the channel's new generation number."""
        self._generations[channel] = self._generations.get(channel, 0) + 1
        self._busy.pop(channel, None)
        return self._generations[channel]

    def busy(self, channel: str) -> bool:
        """Whether a request on this channel is still to be answered."""
        return channel in self._busy

    def is_latest(self, channel: str, generation: int) -> bool:
        """Whether nothing was asked or cancelled on the channel since this generation. Any thread."""
        return not self._stopped and self._generations.get(channel) == generation

    def stop(self, seconds: float = STOP_SECONDS) -> bool:
        """Cancel everything and wait for the threads; whether all of them ended in time. Nothing is told any more."""
        self._stopped = True
        self._busy.clear()
        for queue in self._lanes.values():
            queue.put(None)
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def deliver(
        self, request: _Request, callback: Callable[..., None], arguments: tuple[Any, ...], *, last: bool = False
    ) -> None:
        """Have `callback(*arguments)` called in the GUI thread unless the request is stale by then. Any thread.

        The `last` one answers the request.
        """
        if self.is_latest(request.channel, request.generation):
            self._arrived.emit(request, callback, arguments, last)

    def _lane(self, name: str) -> SimpleQueue[_Request | None]:
        if name not in self._lanes:
            self._lanes[name] = SimpleQueue()
            thread = threading.Thread(target=self._serve, args=(self._lanes[name],), name=f"worker-{name}", daemon=True)
            self._threads.append(thread)
            thread.start()
        return self._lanes[name]

    def _serve(self, queue: SimpleQueue[_Request | None]) -> None:
        while (request := queue.get()) is not None:
            if self.is_latest(request.channel, request.generation):
                self._work(request)
            del request  # what it was about may be large, or a key

    def _work(self, request: _Request) -> None:
        try:
            result = request.function(Job(self, request))
        except CancelledError:
            return
        except Exception as error:  # noqa: BLE001 - handed over whole: whoever asked is told, in the GUI thread
            self.deliver(request, request.failed, (error,), last=True)
        else:
            self.deliver(request, request.done, (result,), last=True)

    def _receive(
        self, request: _Request, callback: Callable[..., None], arguments: tuple[Any, ...], last: bool
    ) -> None:
        if not self.is_latest(request.channel, request.generation):
            return
        if last:
            self._busy.pop(request.channel, None)
        callback(*arguments)
