"""The cache of vectors: what a vector from memory or disk costs beside embedding its text, and keeping a batch.

    python -m tests.benchmarks.bench_cache [--chunks 600] [--many 50000]

CPU seconds, medians; ratios to embedding the same chunks with the default model in the same run. Goal: a hit from disk
at less than a hundredth of embedding, and keeping a batch at less than a hundredth of making it, with an empty file
and with a full one.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

from inspector.core.chunker import checked, chunk
from inspector.core.embedders import load_embedder
from inspector.core.embedding import WINDOW_TEXTS, Vectors, embed_all
from inspector.core.facts import Facts
from inspector.core.tokenizer import load_tokenizer
from inspector.core.vector_cache import VectorCache
from inspector.core.vector_store import VectorStore
from tests.benchmarks.measure import cpu
from tests.benchmarks.texts import TEXTS


def chunks(count: int) -> list[str]:
    """So many chunks of at most 254 tokens, all different."""
    text = TEXTS["English"](count * 1_000)
    cut = chunk(Facts.build(text, load_tokenizer()), checked(size=254))
    pieces = [text[start:end] for start, end in zip(cut.starts.tolist(), cut.ends.tolist(), strict=True)]
    return [f"{number} {piece}" for number, piece in enumerate(pieces[:count])]


def fill(store: VectorStore, count: int, dimension: int) -> None:
    """Put `count` vectors of noise into the store."""
    noise = np.random.default_rng(1).standard_normal((1_000, dimension), dtype=np.float32)
    for start in range(0, count, 1_000):
        store.put_many("noise", {str(start + place): row for place, row in enumerate(noise)})


def put_batches(store: VectorStore, texts: list[str], vectors: Vectors) -> None:
    """Keep the vectors in batches as embedding makes them."""
    for start in range(0, len(texts), WINDOW_TEXTS):
        some = slice(start, start + WINDOW_TEXTS)
        store.put_many("model", dict(zip(texts[some], vectors[some], strict=True)))


def rows(name: str, store: VectorStore, texts: list[str], vectors: Vectors, embedding: float) -> None:
    """Print the figures of one store."""
    put = cpu(lambda: put_batches(store, texts, vectors))
    embedder = load_embedder()
    embed_all(embedder, texts, VectorCache(store=store))
    disk = cpu(lambda: embed_all(embedder, texts, VectorCache(store=store)))
    cache = VectorCache(store=store)
    embed_all(embedder, texts, cache)
    memory = cpu(lambda: embed_all(embedder, texts, cache))
    count, size = store.count, store.bytes
    begin = time.perf_counter()
    store.clear()
    print(f"{name}: {count:,} vectors, {size:,} bytes")
    for what, seconds in (("put in batches", put), ("all from disk", disk), ("all from memory", memory)):
        each = 1e6 * seconds / len(texts)
        print(f"  {what:16} {seconds:8.4f} s CPU, {each:6.1f} us a vector, {seconds / embedding:9.5f} of embedding")
    print(f"  {'emptied in':16} {time.perf_counter() - begin:8.4f} s (elapsed), {store.bytes:,} bytes left")


def main() -> None:
    """Print the figures of an empty, a well filled and a full store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=600)
    parser.add_argument("--many", type=int, default=50_000)
    asked = parser.parse_args()
    texts, embedder = chunks(asked.chunks), load_embedder()
    begin = time.process_time()
    vectors = embed_all(embedder, texts, VectorCache())
    embedding = time.process_time() - begin
    print(f"embedding {len(texts)} chunks: {embedding:.2f} s CPU, {1e6 * embedding / len(texts):.0f} us each")
    with tempfile.TemporaryDirectory() as folder:
        for name, count, limit in (("empty", 0, 2**28), ("filled", asked.many, 2**28), ("full", asked.many, 2**25)):
            store = VectorStore(Path(folder) / f"{name}.sqlite", limit)
            fill(store, count, embedder.dimension)
            rows(name, store, texts, vectors, embedding)
            store.close()


if __name__ == "__main__":
    main()
