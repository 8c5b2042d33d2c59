"""The strategies: each a small module that turns text facts and parameters into body ends."""

from inspector.core.strategies import markdown, optimal, recursive, sliding
from inspector.core.strategies.base import Bodies, Pause, Strategy, no_pause

STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (recursive.STRATEGY, optimal.STRATEGY, markdown.STRATEGY, sliding.WORDS, sliding.TOKENS)
}
"""Every strategy by name, in the order in which the window lists them."""

__all__ = ["STRATEGIES", "Bodies", "Pause", "Strategy", "no_pause"]
