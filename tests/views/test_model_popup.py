"""The model's popup in a window, with real keys: models, tokenizers, files dropped and asked for, one's own models."""

import itertools
import json

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from inspector.app import make_window
from inspector.core.minilm import MiniLM
from inspector.core.models import model
from inspector.core.paths import resource
from inspector.model.model_words import whose_scores
from inspector.model.preferences import Preferences
from inspector.model.session import Session
from inspector.views.window import MainWindow
from tests.model.opened import RAIN, FakeEmbedder

KEY = Qt.Key
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


class Embedder(FakeEmbedder):
    """Counts letters under the name of the one that embeds."""

    name = MiniLM.name


@pytest.fixture
def preferences():
    return Preferences()


@pytest.fixture
def window(qtbot, preferences):
    window = MainWindow(Session(embedder=Embedder()), preferences)
    qtbot.addWidget(window)
    window.show()
    window.session.open_bytes(RAIN.encode(), "rain.txt")
    at_rest(window, qtbot)
    yield window
    window.controls.model.popup.hide()
    window.close()


@pytest.fixture
def popup(window, qtbot):
    qtbot.keyClick(window.controls.model, KEY.Key_Space)
    return window.controls.model.popup


@pytest.fixture
def truncating(tmp_path):
    """A folder with a tokenizer.json that truncates."""
    folder = tmp_path / "mine"
    folder.mkdir()
    state = json.loads(resource("tokenizers", "bert-base-uncased", "tokenizer.json").read_text(encoding="utf-8"))
    state["truncation"] = {"direction": "Right", "max_length": 77, "strategy": "LongestFirst", "stride": 0}
    (folder / "tokenizer.json").write_text(json.dumps(state), encoding="utf-8")
    return folder


def at_rest(window, qtbot):
    session = window.session
    qtbot.waitUntil(lambda: session.facts is not None and session.at_rest, timeout=20000)


def choose(qtbot, combo, text):
    """Choose an entry as a keyboard does."""
    combo.setFocus()
    qtbot.keyClick(combo, KEY.Key_Down)
    view = combo.view()
    assert view.isVisible()
    QTest.keyClicks(view, text)
    qtbot.keyClick(view, KEY.Key_Return)
    qtbot.waitUntil(lambda: combo.currentText() == text)


def drop(window, *paths):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    event = QDropEvent(QPointF(200, 200), action, mime, button, Qt.KeyboardModifier.NoModifier)
    window.dropEvent(event)


def test_a_model_that_is_chosen_sets_context_and_prefix_and_says_whose_scores_these_are(window, popup, qtbot):
    assert popup.scores.isHidden()
    choose(qtbot, popup.model, "e5-small-v2")
    at_rest(window, qtbot)
    assert (window.session.limits.context, window.session.limits.prefix) == (512, "passage: ")
    assert window.controls.model.text() == "e5-small-v2 · 512"
    assert (popup.context.value(), popup.prefix.text()) == (512, "passage: ")
    source = "Source: https://huggingface.co/intfloat/e5-small-v2: model card:"
    assert f"e5-small-v2: 512. {source} longer texts are cut at 512 tokens" in popup.context.toolTip()
    assert f"e5-small-v2: “passage: ”. {source} query and passage" in popup.prefix.toolTip()
    assert popup.unchecked.isHidden()
    assert popup.scores.text() == whose_scores("e5-small-v2", "all-MiniLM-L6-v2")
    assert popup.query_prefix.text() == "The query's prefix “query: ” is not used: all-MiniLM-L6-v2 makes the scores."
    assert popup.differs.isHidden()
    assert not popup.scores.isHidden()


def test_a_context_of_ones_own_is_told_as_a_change_to_the_model(popup, qtbot):
    popup.context.selectAll()
    QTest.keyClicks(popup.context, "300")
    qtbot.keyClick(popup.context, KEY.Key_Return)
    assert popup.differs.text() == "Not as all-MiniLM-L6-v2 has it: context 300 instead of 256."


