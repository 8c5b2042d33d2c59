"""Files opened, dropped, read in another encoding, exported and listed as recent, in the window."""

import json

from PySide6.QtCore import QMimeData, QUrl

from tests.model.opened import RAIN
from tests.views.shown_window import at_rest, drop


def test_a_dropped_file_and_a_dropped_text_are_opened(window, qtbot, tmp_path):
    path = tmp_path / "dropped.md"
    path.write_bytes("# Häuser\r\n".encode())
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    drop(window, mime)
    qtbot.waitUntil(lambda: window.session.document.name == "dropped.md", timeout=5000)
    assert window.session.document.text == "# Häuser\r\n"
    mime = QMimeData()
    mime.setText("just words")
    drop(window, mime)
    qtbot.waitUntil(lambda: window.session.document.text == "just words", timeout=5000)


def test_a_bad_file_leaves_everything_and_says_why_until_dismissed(window, qtbot, tmp_path):
    chunking = window.session.chunking
    window.files.open(str(tmp_path / "missing.txt"))
    qtbot.waitUntil(window.notices.isVisible, timeout=5000)
    assert window.notices.shown().kind == "error"
    assert "missing.txt" in window.notices.shown().text
    assert window.session.chunking is chunking
    assert window.windowTitle() == "Inspector · rain.txt"
    window.notices.dismiss()
    assert not window.notices.isVisible()


def test_an_empty_file_clears_list_and_plots_and_is_named(window, qtbot, tmp_path):
    path = tmp_path / "empty.txt"
    path.write_bytes(b"")
    window.files.open(str(path))
    qtbot.waitUntil(lambda: window.session.document.name == "empty.txt", timeout=5000)
    at_rest(window, qtbot)
    assert "empty.txt is empty" in window.notices.shown().text
    assert window.panels.table.model().rowCount() == 0
    assert len(window.session.chunking) == 0
    assert window.session.certificate.state == "nothing"


def test_a_guessed_encoding_is_told_with_a_way_to_choose_another(window, qtbot, tmp_path):
    path = tmp_path / "price.txt"
    path.write_bytes("The price is £20 — “cheap”, said the café owner.".encode("cp1252"))
    window.files.open(str(path))
    qtbot.waitUntil(lambda: window.session.document.name == "price.txt", timeout=5000)
    notice = window.notices.shown()
    assert notice.remedy
    assert "--encoding" not in notice.text
    assert window.session.document.encoding in notice.text
    window.session.reopen("latin-1")
    qtbot.waitUntil(lambda: window.session.source.encoding == "latin-1", timeout=5000)


def test_a_file_that_is_no_text_can_be_opened_in_a_chosen_encoding(window, qtbot, tmp_path):
    path = tmp_path / "old.txt"
    path.write_bytes(b"\x81\x8d\x8f" * 30 + bytes(range(1, 32)) * 9)
    window.files.open(str(path))
    qtbot.waitUntil(lambda: window.notices.shown() is not None, timeout=5000)
    notice = window.notices.shown()
    assert notice.kind == "error"
    assert "choose its encoding" in notice.text
    assert "--" not in notice.text
    assert notice.remedy == "Open as…"
    window.encodings.popup = lambda *_: None
    window.notices.remedy_asked.emit(notice.remedy)
    action = next(action for action in window.encodings.actions() if action.text() == "latin-1")
    action.trigger()
    qtbot.waitUntil(lambda: window.session.document.name == "old.txt", timeout=5000)
    assert window.session.document.encoding == "iso8859-1"
    assert window.session.unreadable is None


def test_what_is_shown_belongs_to_the_file_opened_last(window, qtbot, tmp_path):
    slow, quick = tmp_path / "slow.txt", tmp_path / "quick.txt"
    slow.write_text("QUJD+/" * 100_000)
    quick.write_text("one\ntwo\nthree\n")
    window.files.open(str(slow))
    qtbot.wait(10)
    window.files.open(str(quick))
    qtbot.waitUntil(lambda: window.session.document.name == "quick.txt", timeout=10000)
    at_rest(window, qtbot)
    qtbot.wait(100)
    assert window.windowTitle() == "Inspector · quick.txt"
    assert window.document_view.rows.text == "one\ntwo\nthree\n"
    assert window.panels.table.model().rowCount() == len(window.session.chunking)
    assert window.session.certificate.characters == 14


def test_the_exported_lines_are_the_chunks_on_screen(window, qtbot, tmp_path):
    window.files.export(tmp_path / "out.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert "".join(RAIN[line["body_start"] : line["end"]] for line in lines) == RAIN
    assert len(lines) == len(window.session.chunking)
    window.files.export(tmp_path / "no folder" / "out.jsonl")
    assert window.notices.shown().kind == "error"


def test_recent_documents_are_listed_newest_first_and_can_be_cleared(window, qtbot, tmp_path):
    for name in ("a & b.txt", "c.txt"):
        (tmp_path / name).write_text("words")
        window.files.open(str(tmp_path / name))
        qtbot.waitUntil(lambda name=name: window.session.document.name == name, timeout=5000)
    menu = window.actions_table.menu("File/Open &recent")
    window.files.fill_recent(menu)
    texts = [action.text() for action in menu.actions()]
    assert "c.txt" in texts[0]
    assert "a && b.txt" in texts[1]
    menu.actions()[-1].trigger()
    window.files.fill_recent(menu)
    assert "No recent" in menu.actions()[0].text()


def test_a_document_that_was_opened_in_a_wrong_encoding_can_be_read_in_another(window, qtbot, tmp_path):
    path = tmp_path / "text.txt"
    path.write_bytes("Größe".encode("latin-1"))
    window.session.open_path(path, "cp1251")
    qtbot.waitUntil(lambda: window.session.document.name == "text.txt", timeout=5000)
    menu = window.actions_table.menu("File/Reopen with e&ncoding")
    window.files.fill_encodings(menu)
    chosen = next(action for action in menu.actions() if action.text() == "latin-1")
    chosen.trigger()
    qtbot.waitUntil(lambda: window.session.document.text == "Größe", timeout=5000)
