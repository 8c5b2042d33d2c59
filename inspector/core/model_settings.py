"""What the settings files of a model folder state, each with the file that states it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from inspector.core.errors import CannotError
from inspector.core.model_spec import Pooling

_POOLINGS: dict[str, Pooling] = {"mean": "mean", "cls": "cls", "lasttoken": "last"}
_OLD_POOLINGS: dict[str, str] = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "pooling_mode_weightedmean_tokens": "weightedmean",
    "pooling_mode_lasttoken": "lasttoken",
}
_SENTENCE_CONFIGS = tuple(
    f"sentence_{kind}_config.json"
    for kind in ("bert", "roberta", "distilbert", "camembert", "albert", "xlm-roberta", "xlnet", "mpnet")
)
_POSITIONS_START_AT_TWO = ("roberta", "xlm-roberta", "camembert", "mpnet", "longformer", "data2vec-text")
_NO_LIMIT = 10_000_000
"""A larger maximum stands for none: the library writes 10 to the 30th."""
_DOCUMENT_PROMPTS = ("document", "passage", "corpus")


class Stated(NamedTuple):
    """A value, and where it stands."""

    value: Any
    source: str


class ModelSettings:
    """The settings in `folder`. Every question raises CannotError for a file that is broken or says something else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def pooling(self) -> Stated | None:
        """The name of the pooling as sentence-transformers writes it, or several joined by a plus; None: not told."""
        place = f"{self._pooling_folder}/config.json" if self._pooling_folder else "1_Pooling/config.json"
        config = self._table(place)
        if config is None:
            return None
        modes = config.get("pooling_mode")
        if modes is None:
            modes = [name for key, name in _OLD_POOLINGS.items() if config.get(key) is True]
        names = [modes] if isinstance(modes, str) else modes
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            raise CannotError(f"{self.folder / place} names no pooling")
        if config.get("include_prompt") is False and any(p.value for p in (self.prefix("query"), self.prefix())):
            raise CannotError(f"{self.folder / place} leaves the prompt out of the pooling, which is not done here")
        return Stated("+".join(names), place)

    def normalise(self) -> Stated | None:
        """Whether a vector is brought to length 1 in the end; None: not told."""
        if self._modules is None:
            return None
        return Stated(any(kind == "Normalize" for kind, _ in self._modules), "modules.json")

    def after_pooling(self) -> tuple[str, ...]:
        """The kinds of the modules that change a pooled vector otherwise."""
        kinds = [kind for kind, _ in self._modules or ()]
        behind = kinds[kinds.index("Pooling") + 1 :] if "Pooling" in kinds else []
        return tuple(kind for kind in behind if kind != "Normalize")

    def context(self) -> Stated | None:
        """The most input tokens: the least of what the files state; None: not told."""
        told = [limit for limit in (self._sequence_length(), self._positions()) if limit]
        if not self._sequence_length():
            told += [limit for limit in map(self._tokenizer_length, ("model_max_length", "max_length")) if limit]
        return min(told, default=None)

    def prefix(self, kind: str = "document") -> Stated:
        """What is put before a "query" or "document"; empty where the files put nothing."""
        place = "config_sentence_transformers.json"
        config = self._table(place) or {}
        prompts = config.get("prompts") or {}
        if not isinstance(prompts, dict) or not all(isinstance(text, str) for text in prompts.values()):
            raise CannotError(f"{self.folder / place} has prompts that are no texts")
        names = ("query",) if kind == "query" else _DOCUMENT_PROMPTS
        for name in (*names, config.get("default_prompt_name")):
            if name in prompts:
                return Stated(prompts[name], f"{place}, prompt {name}")
        return Stated("", "no file names a prompt")

    def lower_cases(self) -> str:
        """The file that has texts put in lower case before the tokenizer; empty where none does."""
        asking = [name for name in self._sentence_configs if (self._table(name) or {}).get("do_lower_case") is True]
        return asking[0] if asking else ""

    @cached_property
    def _modules(self) -> list[tuple[str, str]] | None:
        """The modules of sentence-transformers in their order: kind and folder."""
        modules = self._json("modules.json")
        if modules is None:
            return None
        if not isinstance(modules, list) or not all(isinstance(m, dict) for m in modules):
            raise CannotError(f"{self.folder / 'modules.json'} is no list of modules")
        return [(str(m.get("type", "")).rpartition(".")[2], str(m.get("path", ""))) for m in modules]

    @property
    def _pooling_folder(self) -> str:
        return next((path for kind, path in self._modules or () if kind == "Pooling"), "")

    @cached_property
    def _sentence_configs(self) -> list[str]:
        below = next((path for kind, path in self._modules or () if kind == "Transformer"), "")
        places = [f"{below}/{name}" if below else name for name in _SENTENCE_CONFIGS]
        return [place for place in places if self._table(place) is not None]

    def _sequence_length(self) -> Stated | None:
        found = (_length(self._table(place), "max_seq_length", place) for place in self._sentence_configs)
        return next((length for length in found if length), None)

    def _positions(self) -> Stated | None:
        length = _length(self._table("config.json"), "max_position_embeddings", "config.json")
        config = self._table("config.json") or {}
        if length and config.get("model_type") in _POSITIONS_START_AT_TWO:
            return Stated(length.value - 2, f"{length.source}, less 2 that this kind of model does not use")
        return length

    def _tokenizer_length(self, key: str) -> Stated | None:
        return _length(self._table("tokenizer_config.json"), key, "tokenizer_config.json")

    def _table(self, name: str) -> Mapping[str, Any] | None:
        value = self._json(name)
        if value is not None and not isinstance(value, dict):
            raise CannotError(f"{self.folder / name} is no table of settings")
        return value

    def _json(self, name: str) -> Any:
        """The value in a JSON file, None where there is no such file."""
        path = self.folder / name
        if not path.is_file():
            return None
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise CannotError(f"{path} cannot be read as JSON: {error}") from error


def pooling_named(name: str) -> Pooling | None:
    """Our pooling for the name that sentence-transformers gives it; None for one that is not done here."""
    return _POOLINGS.get(name)


def _length(table: Mapping[str, Any] | None, key: str, place: str) -> Stated | None:
    value = (table or {}).get(key)
    if value is None or (isinstance(value, int | float) and value > _NO_LIMIT):
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise CannotError(f"{place} has {key} {value!r}, which is no number of tokens")
    return Stated(value, f"{place}, {key}")
