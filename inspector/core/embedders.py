"""The embedders by name: how the window and the command line get the one that was asked for."""

from __future__ import annotations

from collections.abc import Callable

from inspector.core.embedding import Embedder
from inspector.core.minilm import MiniLM
from inspector.core.parameters import check_choice

_MAKERS: dict[str, Callable[[], Embedder]] = {MiniLM.name: MiniLM}

EMBEDDERS = tuple(_MAKERS)
"""The known names, the default first."""


def load_embedder(name: str = EMBEDDERS[0]) -> Embedder:
    """The embedder called `name`, which reads its files when first used; an unknown name is refused with the known."""
    check_choice("embedder", name, EMBEDDERS)
    return _MAKERS[name]()