def test_a_tokenizer_is_chosen_apart_from_the_model(window, popup, qtbot):
    choose(qtbot, popup.tokenizer, "words")
    at_rest(window, qtbot)
    assert window.status.tokenizer.text() == "words"
    assert window.session.model.name == "all-MiniLM-L6-v2"
    assert window.session.chunking.tokens.sum() == len(RAIN.split())
    assert "tokenizer words instead of bert-base-uncased" in popup.differs.text()
    assert popup.switched_off.isHidden()


def test_a_model_with_a_tokenizer_of_its_own_waits_for_the_file(window, popup, qtbot, monkeypatch, truncating):
    choose(qtbot, popup.model, "bge-m3")
    assert popup.waits.text().startswith("bge-m3 counts with its own tokenizer.json: open it.")
    assert window.controls.model.text() == "all-MiniLM-L6-v2 · 256"
    path = str(truncating / "tokenizer.json")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (path, ""))
    qtbot.keyClick(popup.open_file, KEY.Key_Space)
    at_rest(window, qtbot)
    assert not popup.isVisible()
    assert window.controls.model.text() == "bge-m3 · 8,192"
    assert window.status.tokenizer.text() == "mine/tokenizer.json"
    assert popup.tokenizer.currentText() == "mine/tokenizer.json"
    assert "truncation to 77 tokens" in popup.switched_off.text()
    assert popup.waits.isHidden()


def test_figures_that_no_source_was_found_for_are_told(window, popup, qtbot):
    choose(qtbot, popup.model, "multilingual-e5-base")
    assert popup.unchecked.text() == "Not checked against a source: prefixes."
    assert "This program ships none that counts for it." in popup.waits.text()
    popup.model.chosen.emit(model("gte-base"))
    at_rest(window, qtbot)
    assert popup.unchecked.text() == "Not checked against a source: prefixes."
    assert "gte-base: none. Not checked against a source." in popup.prefix.toolTip()
    assert "Not checked against a source: prefixes." in window.controls.model.toolTip()


def test_a_model_that_is_counted_by_a_tokenizer_not_its_own_says_so(window, popup, qtbot):
    choose(qtbot, popup.model, "bge-m3")
    choose(qtbot, popup.tokenizer, "words")
    at_rest(window, qtbot)
    assert window.controls.model.text() == "bge-m3 · 8,192"
    assert popup.differs.text() == "Not as bge-m3 has it: tokenizer words instead of its own tokenizer.json."
    assert popup.differs.text() in window.controls.model.toolTip()


def test_a_file_dialog_that_is_left_changes_nothing(window, popup, qtbot, monkeypatch):
    choose(qtbot, popup.model, "bge-m3")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    qtbot.keyClick(popup.open_folder, KEY.Key_Space)
    assert popup.model.currentText() == "all-MiniLM-L6-v2"
    assert popup.waits.isHidden()


def test_a_folder_without_a_tokenizer_is_refused_and_all_stays(window, popup, qtbot, monkeypatch, tmp_path):
    before = window.session.chunking
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    qtbot.keyClick(popup.open_folder, KEY.Key_Space)
    qtbot.waitUntil(lambda: window.notices.shown() is not None and window.notices.shown().kind == "error")
    assert "holds no tokenizer.json" in window.notices.shown().text
    assert window.session.chunking is before
    assert popup.tokenizer.currentText() == "bert-base-uncased"


@pytest.mark.parametrize("as_folder", [False, True])
def test_a_tokenizer_that_is_dropped_counts_and_is_no_document(window, qtbot, truncating, as_folder):
    drop(window, truncating if as_folder else truncating / "tokenizer.json")
    qtbot.waitUntil(lambda: window.session.tokenizer_name != "bert-base-uncased", timeout=10000)
    at_rest(window, qtbot)
    assert window.session.document.name == "rain.txt"
    assert window.status.tokenizer.text() == ("mine" if as_folder else "mine/tokenizer.json")


def test_another_json_that_is_dropped_is_a_document(window, qtbot, tmp_path):
    path = tmp_path / "other.json"
    path.write_text('{"a": "one two"}', encoding="utf-8")
    drop(window, path)
    qtbot.waitUntil(lambda: window.session.document.name == "other.json", timeout=10000)
    at_rest(window, qtbot)
    assert window.session.tokenizer_name == "bert-base-uncased"


