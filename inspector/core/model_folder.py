"""A folder with an embedding model, read into what is needed to run it; what it does not tell is asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inspector.core.errors import CannotError, RefusedError
from inspector.core.model_files import ModelFiles, find_files
from inspector.core.model_limits import context_of
from inspector.core.model_settings import ModelSettings, Stated, pooling_named
from inspector.core.model_spec import POOLINGS, ModelSpec, Question, UnansweredError
from inspector.core.onnx_graph import OnnxGraph
from inspector.core.onnx_runtime import read_signature
from inspector.core.onnx_weights import files_of
from inspector.core.tokenizer_file import FileTokenizer

ANSWERS = ("model", "pooling", "context", "normalise", "query_prefix", "document_prefix")
_ANSWERED = "as you said"


def read_folder(path: Path | str, **answers: object) -> ModelSpec:
    """The model in a folder (or of an ONNX file), with the file that told each figure in `source`.

    `answers` go before what the files say: `model` (the ONNX file's name within the folder), `pooling` (one of
    POOLINGS), `context` (a whole number of input tokens, "none" or None), `normalise` (bool), `query_prefix`,
    `document_prefix`. Raises UnansweredError with all questions that are open, RefusedError for an answer that makes
    no sense, CannotError for what is missing, broken or cannot be run.
    """
    for key in answers:
        if key not in ANSWERS:
            raise RefusedError(f"a model folder has no {key!r} to answer: {', '.join(ANSWERS)}")
    files = find_files(Path(path).expanduser(), _text(answers, "model"))
    files_of(files.model)  # what is missing is told in our words
    graph = OnnxGraph(files.model, read_signature(files.model))
    settings = ModelSettings(files.folder)
    found = {"pooling": _pooling(settings, graph, answers), "context": _context(settings, answers)}
    open_questions = tuple(question for key, question in _questions(graph).items() if found[key] is None)
    if open_questions:
        raise UnansweredError(files.folder, open_questions)
    _check_lower_case(settings, files)
    return _spec(files, {**found, **_others(settings, answers)})


def _spec(files: ModelFiles, found: Mapping[str, Stated | None]) -> ModelSpec:
    told = {key: stated for key, stated in found.items() if stated is not None}
    source = tuple(f"{key.replace('_', ' ')} {_shown(s.value)}: {s.source}" for key, s in told.items())
    values: dict[str, Any] = {key: stated.value for key, stated in told.items()}
    return ModelSpec(files.name, files.model, files.tokenizer, source=source, **values)


def _pooling(settings: ModelSettings, graph: OnnxGraph, answers: Mapping[str, object]) -> Stated | None:
    answer = _text(answers, "pooling")
    if answer is not None:
        if answer not in POOLINGS:
            raise RefusedError(f"unknown pooling {answer!r}: known are {', '.join(POOLINGS)}")
        if (graph.pooled if answer == "model" else graph.tokens) is None:
            raise RefusedError(
                f"pooling is {answer!r}: {graph.path} gives {'token' if answer == 'model' else 'pooled'} vectors only"
            )
        return Stated(answer, _ANSWERED)
    if graph.tokens is None:
        return Stated("model", f"{graph.path.name} gives pooled vectors only")
    told, behind = settings.pooling(), settings.after_pooling()
    if behind:
        return _own_pooling(graph, f"modules.json has {', '.join(behind)} after the pooling")
    if told is None:
        return None
    known = pooling_named(told.value)
    if known is None:
        return _own_pooling(graph, f"{told.source} asks for the pooling {told.value}")
    return Stated(known, told.source)


def _own_pooling(graph: OnnxGraph, why: str) -> Stated:
    """The model's own pooling, needed for a reason."""
    if graph.pooled is None:
        raise CannotError(f"{why}, which is not done here, and {graph.path} gives no pooled vectors itself")
    return Stated("model", f"{why}, so {graph.path.name}'s own output {graph.pooled.name} is taken")


def _context(settings: ModelSettings, answers: Mapping[str, object]) -> Stated | None:
    if "context" in answers:
        return Stated(context_of(answers["context"]), _ANSWERED)
    return settings.context()


def _others(settings: ModelSettings, answers: Mapping[str, object]) -> dict[str, Stated]:
    normalise = settings.normalise() or Stated(True, "no file tells it; a cosine does not depend on it")
    if answers.get("normalise") is not None:
        if not isinstance(answers["normalise"], bool):
            raise RefusedError(f"normalise is {answers['normalise']!r}: it must be true or false")
        normalise = Stated(answers["normalise"], _ANSWERED)
    prefixes = {f"{kind}_prefix": settings.prefix(kind) for kind in ("query", "document")}
    for key in prefixes:
        answer = _text(answers, key)
        if answer is not None:
            prefixes[key] = Stated(answer, _ANSWERED)
    return {"normalise": normalise, **prefixes}


def _questions(graph: OnnxGraph) -> dict[str, Question]:
    poolings = POOLINGS if graph.pooled is not None else tuple(p for p in POOLINGS if p != "model")
    return {
        "pooling": Question("pooling", "how is a text's vector made of its tokens' vectors", poolings),
        "context": Question("context", "how many input tokens does the model read, or none for no limit"),
    }


def _check_lower_case(settings: ModelSettings, files: ModelFiles) -> None:
    """Refuse a model whose texts must be in lower case first, unless its tokenizer does that anyway."""
    place = settings.lower_cases()
    if place:
        upper, lower = FileTokenizer(files.tokenizer, place).pieces(["ABC Ä", "abc ä"])
        if [piece.number for piece in upper] != [piece.number for piece in lower]:
            raise CannotError(f"{place} puts texts in lower case before the tokenizer, which is not done here")


def _text(answers: Mapping[str, object], key: str) -> str | None:
    value = answers.get(key)
    if value is not None and not isinstance(value, str):
        raise RefusedError(f"{key} is {value!r}: it must be text")
    return value


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, str) and (not value or " " in value) else str(value).lower()
