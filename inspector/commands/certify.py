"""Checking a finished chunking on the command line: one line, and a JSON file when asked."""

from __future__ import annotations

import json
import os
import stat
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
    try:
        is_folder = stat.S_ISDIR(os.stat(target).st_mode)  # noqa: PTH116 - "a/" stays "a/"
    except FileNotFoundError:
        _check_folder(target)
        return
    except (OSError, ValueError) as error:
        raise CannotError(f"cannot write {target}: {getattr(error, 'strerror', None) or error}") from error
    if is_folder:
        raise CannotError(f"cannot write {target}: it is a folder")
    if source and os.path.exists(source) and os.path.samefile(target, source):  # noqa: PTH110, PTH121
        raise RefusedError(f"{option} {target} is the document itself: it would be overwritten")
    if not os.access(target, os.W_OK):
        raise CannotError(f"cannot write {target}: you may not write it")


def _check_folder(target: str) -> None:
    folder = os.path.dirname(target) or "."  # noqa: PTH120
    if not os.path.isdir(folder):  # noqa: PTH112
        raise CannotError(f"cannot write {target}: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise CannotError(f"cannot write {target}: you may not write in {folder}")


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
