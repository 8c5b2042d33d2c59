"""A remark: what a person should know of how a chunking was found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Remark:
    """A few words, and the sentence that explains them."""

    text: str
    meaning: str

    @property
    def line(self) -> str:
        """Both in one line."""
        return f"{self.text}: {self.meaning}"
