"""Our chunking beside the peers', on the same texts with the same token counts, in one run.

    pip install -r tests/benchmarks/peers.txt
    python -m tests.benchmarks.bench_peers [--size 512] [--length 1000000] [--tokenizer NAME] [--corpora FOLDER]
        [--texts "Chinese, no spaces|emoji"]

Each peer starts from zero for every setting; ours once, then each change. CPU seconds of all threads, as ratios to one
`Tokenizer.encode` of the text. The made texts repeat themselves, which favours what remembers counts (semchunk, chonkie
and our cold start): the real one is the measure. A peer that is not installed, cannot overlap or takes more than a
minute is named. The second table counts chunks on real documents: `small` is the share under a quarter full, `word` and
`hard` are cuts between the words of a sentence and inside a word. Goals: a change of size 400 times as quick as the
quickest peer at 1 MB and 512; `optimal` at most 1.08 times the least number of chunks, without a word cut.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import count, pairwise
from pathlib import Path

import numpy as np

from inspector.core.chunker import checked, chunk
from inspector.core.errors import CannotError
from inspector.core.facts import Facts
from inspector.core.levels import Level
from inspector.core.strategies.optimal import fewest_chunks
from inspector.core.tokenizer import FileTokenizer, load_tokenizer
from tests.benchmarks.measure import FRAME, cpu, one_encode
from tests.benchmarks.peers import PEERS, NoAnswerError, run
from tests.benchmarks.texts import TEXTS

OURS = ("recursive", "optimal")
CORPORA = ("finance", "pubmed", "wikitexts")
REAL = "English documents"


def speed_of_ours(facts: Facts, strategy: str, size: int, overlap: int, build: float, encode: float) -> float:
    """Print a row; returns the CPU seconds of a change of size."""
    begin = time.process_time()
    counts = chunk(facts, checked(strategy, size, overlap=overlap)).counts
    cold = build + time.process_time() - begin
    turn = count()
    change = cpu(lambda: chunk(facts, checked(strategy, size - next(turn) % 2, overlap=overlap)), 9)
    told = f"change {change / encode:8.5f} ({change / FRAME:5.2f} frames)"
    print(f"    inspector {strategy:14} {len(counts):7,} chunks {int((counts > size).sum()):5,} above the size   "
          f"cold {cold / encode:7.3f}   {told}", flush=True)  # fmt: skip
    return change


def speed(name: str, text: str, tokenizer: FileTokenizer, size: int) -> None:
    """Print what one text takes, without overlap and with half the size."""
    encode = one_encode(tokenizer, text)
    print(f"\n{name}, {len(text):,} characters: one encode {encode:.3f} s CPU = 1")
    begin = time.process_time()
    facts = Facts.build(text, tokenizer)
    build = time.process_time() - begin
    for overlap in (0, size // 2):
        print(f"  size {size}, overlap {overlap}")
        changes = [speed_of_ours(facts, strategy, size, overlap, build, encode) for strategy in OURS]
        for peer in PEERS:
            try:
                pieces, seconds = run(peer, tokenizer, text, size, overlap)
            except NoAnswerError as reason:
                print(f"    {peer.name:24} {reason}", flush=True)
                continue
            above = sum(n > size for n in tokenizer.count(pieces))
            told = f"each   {seconds / encode:7.3f}   {seconds / changes[0]:6.0f} times a change of ours"
            print(f"    {peer.name:24} {len(pieces):7,} chunks {above:5,} above the size   {told}", flush=True)


def levels_of(facts: Facts, pieces: Sequence[str]) -> list[Level] | None:
    """The levels of the cuts between a peer's chunks, white space beside a cut left out; None where one is not found.

    A cut counts as the strongest of ours in the white space around it.
    """
    text, at, bounds = facts.text, 0, []
    for piece in (p.strip() for p in pieces):
        start = text.find(piece, at)
        if start < 0:
            return None
        bounds.append((start, start + len(piece)))
        at = start + 1
    found = []
    for (_, end), (start, _) in pairwise(bounds):
        places = np.arange(min(end, start), start + 1)
        found.append(Level(int(facts.cuts("unicode").levels_at(text, places).max())))
    return found


def tell_cuts(name: str, counts: Sequence[int], size: int, least: int, levels: Sequence[Level] | None) -> None:
    """One row of the second table."""
    small = sum(n * 4 < size for n in counts) / len(counts)
    above = sum(n > size for n in counts)
    cuts = "cuts not found in the text"
    if levels is not None:
        cuts = f"word {levels.count(Level.WORD):5,}  hard {levels.count(Level.HARD):5,}"
    print(f"    {name:24} {len(counts):6,} chunks {len(counts) / least:6.3f} of the least   small {small:5.1%}   "
          f"{cuts}   {above:,} above the size", flush=True)  # fmt: skip


def cuts(path: Path, tokenizer: FileTokenizer, size: int) -> None:
    """Print how many chunks a document needs, and where it is cut."""
    facts = Facts.build(path.read_bytes().decode(), tokenizer)
    least = fewest_chunks(len(facts.tokens), checked(size=size))
    print(f"\n{path.stem}, {len(facts.tokens):,} tokens at {size}: at least {least:,} chunks")
    for strategy in OURS:
        result = chunk(facts, checked(strategy, size))
        levels = [result.level(k) for k in range(len(result) - 1)]
        tell_cuts(f"inspector {strategy}", result.counts.tolist(), size, least, levels)
    for peer in PEERS:
        try:
            pieces, _ = run(peer, tokenizer, facts.text, size)
        except NoAnswerError as reason:
            print(f"    {peer.name:24} {reason}", flush=True)
            continue
        tell_cuts(peer.name, tokenizer.count(pieces), size, least, levels_of(facts, pieces))


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--length", type=int, default=1_000_000)
    parser.add_argument("--tokenizer", default="bert-base-uncased")
    parser.add_argument("--corpora", type=Path, default=Path("../shared/evaluation/corpora"))
    parser.add_argument("--texts", default="|".join([REAL, *TEXTS]))
    options = parser.parse_args()
    tokenizer = load_tokenizer(options.tokenizer)
    if not isinstance(tokenizer, FileTokenizer):
        raise SystemExit(f"the peers need a tokenizer.json, and {tokenizer.name} is none")
    documents = [path for name in CORPORA if (path := options.corpora / f"{name}.md").is_file()]
    for name in options.texts.split("|"):
        if name == REAL:
            text = "\n\n".join(path.read_bytes().decode() for path in documents)[: options.length]
        else:
            text = TEXTS[name](options.length)
        if text:
            speed(name, text, tokenizer, options.size)
        else:
            print(f"\n{options.corpora} holds none of {', '.join(CORPORA)}")
    for path in documents:
        cuts(path, tokenizer, options.size)


if __name__ == "__main__":
    try:
        main()
    except CannotError as error:
        raise SystemExit(str(error)) from error
