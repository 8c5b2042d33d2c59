"""With the borders of tokens shown, the tooltip tells the tokens below the mouse; their signs in the text are seen."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from inspector.core.facts import Facts
from inspector.core.tokenizer import load_tokenizer
from inspector.views.document_words import plain, token_words
from tests.views.shown_document import point, shown

TEXT = "Embedding chunks of co\u00adoperative snowmen \u2603 [SEP] </b>"


def tip_at(view, qtbot, offset):
    spot = point(view, offset)
    event = QHelpEvent(QEvent.Type.ToolTip, spot, view.viewport().mapToGlobal(spot))
    QApplication.sendEvent(view.viewport(), event)
    qtbot.waitUntil(QToolTip.isVisible)
    words = QToolTip.text()
    QToolTip.hideText()
    return words


@pytest.fixture
def view(qtbot):
    view = shown(qtbot, TEXT)
    view.session.facts = Facts.build(TEXT, load_tokenizer())
    return view


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_key_t_adds_the_token_s_spelling_and_id_to_the_tooltip(view, qtbot):
    assert "##ding" not in tip_at(view, qtbot, 6)
    QTest.keyClick(view, Qt.Key.Key_T)
    assert tip_at(view, qtbot, 6).startswith("##ding \u00b7 4667\n\n#1 of")
    QTest.keyClick(view, Qt.Key.Key_T)
    assert "##ding" not in tip_at(view, qtbot, 6)


def test_unknown_special_lost_and_white_characters_say_what_they_are():
    facts = Facts.build(TEXT, load_tokenizer())
    assert token_words(facts, TEXT.index("\u2603")) == "[UNK] \u00b7 100"
    assert token_words(facts, TEXT.index("SEP")) == "[SEP] \u00b7 102"
    assert token_words(facts, 9) == "white space: no token is made of it here"
    assert token_words(facts, TEXT.index("\u00ad")).startswith("U+00AD soft hyphen: lost")
    between = Facts.build("a \u200b b", load_tokenizer())
    assert token_words(between, 2) == "U+200B zero width space: lost, no token is made of it"


def test_a_character_of_many_tokens_names_all_and_words_have_no_ids():
    facts = Facts.build("\u2603", load_tokenizer("cl100k_base"))
    assert len(token_words(facts, 0).splitlines()) == len(facts.tokens)
    assert token_words(Facts.build("two words", load_tokenizer("words")), 5) == "words"


def test_a_spelling_that_looks_like_a_tag_is_shown_as_it_is():
    assert plain("a \u00b7 1") == "a \u00b7 1"
    assert "&lt;/b&gt;" in plain("</b> \u00b7 5")


@pytest.mark.parametrize(
    "character", [*" \t\u00a0\u3000\u2003\u1680\u200b\u00ad\u2060\ufeff\u200e\n", "\r\n", "\u2028"]
)
def test_white_space_and_characters_without_a_width_are_made_visible(qtbot, character):
    view = shown(qtbot, f"left{character}right")
    before = view.viewport().grab().toImage()
    view.show_whitespace(True)
    assert view.viewport().grab().toImage() != before
    frame = view.frame()
    assert frame.character_at(QPointF(frame.x(0, 2) + 1, frame.top(0) + 4)) == 2


def test_a_character_without_a_width_can_be_seen_when_it_is_gone_to(qtbot):
    view = shown(qtbot, "left\u200bright")
    before = view.viewport().grab().toImage()
    view.flash(4, 5)
    assert view.selected_span() == (4, 5)
    assert view.viewport().grab().toImage() != before
    assert view.frame().spans(0, 4, 5)[0].width() == 3