def test_settings_are_saved_as_ones_own_model_remembered_and_removed(window, popup, qtbot, preferences):
    popup.prefix.setFocus()
    QTest.keyClicks(popup.prefix, "doc: ")
    qtbot.keyClick(popup.prefix, KEY.Key_Return)
    QTest.keyClicks(popup.own.name, "mine")
    qtbot.keyClick(popup.own.name, KEY.Key_Return)
    assert window.controls.model.text() == "mine · 256"
    assert popup.model.currentText() == "mine"
    kept = preferences.own_models()
    assert [(one.name, one.tokenizer, one.context, one.document_prefix) for one in kept] == [
        ("mine", "bert-base-uncased", 256, "doc: ")
    ]
    qtbot.mouseClick(popup.own.remove_button, Qt.MouseButton.LeftButton)
    assert preferences.own_models() == ()
    assert popup.model.findText("mine") < 0
    assert popup.differs.text() == "Not as all-MiniLM-L6-v2 has it: prefix “doc: ” instead of nothing."
    assert popup.own.remove_button.isHidden()


def test_nothing_in_the_popup_is_cut_off_or_covered(window, popup, qtbot):
    window.session.set_limits(context=1)
    window.session.set_model(model("e5-small-v2"))
    choose(qtbot, popup.model, "multilingual-e5-base")
    qtbot.wait(50)
    shown = [label for label in popup.findChildren(QLabel) if label.isVisible()]
    assert len(shown) > 9
    assert popup.height() == popup.layout().totalHeightForWidth(popup.width()) > 400
    assert popup.own.height() >= popup.own.sizeHint().height()
    for label in shown:
        assert label.height() >= label.heightForWidth(label.width()), label.text()
    column = [
        popup.model,
        popup.waits,
        popup.unchecked,
        popup.embedder,
        popup.scores,
        popup.tokenizer,
        popup.open_file.parentWidget(),
    ]
    column += [popup.switched_off, popup.context, popup.prefix, popup.headings, popup.query_prefix, popup.own]
    for above, below in itertools.pairwise(column):
        assert above.geometry().bottom() < below.geometry().top()


def test_the_name_of_a_known_model_is_refused_for_ones_own(popup, qtbot, preferences):
    QTest.keyClicks(popup.own.name, "bge-m3")
    qtbot.keyClick(popup.own.name, KEY.Key_Return)
    assert popup.own.refusal.text() == "Not saved: bge-m3 is the name of a known model, take another one"
    assert preferences.own_models() == ()


def test_model_and_tokenizer_come_back_at_the_next_start(qtbot, preferences):
    preferences.set("model", {"name": "text-embedding-3-small", "tokenizer": "cl100k_base"})
    preferences.set("limits", vars(model("text-embedding-3-small").limits()))
    window = make_window(preferences)
    qtbot.addWidget(window)
    window.session.open_bytes(RAIN.encode(), "rain.txt")
    at_rest(window, qtbot)
    assert window.controls.model.text() == "text-embedding-3-small · 8,191"
    assert window.session.facts.tokenizer.name == "cl100k_base"
    window.close()
    assert preferences.get("model") == {"name": "text-embedding-3-small", "tokenizer": "cl100k_base"}


def test_a_tokenizer_that_is_gone_at_the_next_start_is_told(qtbot, preferences):
    preferences.set("model", {"name": "bge-m3", "tokenizer": "/nowhere/tokenizer.json"})
    window = make_window(preferences)
    qtbot.addWidget(window)
    assert any("not there any more: /nowhere/tokenizer.json" in notice.text for notice in window.notices.log)
    window.close()


def test_every_field_of_the_popup_has_a_name_for_those_who_do_not_see_it(popup):
    for field in (popup.model, popup.tokenizer, popup.context, popup.prefix, popup.headings, popup.own.name):
        assert field.accessibleName()
    assert popup.open_file.text()
