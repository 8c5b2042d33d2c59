"""Code points of a text, converted in parts, are those of the whole."""

import numpy as np
import pytest

from inspector.core import codepoints
from inspector.core.codepoints import codes, spaces


@pytest.mark.parametrize("text", ["plain text", "café \x85", "中 文\u2003x", "a \U0001f600\u2028b", ""])
def test_a_text_converted_in_parts_has_the_same_points_and_blanks(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(codepoints, "SLICE", 3)
    points = codes(text)
    assert points.tolist() == [ord(c) for c in text]
    assert spaces(points).tolist() == [c.isspace() for c in text]
    assert points.dtype == (np.uint8 if all(ord(c) < 256 for c in text) else np.uint32)


def test_half_a_character_is_an_error_that_tells_where_in_the_whole_text_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codepoints, "SLICE", 3)
    with pytest.raises(UnicodeEncodeError) as raised:
        codes("中 abcde\ud800 f")
    assert (raised.value.start, raised.value.end) == (7, 8)
