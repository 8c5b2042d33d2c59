"""The help on scores: reached from the menu, says each method with its limits, shows no sign of its markup."""

import pytest

from inspector.core.bm25 import K1
from inspector.views.scores_help import SECTIONS, ScoresHelp


def test_each_method_is_told_with_its_limits(qtbot):
    dialog = ScoresHelp()
    qtbot.addWidget(dialog)
    text = dialog.page.toPlainText()
    for words in ("arXiv 2409.04701", ".93 to .96", "about half", "different ranges", f"k1 = {K1}", "not read"):
        assert words in text
    for heading, paragraphs in SECTIONS:
        assert heading in text
        assert all(paragraph in text for paragraph in paragraphs)
    assert "<" not in text


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_menu_opens_it_beside_the_work_and_again_in_front(window, qtbot):
    action = window.actions_table.by_name["scores-help"]
    action.trigger()
    help_page = window.findChild(ScoresHelp)
    qtbot.waitUntil(help_page.isVisible)
    assert not help_page.isModal()
    help_page.close()
    action.trigger()
    assert window.findChildren(ScoresHelp) == [help_page]
    assert help_page.isVisible()
