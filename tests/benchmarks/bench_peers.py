"""Our chunking beside the peers', on the same text with the same token counts, in one run.

    pip install -r tests/benchmarks/peers.txt
    python -m tests.benchmarks.bench_peers FILE [--size 512] [--tokenizer NAME]

Each peer starts from zero for every setting; ours once, then each change. CPU seconds of all threads, as ratios to one
`Tokenizer.encode` of the text. Peers that are not installed are left out, by name.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from inspector.core.chunker import checked, chunk
from inspector.core.facts import Facts
from inspector.core.tokenizer import FileTokenizer, load_tokenizer
from tests.benchmarks.measure import cpu, one_encode

Split = Callable[[str, int], list[str]]


def semantic_text_splitter(tokenizer: FileTokenizer) -> Split:
    """semantic-text-splitter (Rust)."""
    module = importlib.import_module("semantic_text_splitter")
    return lambda text, size: module.TextSplitter.from_huggingface_tokenizer(tokenizer._inner, size).chunks(text)


def semchunk(tokenizer: FileTokenizer) -> Split:
    """semchunk."""
    module = importlib.import_module("semchunk")
    return lambda text, size: module.chunkerify(lambda t: tokenizer.count([t])[0], size)(text)


def chonkie_recursive(tokenizer: FileTokenizer) -> Split:
    """chonkie, its recursive chunker."""
    module = importlib.import_module("chonkie")

    def split(text: str, size: int) -> list[str]:
        return [c.text for c in module.RecursiveChunker(tokenizer=tokenizer._inner, chunk_size=size).chunk(text)]

    return split


def langchain_recursive(tokenizer: FileTokenizer) -> Split:
    """langchain, its recursive character splitter counting tokens."""
    module = importlib.import_module("langchain_text_splitters")

    def split(text: str, size: int) -> list[str]:
        splitter = module.RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=0, length_function=lambda t: tokenizer.count([t])[0]
        )
        return list(splitter.split_text(text))

    return split


def llama_index_sentence(tokenizer: FileTokenizer) -> Split:
    """llama-index, its sentence splitter."""
    module = importlib.import_module("llama_index.core.node_parser")

    def encode(text: str) -> list[int]:
        return list(tokenizer._inner.encode(text, add_special_tokens=False).ids)

    return lambda text, size: list(
        module.SentenceSplitter(chunk_size=size, chunk_overlap=0, tokenizer=encode).split_text(text)
    )


PEERS = (semantic_text_splitter, semchunk, chonkie_recursive, langchain_recursive, llama_index_sentence)


def ours(text: str, tokenizer: FileTokenizer, size: int, encode: float, strategy: str) -> float:
    """Print our figures; returns the CPU seconds of a change of size."""
    begin = time.process_time()
    facts = Facts.build(text, tokenizer)
    chunk(facts, checked(strategy, size))
    cold = time.process_time() - begin
    turn = count()
    change = cpu(lambda: chunk(facts, checked(strategy, size - next(turn) % 2)), 9)
    counts = chunk(facts, checked(strategy, size)).counts
    tell(f"inspector {strategy}", len(counts), int((counts > size).sum()), cold / encode, change / encode)
    return change


def tell(name: str, chunks: int, above: int, cold: float, change: float) -> None:
    """One row of the table."""
    print(f"{name:28} {chunks:8,} chunks {above:6,} above the size   cold {cold:8.3f}   change {change:10.5f}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--tokenizer", default="bert-base-uncased")
    options = parser.parse_args()
    text, tokenizer = options.file.read_bytes().decode(), load_tokenizer(options.tokenizer)
    encode = one_encode(tokenizer, text)
    tokens = len(tokenizer.encode(text))
    print(
        f"{len(text):,} characters, {tokens:,} tokens, at least {-(-tokens // options.size):,} chunks; one encode = 1"
    )
    quickest = min(ours(text, tokenizer, options.size, encode, s) for s in ("recursive",))
    ours(text, tokenizer, options.size, encode, "optimal")
    for peer in PEERS:
        try:
            split = peer(tokenizer)
        except ImportError:
            print(f"{peer.__name__:28} not installed")
            continue
        begin = time.process_time()
        pieces = split(text, options.size)
        seconds = time.process_time() - begin
        above = sum(n > options.size for n in tokenizer.count(pieces))
        tell(peer.__name__, len(pieces), above, seconds / encode, seconds / encode)
        print(f"{'':28} {seconds / quickest:8.0f} times as long as a change of ours")


if __name__ == "__main__":
    main()
