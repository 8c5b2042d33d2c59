"""The kept picture of the letters looks like the letters, and is thrown away when these change."""

import numpy as np
import pytest
from PySide6.QtGui import QPainter, QPixmap

from inspector.core.direction import has_right_to_left
from inspector.core.rows import BrokenRows
from inspector.views.document_frame import Frame
from inspector.views.document_layout import DocumentLayout
from inspector.views.fonts import document_font
from inspector.views.letters import Letters
from inspector.views.paint_plan import Kind, Piece
from inspector.views.theme import theme

TEXT = "Where the model reads this, too"


@pytest.fixture
def layout(qapp):
    rows = DocumentLayout()
    rows.set_font(document_font())
    show(rows, TEXT)
    return rows


def show(rows, text):
    rows.set_text(text)
    rows.show_rows(BrokenRows(np.zeros(1, np.int64), len(text), has_right_to_left(text)))


def painted(letters, layout, pieces=list, **wanted):
    picture = QPixmap(400, 40)
    picture.fill(theme("light").base)
    painter = QPainter(picture)
    frame = Frame(layout, 0, 0, 400, 40)
    letters.draw(painter, frame, theme("light"), pieces, wanted.pop("white_space", False), **wanted)
    painter.end()
    return picture.toImage()


def difference(first, second):
    """The largest difference of any channel of any pixel."""
    return max(
        abs(one - other)
        for x in range(first.width())
        for y in range(first.height())
        for one, other in zip(first.pixelColor(x, y).getRgb(), second.pixelColor(x, y).getRgb(), strict=True)
    )


def test_drawn_from_the_picture_the_letters_look_as_drawn_directly(layout):
    letters = Letters()
    pieces = [Piece(0, 6, 9, Kind.UNKNOWN), Piece(0, 10, 10, Kind.TOKEN)]
    direct, kept, again = (painted(letters, layout, lambda: pieces) for _ in range(3))
    assert difference(direct, kept) <= 2
    assert kept == again


def test_the_pieces_are_asked_for_only_while_there_is_no_picture(layout):
    letters, asked = Letters(), []
    for _ in range(5):
        painted(letters, layout, lambda: asked.append(1) or [])
    assert len(asked) == 2


def test_another_text_other_signs_and_other_facts_are_drawn_at_once(layout):
    letters = Letters()
    for _ in range(3):
        before = painted(letters, layout)
    assert painted(letters, layout, white_space=True) != before
    for _ in range(3):
        painted(letters, layout)
    assert painted(letters, layout, lambda: [Piece(0, 0, 5, Kind.UNKNOWN)], depends=("other facts",)) != before
    show(layout, "Another text")
    assert painted(letters, layout) != before
