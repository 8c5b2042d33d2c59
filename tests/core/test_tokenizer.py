"""Tokenizers by name, file and folder; their ids against published ones and independent slow implementations."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import regex

from inspector.core import encoding
from inspector.core.errors import CannotError, RefusedError
from inspector.core.tokenizer import SHIPPED, TOKENIZERS, FileTokenizer, load_tokenizer
from tests.core.texts import PIECES
from tests.core.tiny_tokenizers import file_of

GOLDEN = Path(__file__).parents[1] / "golden"
SAMPLES = Path(__file__).parents[2] / "resources" / "samples"
# As the vendor writes them, in the dialect of another engine than the library's.
PATTERNS = {
    "cl100k_base": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++\Z|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k_base": (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
}


def ids(name: str, text: str) -> list[int]:
    return load_tokenizer(name).input_ids([text])[0]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("bert-base-uncased", "hello world", [101, 7592, 2088, 102]),
        ("cl100k_base", "hello world", [15339, 1917]),
        ("o200k_base", "hello world", [24912, 2375]),
        ("cl100k_base", "<|endoftext|><|endofprompt|>", [100257, 100276]),
        ("o200k_base", "<|endoftext|><|endofprompt|>", [199999, 200018]),
    ],
)
def test_published_ids(name: str, text: str, expected: list[int]) -> None:
    assert ids(name, text) == expected


@cache
def ranks(name: str) -> dict[bytes, int]:
    """The rank of each token as bytes, from the vocabulary alone."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    letters = {chr(b): b for b in plain} | {
        chr(0x100 + k): b for k, b in enumerate(b for b in range(256) if b not in plain)
    }
    vocabulary = load_tokenizer(name)._inner.get_vocab()
    return {bytes(letters[c] for c in token): n for token, n in vocabulary.items() if not token.startswith("<|")}


@cache
def slow_piece(name: str, piece: bytes) -> tuple[int, ...]:
    """Byte pair encoding of one piece: the pair of lowest rank is merged, again and again."""
    known = ranks(name)
    parts = [piece[k : k + 1] for k in range(len(piece))]
    while len(parts) > 1:
        best = min(range(len(parts) - 1), key=lambda k: known.get(parts[k] + parts[k + 1], 1 << 30))
        if parts[best] + parts[best + 1] not in known:
            break
        parts[best : best + 2] = [parts[best] + parts[best + 1]]
    return tuple(known[part] for part in parts)


def slow_ids(name: str, text: str) -> list[int]:
    pieces = regex.findall(PATTERNS[name], text)
    assert "".join(pieces) == text
    return [n for piece in pieces for n in slow_piece(name, piece.encode())]


def some_texts(count: int) -> list[str]:
    rng = random.Random(5)
    samples = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob("*.*")) if path.suffix != ".json"
    )
    scripts = (
        range(0x20, 0x250),
        range(0x370, 0x600),
        range(0x900, 0xE80),
        range(0x3040, 0x3100),
        range(0x4E00, 0x9FA0),
    )
    result = []
    for k in range(count):
        start = rng.randrange(len(samples))
        result.append(
            (
                "".join(rng.choice(PIECES) for _ in range(rng.randrange(1, 25))),
                "".join(chr(rng.choice(rng.choice(scripts))) for _ in range(rng.randrange(1, 40))),
                samples[start : start + rng.randrange(1, 300)],
                "".join(rng.choice("aB '\n\t1/.é中") for _ in range(rng.randrange(1, 20))),
            )[k % 4]
        )
    return result


@pytest.mark.parametrize("name", PATTERNS)
def test_byte_level_ids_are_those_of_a_slow_encoding_by_rank(name: str) -> None:
    texts = some_texts(3000)
    found = load_tokenizer(name).input_ids(texts)
    assert [(t, n) for t, n in zip(texts, found, strict=True) if n != slow_ids(name, t)] == []


