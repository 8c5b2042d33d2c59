"""Keeps the certificate of the chunking on screen: reset with every run, recounted in the worker once things rest."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.certificate import Audit, Certificate
from inspector.core.chunking import Chunking
from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.model.progress import Progress
from inspector.model.worker import Job, Worker

REST_MS = 150
"""The recount starts when nothing has changed for so long."""
_TELL_SECONDS = 0.1

Run = tuple[Facts, Chunking, ModelLimits]


class Certifier(QObject):
    """The certificate of one run; a new run resets it to "checking" in the same call."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._run: Run | None = None
        self.certificate = Certificate("nothing")
        self.progress: Progress | None = None
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._start)

    def clear(self) -> None:
        """There are no chunks: nothing to check."""
        self._forget()
        self._set(Certificate("nothing"))

    def hold(self, run: Run | None) -> None:
        """Chunks are under way while those of `run` are still on screen: nothing counts as checked."""
        self._forget()
        self._set(Certificate("checking") if run is None else Audit(*run).begin())

    def check(self, run: Run) -> None:
        """Reset the certificate for this run, and recount it once nothing has changed for REST_MS."""
        self.hold(run)
        self._run = run
        if self.certificate.state == "checking":
            self._timer.start()

    def resume(self, run: Run) -> None:
        """Go on with this run; what was already checked, or is being checked, of this very run stays."""
        if self._run is None or self._run[1] is not run[1]:
            self.check(run)

    def cancel(self) -> None:
        """Stop recounting; the certificate stays at what has been checked so far."""
        self._timer.stop()
        self._worker.cancel("certificate")
        self.progress = None

    def _forget(self) -> None:
        self.cancel()
        self._run = None

    def _start(self) -> None:
        if self._run is None:
            return
        run = self._run
        self._worker.run(
            "certificate",
            lambda job: _audit(job, run),
            self._final,
            self._could_not,
            lane="recount",
            partial=self._partly,
        )

    def _partly(self, certificate: Certificate) -> None:
        self.progress = Progress("checking", certificate.checked, certificate.total, "counts")
        self._set(certificate)

    def _final(self, certificate: Certificate) -> None:
        self.progress = None
        self._set(certificate)

    def _could_not(self, error: Exception) -> None:
        self.progress = None
        self.failed.emit(f"the chunks could not be checked: {error}")

    def _set(self, certificate: Certificate) -> None:
        self.certificate = certificate
        self.changed.emit()


def _audit(job: Job, run: Run) -> Certificate:
    told = time.monotonic()
    for certificate in Audit(*run):
        job.check()
        if certificate.state != "checking":
            return certificate
        if time.monotonic() - told >= _TELL_SECONDS:
            told = time.monotonic()
            job.report(certificate)
    raise CannotError("the recount ended without a result")
