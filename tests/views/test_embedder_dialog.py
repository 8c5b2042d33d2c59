"""Choosing who embeds in the window, with keys and mouse: folders, servers, keys, questions, and what is remembered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog

from inspector.app import make_window
from inspector.core.embedders import EMBEDDERS
from inspector.core.keys import SERVICE
from inspector.model.preferences import Preferences
from inspector.views.embedder_list import SERVER
from tests.core.servers.conftest import ring, serve  # noqa: F401 - fixtures
from tests.core.servers.fake_server import MODEL, Reply, instead, ollama, openai
from tests.core.tiny_models import write_folder
from tests.views.shown_window import at_rest, drop

KEY = Qt.Key
pytestmark = [
    pytest.mark.usefixtures("ring"),
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]
SETTINGS = {
    "1_Pooling__config": {"pooling_mode_mean_tokens": True, "word_embedding_dimension": 4},
    "sentence_bert_config": {"max_seq_length": 64, "do_lower_case": False},
}
SECRET = "sk-a-secret-of-ours"


@pytest.fixture
def dialog(window):
    window.actions_table.by_name["embedder"].trigger()
    return window.embedding.dialog


def loaded(window, qtbot):
    qtbot.waitUntil(lambda: window.session.embedders.loading is None, timeout=20_000)
    at_rest(window, qtbot)


def typed(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def connect(window, qtbot, dialog, address):
    typed(dialog.server.address, address)
    qtbot.keyClick(dialog.server.address, KEY.Key_Return)
    loaded(window, qtbot)


def test_a_folder_is_chosen_told_about_and_left_again(window, dialog, qtbot, tmp_path, monkeypatch):
    folder = write_folder(tmp_path / "tiny", **SETTINGS)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    before = window.session.embedder_name
    qtbot.mouseClick(dialog.open_folder, Qt.MouseButton.LeftButton)
    assert dialog.loading.text() == f"Reading {folder}…"
    assert not dialog.server.isEnabled()
    loaded(window, qtbot)
    assert window.session.embedder_name == dialog.facts.name.text() == "tiny" != before
    assert "Pooling" in dialog.facts.table.text()
    assert dialog.loading.isHidden()
    popup = window.controls.model.popup
    assert popup.embedder.currentText().endswith("/tiny")
    assert popup.scores.isHidden()
    qtbot.mouseClick(dialog.usual, Qt.MouseButton.LeftButton)
    loaded(window, qtbot)
    assert window.session.embedder_name == EMBEDDERS[0]
    assert dialog.usual.isHidden()
    assert popup.embedder.currentText() == EMBEDDERS[0]
    assert window.preferences.get("embedder") == {}
    assert [entry["spec"] for entry in window.preferences.get("embedders")] == [str(folder)]


def test_a_dropped_folder_embeds_and_what_it_does_not_tell_is_asked(window, qtbot, tmp_path):
    folder = write_folder(tmp_path / "bare")
    before = window.session.embedder_name
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(folder))])
    drop(window, mime)
    loaded(window, qtbot)
    dialog = window.embedding.dialog
    assert dialog.isVisible()
    assert window.session.embedder_name == before
    form = dialog.questions
    assert set(form.fields) == {"pooling", "context"}
    assert not form.use.isEnabled()
    pooling, context = form.fields["pooling"], form.fields["context"]
    assert isinstance(pooling, QComboBox)
    assert pooling.currentIndex() == -1
    pooling.setCurrentIndex(pooling.findData("cls"))
    typed(context, "lots")
    qtbot.mouseClick(form.use, Qt.MouseButton.LeftButton)
    loaded(window, qtbot)
    assert "lots" in dialog.refusal.text()
    assert dialog.refusal.text().endswith(f". {before} goes on embedding.")
    window.embedding.open_model(str(folder))
    loaded(window, qtbot)
    pooling, context = form.fields["pooling"], form.fields["context"]
    pooling.setCurrentIndex(pooling.findData("cls"))
    typed(context, "32")
    qtbot.keyClick(context, KEY.Key_Return)
    loaded(window, qtbot)
    assert window.session.embedder_name == "bare"
    assert window.session.limits.context == 32
    assert form.isHidden()


def test_a_folder_that_cannot_be_used_is_refused_with_its_reason(window, dialog, qtbot, tmp_path):
    before = window.session.embedder_name
    (tmp_path / "model.onnx").write_bytes(b"no model")
    window.embedding.open_model(str(tmp_path))
    loaded(window, qtbot)
    assert dialog.refusal.text().startswith("Refused: ")
    assert str(tmp_path) in dialog.refusal.text()
    assert window.session.embedder_name == before


def test_a_server_is_named_by_keys_and_its_capabilities_are_told(window, dialog, qtbot, serve):  # noqa: F811
    server = serve(ollama(context=512))
    connect(window, qtbot, dialog, server.address)
    assert window.session.embedder_name.startswith(MODEL)
    table = dialog.facts.table.text()
    for words in ("Ollama at", "usage only", "512 input tokens, as the server states", "counts as the server does"):
        assert words in table
    assert dialog.server.model.currentText() == f"{MODEL}:latest"
    assert window.preferences.get("embedder")["spec"] == server.address
    assert "127.0.0.1" in window.controls.model.popup.embedder.currentText()


def test_a_server_with_several_models_fills_the_list_and_one_is_chosen(window, dialog, qtbot, serve):  # noqa: F811
    server = serve(openai(listed=["one", MODEL]))
    connect(window, qtbot, dialog, server.address)
    model = dialog.server.model
    assert [model.itemText(row) for row in range(model.count())] == ["one", MODEL]
    assert (model.currentText(), model.lineEdit().placeholderText()) == ("", "choose one of 2")
    assert "has 2 models: choose one" in dialog.open_words.text()
    assert dialog.refusal.isHidden()
    assert dialog.questions.isHidden()
    model.setCurrentIndex(1)
    qtbot.mouseClick(dialog.server.connect_button, Qt.MouseButton.LeftButton)
    loaded(window, qtbot)
    assert window.session.embedder_name.startswith(MODEL)
    assert dialog.open_words.isHidden()


def test_what_is_no_address_is_refused_and_nothing_is_contacted(window, dialog, qtbot):
    connect(window, qtbot, dialog, "localhost:8080")
    assert "is no address of a server" in dialog.server.refusal.text()
    assert window.session.embedders.asked is None
    typed(dialog.server.address, "http://me:secret@host")
    qtbot.keyClick(dialog.server.address, KEY.Key_Return)
    assert "give a key apart from it" in dialog.server.refusal.text()
    assert "secret" not in dialog.server.refusal.text()


def test_a_server_that_does_not_answer_is_told_in_words_and_the_window_goes_on(window, dialog, qtbot):
    before = window.session.embedder_name
    connect(window, qtbot, dialog, "http://127.0.0.1:9")
    assert "cannot be reached" in dialog.refusal.text()
    assert window.session.embedder_name == before


def test_a_key_goes_to_the_key_ring_and_nowhere_else(window, dialog, qtbot, serve, ring, tmp_path):  # noqa: F811
    def wants_key(asked):
        given = asked.headers.get("Authorization") == f"Bearer {SECRET}"
        return openai()(asked) if given else Reply(401, {"error": {"message": "no key"}})

    server = serve(wants_key)
    connect(window, qtbot, dialog, server.address)
    assert "it wants a key" in dialog.refusal.text()
    typed(dialog.server.key.field, SECRET)
    assert dialog.server.key.field.displayText() != SECRET
    qtbot.keyClick(dialog.server.key.field, KEY.Key_Return)
    qtbot.waitUntil(lambda: window.session.embedder_name.startswith(MODEL), timeout=20_000)
    host = server.address.partition("://")[2]
    assert ring.kept == {(SERVICE, server.address): SECRET}
    assert dialog.server.key.field.text() == ""
    assert dialog.server.key.state.text() == f"A key is kept for {host} in the system's key ring."
    kept = Preferences.in_file(tmp_path / "settings.ini")
    for name in ("embedder", "embedders"):
        kept.set(name, window.preferences.get(name))
    kept.save()
    assert SECRET not in (tmp_path / "settings.ini").read_text(encoding="utf-8")
    assert all(SECRET not in notice.text for notice in window.notices.log)
    qtbot.mouseClick(dialog.server.key.forget, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: ring.kept == {}, timeout=5000)
    qtbot.waitUntil(dialog.server.key.state.isHidden, timeout=5000)


def test_a_key_without_a_key_ring_has_its_remedy_told(window, dialog, qtbot, serve, monkeypatch):  # noqa: F811
    monkeypatch.setattr("keyring.set_password", lambda *_: (_ for _ in ()).throw(RuntimeError("no ring here")))
    server = serve(openai())
    typed(dialog.server.address, server.address)
    typed(dialog.server.key.field, SECRET)
    qtbot.mouseClick(dialog.server.connect_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "INSPECTOR_API_KEY" in dialog.server.key.problem.text(), timeout=5000)
    assert SECRET not in dialog.server.key.problem.text()
    assert server.asked == []


def test_connecting_can_be_cancelled(window, dialog, qtbot, serve):  # noqa: F811
    server = serve(instead("/v1/models", lambda _: Reply(slow=20, body={}), openai()))
    before = window.session.embedder_name
    typed(dialog.server.address, server.address)
    qtbot.keyClick(dialog.server.address, KEY.Key_Return)
    assert dialog.loading.text() == f"Connecting to {server.address}…"
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert window.session.embedders.loading is None
    assert dialog.loading.isHidden()
    assert window.session.embedder_name == before


def test_the_popup_leads_to_the_servers_address_line(window, qtbot):
    popup = window.controls.model.popup
    popup.show()
    popup.embedder.setFocus()
    qtbot.keyClick(popup.embedder, KEY.Key_Down)
    QTest.keyClicks(popup.embedder.view(), SERVER.removesuffix("…"))
    qtbot.keyClick(popup.embedder.view(), KEY.Key_Return)
    dialog = window.embedding.dialog
    qtbot.waitUntil(dialog.isVisible)
    assert not popup.isVisible()
    qtbot.waitUntil(dialog.server.address.hasFocus)


def test_a_server_is_remembered_and_not_contacted_at_the_next_start(window, dialog, qtbot, serve):  # noqa: F811
    server = serve(openai())
    connect(window, qtbot, dialog, server.address)
    window.close()
    asked = len(server.asked)
    again = make_window(window.preferences)
    qtbot.addWidget(again)
    again.show()
    again.session.open_bytes(b"Another text, of two sentences. Here is the second.", "a.txt")
    again.session.set_query("which")
    at_rest(again, qtbot)
    assert len(server.asked) == asked
    assert again.notices.shown() is None
    bar, popup = again.panels.query.server, again.controls.model.popup
    assert bar.words.text() == f"Not connected to {server.address}, which embedded the last time."
    assert popup.scores.text().startswith(f"Not connected to {server.address}")
    assert again.session.model.name.startswith(MODEL)
    assert again.session.embedder_name == EMBEDDERS[0]
    again.embedding.open()
    assert again.embedding.dialog.server.address.text() == server.address
    qtbot.mouseClick(bar.first, Qt.MouseButton.LeftButton)
    loaded(again, qtbot)
    assert again.session.embedder_name.startswith(MODEL)
    assert bar.first.text() == "Send"
    again.close()


def test_a_folder_embeds_again_at_the_next_start_and_a_lost_one_is_told(window, dialog, qtbot, tmp_path):
    folder = write_folder(tmp_path / "tiny", **SETTINGS)
    window.embedding.open_model(str(folder))
    loaded(window, qtbot)
    window.session.set_limits(context=40)
    window.close()
    again = make_window(window.preferences)
    qtbot.addWidget(again)
    loading = again.session.embedders
    qtbot.waitUntil(lambda: loading.loading is None, timeout=20_000)
    assert again.session.embedder_name == "tiny"
    assert again.session.asked_limits.context == 40
    again.close()
    folder.rename(tmp_path / "gone")
    third = make_window(window.preferences)
    qtbot.addWidget(third)
    qtbot.waitUntil(lambda: third.session.embedders.loading is None, timeout=20_000)
    assert any("embedder of the last time could not be used" in notice.text for notice in third.notices.log)
    assert third.session.embedder_name == EMBEDDERS[0]
    assert third.preferences.get("embedder")["spec"] == str(folder)
    third.close()


def test_a_learned_limit_is_taken_with_one_click(window, dialog, qtbot, serve):  # noqa: F811
    def short(asked):
        if asked.path == "/v1/embeddings" and any(len(text.split()) > 22 for text in asked.texts):
            return Reply(400, {"error": {"message": "This model's maximum context length is 16 tokens"}})
        return openai()(asked)

    server = serve(short)
    window.session.set_query("the miller")
    connect(window, qtbot, dialog, server.address)
    window.session.set_size(40)
    at_rest(window, qtbot)
    panel = window.panels.query
    qtbot.waitUntil(lambda: panel.server.first.text() == "Send")
    qtbot.mouseClick(panel.server.first, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not panel.troubles.isHidden(), timeout=20_000)
    at_rest(window, qtbot)
    assert "maximum context length is 16 tokens" in panel.troubles.words.text()
    failed = int(window.session.troubled[0])
    window.session.select(failed)
    assert "maximum context length is 16 tokens" in window.panels.details.facts.text()
    qtbot.mouseClick(panel.troubles.use_limit, Qt.MouseButton.LeftButton)
    assert window.session.asked_limits.context == 16
    assert window.session.parameters.size == 14
    at_rest(window, qtbot)
    assert panel.troubles.isHidden()


def test_where_there_is_no_key_ring_it_is_told_calmly_what_to_do(window, dialog, qtbot, serve, monkeypatch):  # noqa: F811
    monkeypatch.setattr("keyring.get_password", lambda *_: (_ for _ in ()).throw(RuntimeError("no ring here")))
    connect(window, qtbot, dialog, serve(openai()).address)
    assert window.session.embedder_name.startswith(MODEL)
    key = dialog.server.key
    qtbot.waitUntil(lambda: not key.state.isHidden(), timeout=5000)
    assert key.state.text().startswith("There is no key ring here. Where the server wants a key: set the environment")
    assert key.problem.isHidden()
