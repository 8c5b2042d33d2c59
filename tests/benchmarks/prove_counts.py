"""Recounts every chunk of whole documents: each tokenizer, strategy, size and overlap. Takes many minutes.

    python -m tests.benchmarks.prove_counts FILE… [--tokenizers bert-base-uncased,cl100k_base] [--sizes 16,32,128,512]

Prints how many chunks were recounted and how many certificates failed; the exit status is 1 when one did.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from inspector.core.certificate import Audit
from inspector.core.chunker import checked, chunk
from inspector.core.facts import Facts
from inspector.core.model_limits import ModelLimits
from inspector.core.strategies import STRATEGIES
from inspector.core.tokenizer import TOKENIZERS, load_tokenizer


def prove(facts: Facts, size: int) -> tuple[int, int]:
    """How many chunks were recounted at this size, and how many certificates failed."""
    chunks = failed = 0
    for strategy in STRATEGIES:
        for overlap in (0, size // 4):
            chunking = chunk(facts, checked(strategy, size, overlap=overlap))
            certificate = Audit(facts, chunking, ModelLimits(context=None)).final()
            chunks += len(chunking)
            if certificate.state != "checked":
                failed += 1
                print(f"  FAILED {strategy} {size}/{overlap}: {certificate.failure}")
    return chunks, failed


def main() -> int:
    """Print a line for each tokenizer and document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--tokenizers", default=",".join(TOKENIZERS))
    parser.add_argument("--sizes", default="16,32,128,512")
    options = parser.parse_args()
    failures = 0
    for name in options.tokenizers.split(","):
        tokenizer = load_tokenizer(name)
        for path in options.files:
            begin = time.perf_counter()
            facts = Facts.build(path.read_bytes().decode(), tokenizer)
            results = [prove(facts, int(size)) for size in options.sizes.split(",")]
            chunks, failed = (sum(column) for column in zip(*results, strict=True))
            failures += failed
            seconds = time.perf_counter() - begin
            print(f"{name}, {path.name}: {chunks:,} chunks recounted, {failed} failed, {seconds:.0f} s", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
