"""The window as a whole: its title, the room that each part has, the first document, closing."""

import itertools
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inspector import app
from inspector.views.theme import current
from tests.views.shown_window import KEY, at_rest, press


def test_the_title_names_the_document(window):
    assert window.windowTitle() == "Inspector · rain.txt"
    window.session.close_document()
    assert window.windowTitle() == "Inspector"


def test_the_document_takes_at_least_half_of_the_window(window, qtbot):
    window.resize(1440, 920)
    window.panes.reset()
    qtbot.wait(50)
    view = window.document_view
    assert view.width() * view.height() >= 0.5 * window.width() * window.height()


def test_a_query_of_blanks_shows_no_scores(window, qtbot):
    line = window.panels.query.line
    qtbot.keyClicks(line, "   ")
    press(qtbot, line, KEY.Key_Return)
    qtbot.wait(300)
    assert window.session.scores is None
    assert window.panels.query.plot.scored is None
    assert not window.panels.query.ranking.isVisibleTo(window.panels.query)


def test_without_a_file_the_first_sample_opens_with_its_own_settings(make, preferences, qtbot):
    window = make(preferences)
    app.open_first(window, None)
    at_rest(window, qtbot)
    assert window.session.document.sample == "field-guide"
    assert (window.session.parameters.size, window.session.parameters.overlap) == (72, 14)


@pytest.mark.parametrize("wait", [0, 40, 300])
def test_closing_while_a_document_loads_ends_quickly_with_status_0(tmp_path, wait):
    path = tmp_path / "blob.txt"
    path.write_text("QUJD+/xy" * 250_000)
    program = (
        "import sys\n"
        "from PySide6.QtCore import QTimer\n"
        "from inspector import app\n"
        "from inspector.model.preferences import Preferences\n"
        "window_made = app.make_window\n"
        "def make(*a):\n"
        "    window = window_made(*a)\n"
        f"    QTimer.singleShot({wait}, window.close)\n"
        "    return window\n"
        "app.make_window = make\n"
        "import time\n"
        "begin = time.monotonic()\n"
        f"status = app.run({str(path)!r}, preferences=Preferences())\n"
        "print(time.monotonic() - begin)\n"
        "sys.exit(status)\n"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(Path(app.__file__).parents[1])}
    begin = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    assert (done.returncode, done.stderr.replace("This plugin does not support propagateSizeHints()\n", "")) == (0, "")
    assert time.monotonic() - begin < 20
    assert float(done.stdout) < wait / 1000 + 4


def test_a_marked_answer_hides_nothing_at_the_usual_size(window, qtbot):
    window.resize(1440, 920)
    window.reset_layout()
    session, query = window.session, window.panels.query
    session.set_query("river")
    at_rest(window, qtbot)
    session.select(3)
    window.document_view.select_text(10, 60)
    window.mark_answer()
    qtbot.wait(100)
    parts = [query.line, query.plot, query.fold_row, query.heading, query.ranking, query.answer]
    for above, below in itertools.pairwise(parts):
        assert above.geometry().bottom() < below.geometry().top()
    assert query.ranking.height() >= 2 * query.ranking.rowHeight(0)
    details = window.panels.details
    assert details.verticalScrollBar().maximum() == 0, "all of the details can be seen"


def test_every_pane_where_f6_stops_shows_that_it_has_the_keyboard(window, qtbot):
    window.session.set_query("river")
    at_rest(window, qtbot)
    accent = current().accent.name()
    for pane in (window.panels.query.ranking, window.panels.details, window.panels.findings.rows, window.panels.budget):
        pane.setFocus()
        qtbot.wait(30)
        image = pane.grab().toImage()
        scale = image.devicePixelRatio()
        edge = [image.pixelColor(x, int(image.height() - 1 * scale)) for x in range(10, image.width() - 10, 10)]
        colours = {colour.name() for colour in edge}
        assert accent in colours, pane


def test_optimal_says_how_few_chunks_there_could_be(window, qtbot):
    window.session.set_strategy("optimal")
    at_rest(window, qtbot)
    tokens = len(window.session.facts.tokens)
    assert window.status.chunks.text().endswith(f"chunks, fewest possible {-(-tokens // 20)}")
    window.session.set_strategy("recursive")
    at_rest(window, qtbot)
    assert "fewest" not in window.status.chunks.text()
    assert f"{-(-tokens // 20)} chunks would be enough" in window.status.chunks.toolTip()
