"""The menu Query with several queries: added by key, loaded, saved, cleared, and remembered to the next start."""

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from tests.views.shown_window import KEY, MOD, at_rest, press


def texts(window):
    return [entry.text for entry in window.session.queries.entries]


def test_ctrl_return_adds_the_question_to_the_list(window, qtbot):
    action = window.actions_table.by_name["add-query"]
    assert not action.isEnabled()
    press(qtbot, window.document_view, KEY.Key_L, MOD.ControlModifier)
    qtbot.keyClicks(window.panels.query.line, "the miller")
    qtbot.waitUntil(action.isEnabled)
    press(qtbot, window.panels.query.line, KEY.Key_Return, MOD.ControlModifier)
    assert texts(window) == ["the miller"]


def test_queries_are_loaded_saved_and_cleared(window, qtbot, tmp_path, monkeypatch):
    table = window.actions_table.by_name
    source, target = tmp_path / "some.txt", tmp_path / "all.json"
    source.write_text("the miller\nthe river\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(source), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    assert not table["save-queries"].isEnabled()
    table["load-queries"].trigger()
    assert texts(window) == ["the miller", "the river"]
    qtbot.waitUntil(table["save-queries"].isEnabled)
    table["save-queries"].trigger()
    assert json.loads(target.read_text()) == {"queries": [{"query": "the miller"}, {"query": "the river"}]}
    table["clear-queries"].trigger()
    assert texts(window) == []


def test_drawn_queries_have_their_scores_even_while_nothing_is_asked(window, qtbot):
    window.session.queries.add("the miller")
    at_rest(window, qtbot)
    (line,) = window.session.query_lines
    assert line.query == "the miller"
    plot = window.panels.query.plot
    assert plot.message.text() == ""
    assert plot.header.caption.text() == "cosine of the listed queries"
    assert not window.panels.query.ranking.isVisible()


def test_scores_and_keywords_are_chosen_in_the_menu(window, qtbot):
    table, session = window.actions_table.by_name, window.session
    table["scores-exact"].trigger()
    assert session.score_mode == "exact"
    assert window.panels.query.mode.currentText() == "exact only"
    table["keywords"].trigger()
    assert session.keywords.on
    session.set_query("river")
    at_rest(window, qtbot)
    assert session.keywords.scores is not None
    assert window.panels.query.keywords.isChecked()
    qtbot.waitUntil(table["keywords"].isChecked)


def test_a_model_without_token_vectors_has_no_pass_to_choose(window, qtbot):
    window.session.set_query("river")
    at_rest(window, qtbot)
    assert window.session.token_pass.state == "unavailable"
    qtbot.waitUntil(lambda: not window.actions_table.by_name["scores-pooled"].isEnabled())


def test_list_and_choices_come_back_at_the_next_start(make, preferences, qtbot):
    first = make(preferences)
    first.session.queries.add("the miller")
    first.session.queries.add("the river")
    first.session.queries.draw("the miller", on=False)
    first.session.set_score_mode("exact")
    first.session.keywords.set_on(True)
    first.close()
    second = make(preferences)
    assert [(entry.text, entry.slot) for entry in second.session.queries.entries] == [
        ("the miller", None), ("the river", 1),
    ]  # fmt: skip
    assert second.session.score_mode == "exact"
    assert second.session.keywords.on
    assert second.panels.query.keywords.isChecked()
    assert second.panels.query.queries.isVisibleTo(second.panels.query)


def test_the_list_is_reached_with_the_tab_key(window, qtbot):
    window.session.queries.add("the miller")
    window.session.set_query("river")
    at_rest(window, qtbot)
    panel = window.panels.query
    panel.focus_query()
    seen = []
    for _ in range(14):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        seen.append(window.focusWidget())
    for widget in (panel.add, panel.queries.fold, panel.queries.view, panel.plot, panel.mode, panel.keywords):
        assert widget in seen, widget