def test_every_token_of_a_rank_file_encodes_to_itself() -> None:
    tokenizer = load_tokenizer("cl100k_base")
    for token, rank in list(ranks("cl100k_base").items())[::37]:
        piece = token.decode("utf-8", errors="ignore")
        if piece.encode() == token and regex.fullmatch(PATTERNS["cl100k_base"], piece):
            assert tokenizer.input_ids([piece]) == [[rank]]


def test_unigram_ids_are_those_of_sentencepiece() -> None:
    # Left out: clusters that the library's normaliser reads differently, see resources/tokenizers/README.md.
    rows = [json.loads(line) for line in (GOLDEN / "unigram_pieces.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) >= 390
    found = load_tokenizer("use-multilingual-v3").input_ids([row["text"] for row in rows])
    assert found == [row["ids"] for row in rows]


@pytest.mark.parametrize("name", TOKENIZERS)
def test_every_tokenizer_counts_nothing_in_an_empty_text(name: str) -> None:
    tokenizer = load_tokenizer(name)
    assert tokenizer.name == name
    assert tokenizer.count(["", ""]) == [0, 0]
    assert len(tokenizer.encode("", None, None)) == 0
    assert tokenizer.count_input([""], "") == [tokenizer.special_tokens]


def test_words_and_characters_are_tokenizers_too() -> None:
    text = " two\twords\x1c three\n"
    words, characters = load_tokenizer("words"), load_tokenizer("characters")
    assert words.count([text, "x"]) == [3, 1]
    assert words.count_input(["b c"], "a") == [2]
    assert words.encode(text, None, None).starts.tolist() == [1, 5, 12]
    assert characters.count([text]) == [len(text)]
    assert characters.encode(text, None, None).starts.tolist() == list(range(len(text)))
    assert (words.special_tokens, characters.special_tokens) == (0, 0)


def test_progress_is_told_in_characters_and_ends_with_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "SLICE", 4_000)
    text = "人工智能，" * 10_000
    for name in TOKENIZERS:
        told: list[tuple[int, int]] = []
        load_tokenizer(name).encode(text, lambda done, total, told=told: told.append((done, total)), None)
        assert told[-1] == (len(text), len(text))
        assert told == sorted(told)


def test_a_tokenizer_is_read_from_a_file_or_from_the_folder_that_holds_it() -> None:
    path = file_of("like gpt-2")
    by_file, by_folder = load_tokenizer(str(path)), load_tokenizer(str(path.parent))
    assert by_file.count(["some text"]) == by_folder.count(["some text"])
    assert (by_file.name, by_folder.name) == (str(path), str(path.parent))


def cached_model(folder: Path, *snapshots: str) -> Path:
    """A model's folder as the Hugging Face cache lays it out: files are links to blobs."""
    model = folder / "models--org--name"
    (model / "blobs").mkdir(parents=True)
    (model / "refs").mkdir()
    for k, kind in enumerate(snapshots):
        place = model / "snapshots" / f"{k}abc"
        place.mkdir(parents=True)
        (model / "blobs" / f"{k}blob").write_bytes(file_of(kind).read_bytes())
        (place / "tokenizer.json").symlink_to(model / "blobs" / f"{k}blob")
    return model


def test_in_the_cache_the_revision_called_main_is_taken(tmp_path: Path) -> None:
    model = cached_model(tmp_path, "like gpt-2", "like xlm-roberta", "like gemma")
    (model / "refs" / "main").write_text("1abc")
    tokenizer = load_tokenizer(str(model))
    assert tokenizer.count(["a word"]) == load_tokenizer(str(file_of("like xlm-roberta"))).count(["a word"])
    assert tokenizer.special_tokens == load_tokenizer(str(file_of("like xlm-roberta"))).special_tokens


def test_in_the_cache_the_newest_snapshot_is_taken_when_none_is_called_main(tmp_path: Path) -> None:
    import os

    model = cached_model(tmp_path, "like gemma", "like gpt-2")
    os.utime(model / "snapshots" / "0abc", (2e9, 2e9))
    tokenizer = load_tokenizer(str(model))
    assert isinstance(tokenizer, FileTokenizer)
    assert tokenizer._inner.get_vocab() == load_tokenizer(str(file_of("like gemma")))._inner.get_vocab()


def test_a_link_to_a_missing_file_is_told(tmp_path: Path) -> None:
    model = cached_model(tmp_path, "like gpt-2")
    (model / "blobs" / "0blob").unlink()
    for name in (model, model / "snapshots" / "0abc" / "tokenizer.json"):
        with pytest.raises(CannotError, match="not there: was the download completed"):
            load_tokenizer(str(name))


def test_a_folder_without_a_tokenizer_is_refused_with_what_it_holds(tmp_path: Path) -> None:
    with pytest.raises(CannotError, match=r"holds no tokenizer.json; there is: nothing"):
        load_tokenizer(str(tmp_path))
    (tmp_path / "vocab.txt").write_text("a")
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(CannotError, match=r"holds no tokenizer.json; there is: config.json, vocab.txt"):
        load_tokenizer(str(tmp_path) + "/")


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[1]", b"not json", b"\xff\xfe", b'{"model": {"type": "BPE"}}', b"[CLS]\n"]
)
def test_a_file_that_is_no_tokenizer_is_refused_by_name(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(data)
    with pytest.raises(CannotError, match=regex.escape(str(path))):
        load_tokenizer(str(path))


def test_a_file_that_has_changed_is_read_anew_and_one_that_has_not_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(file_of("like gpt-2").read_bytes())
    first = load_tokenizer(str(path))
    assert load_tokenizer(str(path)) is first
    path.write_bytes(file_of("like gemma").read_bytes())
    changed = load_tokenizer(str(path))
    assert isinstance(changed, FileTokenizer)
    assert changed._inner.get_vocab() != first._inner.get_vocab()
    assert load_tokenizer(str(tmp_path))._inner.get_vocab() == changed._inner.get_vocab()
    path.write_bytes(b"broken")
    with pytest.raises(CannotError, match=r"is no tokenizer\.json"):
        load_tokenizer(str(path))


@pytest.mark.parametrize("name", ["", "gpt-5", "\0", "/nowhere/tokenizer.json", "models--org--name"])
def test_a_name_that_is_nothing_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(RefusedError, match=regex.escape(f"{name!r}: known are {', '.join(TOKENIZERS)}")):
        load_tokenizer(name)


@pytest.mark.parametrize("name", ["x" * 5000, "~nobody-of-that-name/tokenizer.json"])
def test_a_path_that_no_file_can_have_is_told(name: str) -> None:
    with pytest.raises(RefusedError, match="unknown tokenizer '"):
        load_tokenizer(name)


def test_what_ships_has_its_licence_and_notice() -> None:
    folder = SAMPLES.parent / "tokenizers"
    for name in SHIPPED:
        assert {"LICENSE", "NOTICE"} <= {p.name for p in (folder / name).iterdir()}
        assert name in (folder / "README.md").read_text(encoding="utf-8")


def test_threads_may_share_a_tokenizer() -> None:
    from concurrent.futures import ThreadPoolExecutor

    tokenizer, text = load_tokenizer("use-multilingual-v3"), "shared text, 第一句。 " * 2000
    expected = tokenizer.encode(text, None, None).starts
    with ThreadPoolExecutor(4) as pool:
        for starts in pool.map(lambda _: tokenizer.encode(text, None, None).starts, range(8)):
            assert np.array_equal(starts, expected)


def test_a_folder_that_cannot_be_searched_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(CannotError, match=r"cannot be searched for a tokenizer.json: Permission denied"):
        load_tokenizer(str(tmp_path))


def test_a_folder_whose_revision_is_no_text_says_so(tmp_path: Path) -> None:
    (tmp_path / "refs").mkdir()
    (tmp_path / "refs" / "main").write_bytes(b"\xff\xfe")
    with pytest.raises(CannotError, match=r"cannot be searched for a tokenizer.json: 'utf-8'"):
        load_tokenizer(str(tmp_path))
