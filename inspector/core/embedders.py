"""The embedders by name, folder or address: how the window and the command line get the one that was asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from inspector.core.embedding import Cancelled, Embedder, never
from inspector.core.errors import RefusedError
from inspector.core.minilm import MiniLM
from inspector.core.model_folder import read_folder
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.servers.address import is_address

_MAKERS: dict[str, Callable[[], Embedder]] = {MiniLM.name: MiniLM}

EMBEDDERS = tuple(_MAKERS)
"""The known names, the default first."""
SERVER_ANSWERS = ("model", "query_prefix", "document_prefix")
"""What may be said about a server; pooling, normalisation and context are its own."""


def load_embedder(spec: str = EMBEDDERS[0], cancelled: Cancelled = never, /, **answers: object) -> Embedder:
    """The embedder that `spec` names: one of EMBEDDERS, the path of a folder with a model, or the address of a server.

    A known one reads its files when first used; a folder's settings are read now (see `read_folder` for `answers` and
    errors); a server is connected to now, and only then is anything sent (see `connect`; of `answers` it takes
    SERVER_ANSWERS). Raises RefusedError for what is none of these, and for an answer to what is known.
    """
    given = {key: value for key, value in answers.items() if value is not None or key == "context"}
    if spec in _MAKERS:
        _refuse(given, (), f"{spec} is known")
        return _MAKERS[spec]()
    if is_address(spec):
        _refuse(given, SERVER_ANSWERS, f"{spec} is a server, which decides that itself")
        return _connected(spec, given, cancelled)
    place = os.path.expanduser(spec)  # noqa: PTH111 - os.path has no error for any name
    if os.path.exists(place):  # noqa: PTH110
        return OnnxEmbedder(read_folder(place, **given))
    raise RefusedError(
        f"unknown embedder {spec!r}: known are {', '.join(EMBEDDERS)}, the path of a folder with model.onnx and"
        " tokenizer.json, or the address of a server (http://\N{HORIZONTAL ELLIPSIS})"
    )


def _connected(address: str, given: Mapping[str, object], cancelled: Cancelled) -> Embedder:
    from inspector.core.servers.connect import connect  # noqa: PLC0415 - nothing of HTTP before a server was named

    answers = {key: None if value is None else str(value) for key, value in given.items()}
    return connect(
        address,
        answers.get("model"),
        query_prefix=answers.get("query_prefix"),
        document_prefix=answers.get("document_prefix"),
        cancelled=cancelled,
    )


def _refuse(given: Mapping[str, object], taken: tuple[str, ...], why: str) -> None:
    for key, value in given.items():
        if key not in taken:
            raise RefusedError(f"{key.replace('_', ' ')} is {value!r}: {why}")
