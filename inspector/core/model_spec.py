"""What must be known of an embedding model to run it, and the questions where its files do not tell."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from inspector.core.errors import RefusedError

Pooling = Literal["mean", "cls", "last", "model"]
"""How one vector is made of the tokens': "model" when the model file does it itself."""
POOLINGS: tuple[Pooling, ...] = get_args(Pooling)


@dataclass(frozen=True)
class ModelSpec:
    """One model: its files, and how its vectors are made.

    `model` is the ONNX file (None: the embedder finds it itself). `context` counts input tokens, special tokens
    included; None: it reads everything. `source` says for each figure which file told it, or that a person did.
    """

    name: str
    model: Path | None
    tokenizer: Path
    pooling: Pooling
    normalise: bool
    context: int | None
    query_prefix: str = ""
    document_prefix: str = ""
    source: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """Something that no file tells: `name` is the answer's keyword, `words` what a person is asked.

    `choices` are all possible answers; none for a whole number or "none".
    """

    name: str
    words: str
    choices: tuple[str, ...] = ()


class UnansweredError(RefusedError):
    """A model cannot be used before a person has answered `questions`; the message holds them all."""

    def __init__(self, where: Path, questions: tuple[Question, ...]) -> None:
        self.where = where
        self.questions = questions
        super().__init__(f"{where} does not tell everything: " + "; ".join(map(_asked, questions)))


def _asked(question: Question) -> str:
    choices = f" ({', '.join(question.choices)})" if question.choices else ""
    return f"{question.words}{choices} [{question.name}]"
