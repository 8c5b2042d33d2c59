"""The peers of the benchmark: each as a function from (text, size, overlap) to the texts of its chunks.

    pip install -r tests/benchmarks/peers.txt

All count with our tokenizer. One that takes longer than a minute of CPU time is stopped.
"""

from __future__ import annotations

import importlib
import multiprocessing
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

from inspector.core.tokenizer import FileTokenizer

MOST_SECONDS = 60
"""CPU seconds after which a peer is stopped."""

Split = Callable[[str, int, int], list[str]]


@dataclass(frozen=True)
class Peer:
    """A splitter of another library; `overlaps` where it can repeat text of the chunk before."""

    name: str
    make: Callable[[FileTokenizer], Split]
    overlaps: bool


def _semantic_text_splitter(tokenizer: FileTokenizer) -> Split:
    module = importlib.import_module("semantic_text_splitter")

    def split(text: str, size: int, overlap: int) -> list[str]:
        splitter = module.TextSplitter.from_huggingface_tokenizer(tokenizer._inner, size, overlap=overlap)
        return list(splitter.chunks(text))

    return split


def _semchunk(tokenizer: FileTokenizer) -> Split:
    module = importlib.import_module("semchunk")

    def split(text: str, size: int, overlap: int) -> list[str]:
        return list(module.chunkerify(lambda t: tokenizer.count([t])[0], size)(text, overlap=overlap or None))

    return split


def _chonkie_recursive(tokenizer: FileTokenizer) -> Split:
    module = importlib.import_module("chonkie")

    def split(text: str, size: int, overlap: int) -> list[str]:
        del overlap
        return [c.text for c in module.RecursiveChunker(tokenizer=tokenizer._inner, chunk_size=size).chunk(text)]

    return split


def _langchain_recursive(tokenizer: FileTokenizer) -> Split:
    module = importlib.import_module("langchain_text_splitters")

    def split(text: str, size: int, overlap: int) -> list[str]:
        splitter = module.RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=overlap, length_function=lambda t: tokenizer.count([t])[0]
        )
        return list(splitter.split_text(text))

    return split


def _llama_index_sentence(tokenizer: FileTokenizer) -> Split:
    module = importlib.import_module("llama_index.core.node_parser")

    def encode(text: str) -> list[int]:
        return list(tokenizer._inner.encode(text, add_special_tokens=False).ids)

    def split(text: str, size: int, overlap: int) -> list[str]:
        splitter = module.SentenceSplitter(chunk_size=size, chunk_overlap=overlap, tokenizer=encode)
        return list(splitter.split_text(text))

    return split


PEERS = (
    Peer("semantic-text-splitter", _semantic_text_splitter, overlaps=True),
    Peer("semchunk", _semchunk, overlaps=True),
    Peer("chonkie recursive", _chonkie_recursive, overlaps=False),
    Peer("langchain recursive", _langchain_recursive, overlaps=True),
    Peer("llama-index sentence", _llama_index_sentence, overlaps=True),
)


class NoAnswerError(Exception):
    """Why there is nothing to print of a peer."""


def run(peer: Peer, tokenizer: FileTokenizer, text: str, size: int, overlap: int = 0) -> tuple[list[str], float]:
    """The texts of its chunks and the CPU seconds that they took, in a process of its own. Raises NoAnswerError."""
    if overlap and not peer.overlaps:
        raise NoAnswerError("has no overlap")
    try:
        split = peer.make(tokenizer)
    except ImportError as error:
        raise NoAnswerError("not installed") from error
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(split, text, size, overlap, theirs))
    process.start()
    theirs.close()
    try:
        answer: tuple[list[str], float] | str = ours.recv()
    except EOFError:
        answer = f"stopped after {MOST_SECONDS} s of CPU time"
    finally:
        process.join()
    if isinstance(answer, str):
        raise NoAnswerError(answer)
    return answer


def _child(split: Split, text: str, size: int, overlap: int, pipe: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 5))
    begin = time.process_time()
    try:
        pieces = split(text, size, overlap)
    except Exception as error:  # noqa: BLE001 - whatever a peer raises is its answer
        pipe.send(f"fails: {type(error).__name__}: {error}"[:100])
        return
    pipe.send((pieces, time.process_time() - begin))
