"""Checking a finished chunking on the command line: one line, and a JSON file when asked."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.commands.output import Progress, say
from inspector.core.certificate import Audit, Certificate
from inspector.core.chunking import Chunking
from inspector.core.errors import CannotError, RefusedError
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits


def check_target(option: str, target: str | None, source: str | None) -> None:
    """Refuse to write to standard output, which the records use, or over the document itself, before any work."""
    if target is None:
        return
    if target in ("", "-"):
        raise RefusedError(f"{option} is {target!r}: it must name a file")
    path = Path(target)
    if path.is_dir():
        raise CannotError(f"cannot write {target}: it is a folder")
    if source and source != "-" and path.exists() and Path(source).exists() and path.samefile(source):
        raise RefusedError(f"{option} {target} is the document itself: it would be overwritten")


def certify(facts: Facts, chunking: Chunking, limits: ModelLimits, target: str | None) -> int:
    """Recount everything, say the outcome in one line, write it to `target`; the exit status, 1 when it failed."""
    audit = Audit(facts, chunking, limits)
    certificate = audit.begin()
    with Progress("checking chunks") as progress:
        for certificate in audit:
            progress(certificate.checked, certificate.total)
    say(f"certificate: {certificate.line()}")
    if target is not None:
        _write(certificate, target)
    return 1 if certificate.state == "failed" else 0


def _write(certificate: Certificate, target: str) -> None:
    try:
        Path(target).write_text(json.dumps(certificate.as_json(), ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise CannotError(f"cannot write the certificate to {target}: {error.strerror or error}") from error
