"""What a model reads of long texts: the same as of whole encodings, without encoding the whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.embedding import never
from inspector.core.errors import CannotError
from inspector.core.model_inputs import ModelInputs
from inspector.core.tokenizer_file import FileTokenizer
from tests.core.texts import PIECES, texts
from tests.core.tiny_tokenizers import EVERY, tokenizer_of

FILES = [kind for kind in EVERY if isinstance(tokenizer_of(kind), FileTokenizer)]
long_texts = st.lists(st.sampled_from(PIECES), min_size=20, max_size=120).map("".join)


class Watched:
    """A tokenizer that remembers how many characters it was given."""

    def __init__(self, inner: FileTokenizer) -> None:
        self._inner, self.given = inner, 0

    def input_ids(self, texts: list[str]) -> list[list[int]]:
        self.given += sum(map(len, texts))
        return self._inner.input_ids(texts)

    def pieces(self, texts: list[str]) -> list[list[tuple[int, int]]]:
        self.given += sum(map(len, texts))
        return self._inner.pieces(texts)

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)


def tokenizer_file(kind: str) -> FileTokenizer:
    tokenizer = tokenizer_of(kind)
    assert isinstance(tokenizer, FileTokenizer)
    return tokenizer


def cut(inputs: ModelInputs, ids: list[int]) -> list[int]:
    after = len(inputs.specials[1])
    if inputs.context is None or len(ids) <= inputs.context:
        return ids
    return [*ids[: inputs.context - after], *ids[len(ids) - after :]]


@pytest.mark.parametrize("kind", FILES)
@given(st.lists(st.one_of(long_texts, texts()), max_size=4), st.one_of(st.none(), st.integers(3, 40)))
def test_the_rows_are_those_of_whole_encodings(kind: str, some: list[str], context: int | None) -> None:
    tokenizer = tokenizer_file(kind)
    some = [text.encode("utf-8", "replace").decode() for text in some]
    inputs = ModelInputs(tokenizer, context)
    found = [row.tolist() for row in inputs.rows(some, never)]
    assert found == [cut(inputs, ids) for ids in tokenizer.input_ids(some)]


@pytest.mark.parametrize("kind", FILES)
@given(long_texts, st.integers(3, 40))
def test_the_characters_of_the_tokens_are_those_in_the_whole_text(kind: str, text: str, context: int) -> None:
    inputs = ModelInputs(tokenizer_file(kind), context)
    if not inputs.surrounds:
        return
    row = inputs.rows([text], never)[0]
    spans, special = inputs.spans(text, row)
    pieces = tokenizer_file(kind).pieces([text])[0]
    assert spans[~special].tolist() == [list(piece[:2]) for piece in pieces[: int((~special).sum())]]


@pytest.mark.parametrize("kind", ["bert-base-uncased", "cl100k_base", "use-multilingual-v3", "like t5", "like mistral"])
def test_of_a_very_long_text_only_the_beginning_is_encoded(kind: str) -> None:
    text = "The keeper wrote it down, and the bees flew on; it was 2024. " * 12_000
    watched = Watched(tokenizer_file(kind))
    inputs = ModelInputs(watched, 256)  # type: ignore[arg-type]
    assert inputs.surrounds
    (row,) = inputs.rows([text], never)
    inputs.spans(text, row)
    assert watched.given < 20_000
    assert row.tolist() == ModelInputs(tokenizer_file(kind), 256).rows([text[:50_000]], never)[0].tolist()


def test_a_text_with_few_tokens_for_its_length_is_read_as_far_as_it_takes() -> None:
    inputs = ModelInputs(tokenizer_file("bert-base-uncased"), 8)
    text = " " * 5_000 + "one two three four five six seven" + " " * 5_000
    (row,) = inputs.rows([text], never)
    assert row.tolist() == [101, *tokenizer_file("bert-base-uncased").encode_ids("one two three four five six")[0], 102]


def test_a_lone_surrogate_is_an_error_also_behind_what_the_model_reads() -> None:
    inputs = ModelInputs(tokenizer_file("bert-base-uncased"), 8)
    with pytest.raises(CannotError, match="lone surrogate at its character 9000"):
        inputs.rows(["bee " * 2_250 + "\ud800"], never)
