"""Texts that are hard to cut, for hypothesis: pieces that trip splitters, put together at random."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = (
    "word", "Another", "sentence.",
    "Dr.", "No.", "9.", "29.", "Juli", "end!", "really?", "…", "e.g.", "x", "distributio",
    " ", " ", " ", "  ", "     ", "\t", "\n", "\n\n", "\r\n", "\r\n\r\n", "\r", "\u2028", "\u2029", "\x85", "\v", "\f",
    "\x1c", "\x1f", "\u00a0", "\u3000", "\u200b", "\u00ad", "\ufeff", "\x00", "\ufdd0",
    "第一句。", "第二句！", "水，泵；",
    "汉字没有空格的长句子", "「引」", "한국어", "ไทยไม่มีช่องว่าง", "क्षेत्र", "هل؟", "یہ۔", "है।",
    "👩\u200d👩\u200d👧\u200d👦", "👍🏽", "🇩🇪🇫🇷", "❤\ufe0f", "e\u0301", "a\u0308\u0323", "\u0301", "\u200d", "\u0600",
    "[SEP]", "[UNK]", "[CLS",
    "SEP]", "((", "))", "\"", "”", "'s", "=====", "3.14", "v1.2.3", "https://example.org/a?b=c&d=e",
    "0f3a9c7b" * 14, "QmFzZTY0/+" * 7, "Supercalifragilisticexpialidocious", "ß", "İ", "ﬁ", "½", "㍿", "𝔘𝔫𝔦",
)  # fmt: skip

TAME = tuple(p for p in PIECES if not any(c in "\v\f\x1c\x1f\x85" for c in p))
"""Those without the control characters that the BERT normaliser deletes between words."""


def texts(pieces: tuple[str, ...] = PIECES, most: int = 40) -> st.SearchStrategy[str]:
    """Up to `most` pieces in a row, sometimes arbitrary Unicode instead."""
    joined = st.lists(st.sampled_from(pieces), max_size=most).map("".join)
    return st.one_of(joined, joined, st.text(max_size=60)) if pieces is PIECES else joined


@st.composite
def sizes(draw: st.DrawFn) -> tuple[int, int]:
    """A size from 1 and an overlap up to size - 1."""
    size = draw(st.one_of(st.integers(1, 12), st.integers(1, 64)))
    return size, draw(st.integers(0, size - 1))
