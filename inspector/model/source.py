"""Where a document comes from: a file, bytes, or a sample; and how it is read in the worker."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inspector.core.document import Document, load, load_bytes, load_sample
from inspector.core.parameters import Parameters
from inspector.core.samples import sample


@dataclass(frozen=True)
class Source:
    """What was asked to be opened; exactly one of `path`, `data` and `sample` is given.

    `encoding` overrides what the bytes say. `parameters` are what the document starts with instead of the defaults.
    """

    name: str
    path: Path | None = None
    data: bytes | None = None
    sample: str | None = None
    encoding: str | None = None
    parameters: Parameters | None = None


@dataclass(frozen=True)
class Opened:
    """A document that was read, the parameters it starts with, and the question that goes with it (a sample's)."""

    source: Source
    document: Document
    parameters: Parameters
    query: str = ""


@dataclass(frozen=True)
class Unreadable:
    """What could not be read, perhaps for want of its encoding, and what was said of it."""

    source: Source
    reason: str


def read(source: Source) -> Opened:
    """Read and decode the source; raises CannotError and RefusedError."""
    if source.sample is not None:
        return _read_sample(source, source.sample)
    if source.data is not None:
        document = load_bytes(source.data, source.name, encoding=source.encoding)
    else:
        document = load(source.path or source.name, source.encoding)
    return Opened(source, document, source.parameters or Parameters())


def _read_sample(source: Source, name: str) -> Opened:
    chosen = sample(name)
    parameters = source.parameters or chosen.settings or Parameters()
    return Opened(source, load_sample(name), parameters, chosen.query or "")
