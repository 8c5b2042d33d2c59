"""What is asked of the stages: of what kind it is, why it is refused, and what is kept as asked all the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from inspector.core.errors import InspectorError, RefusedError
from inspector.core.model_limits import ModelLimits
from inspector.core.own_separators import OwnSeparators
from inspector.core.parameters import PRESETS, UNITS, Parameters, Weights, whole_number
from inspector.core.strategies import STRATEGIES


def kind(parameters: Parameters, limits: ModelLimits) -> tuple[object, ...]:
    """What may have to be prepared for anew: after the first time the numbers alone decide how long a cut takes."""
    return parameters.strategy, parameters.unit, parameters.separators, limits.prefix, limits.headings


def words(error: Exception) -> str:
    """What to tell about an error: a foreseen one speaks for itself, another is named as what it is."""
    return str(error) if isinstance(error, InspectorError) else f"{type(error).__name__}: {error}"


def refusal(check: Callable[[], object]) -> str | None:
    """Why `check` refuses; None when it does not."""
    try:
        check()
    except RefusedError as error:
        return str(error)
    return None


def as_asked(parameters: Parameters, changes: dict[str, Any]) -> Parameters:
    """The parameters with every asked number and every known name that was asked, also when they are refused."""
    known = {"strategy": tuple(STRATEGIES), "unit": UNITS, "separators": PRESETS}
    kept: dict[str, Any] = {}
    for name, value in changes.items():
        if name in known and isinstance(value, str):
            kept |= {name: value} if value in known[name] else {}
        elif isinstance(value, (Weights, OwnSeparators)):
            kept[name] = value
        else:
            with suppress(RefusedError):
                kept[name] = whole_number(name, value)
    return replace(parameters, **kept)
