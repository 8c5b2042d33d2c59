"""What the window tells without being asked: notices of documents, tokenizers, settings; and what it remembers."""

from __future__ import annotations

from PySide6.QtCore import QObject

from inspector.core.encodings import CHOOSE
from inspector.core.tokenizer import DEFAULT_TOKENIZER
from inspector.model.preferences import Preferences, plain
from inspector.model.session import Session
from inspector.views.notices import NoticeBar

REOPEN = "Reopen as…"
OPEN_AS = "Open as…"


class Teller(QObject):
    """Puts messages of the session, and what is odd about a document, into the notice bar."""

    def __init__(self, session: Session, preferences: Preferences, notices: NoticeBar) -> None:
        super().__init__(notices)
        self._session = session
        self._preferences = preferences
        self._notices = notices
        self._told: set[str] = set()
        self._of_settings: set[str] = set()
        self._hinted = session.parameters
        session.message.connect(self._on_message)
        session.document_changed.connect(self._on_document)
        for signal in (session.parameters_changed, session.query_changed, session.model_changed):
            signal.connect(self._on_change)
        session.facts_changed.connect(self._on_facts)
        session.model_changed.connect(self._on_model)
        self.tell_preferences()

    def tell_preferences(self) -> None:
        """Tell which remembered settings made no sense."""
        for text in self._preferences.notices:
            self._notices.show_notice("warning", text)
        self._of_settings.update(self._preferences.notices)
        self._preferences.notices.clear()

    def remember(self) -> None:
        """Keep what is on screen for the next start."""
        source = self._session.source
        if source is None:
            self._preferences.set("last", {})
            return
        place = f"sample:{source.sample}" if source.sample else str(source.path.absolute()) if source.path else ""
        shown = self._session.chunking
        parameters = shown.parameters if shown is not None else self._session.parameters
        self._preferences.set(
            "last", {"document": place, "parameters": plain(parameters), "query": self._session.query}
        )

    def _on_message(self, kind: str, text: str) -> None:
        unreadable, self._hinted = self._session.unreadable, self._session.parameters
        remembered = self._preferences.get("model").get("tokenizer")
        if kind == "error" and self._session.document is None and remembered and remembered in text:
            self._of_settings.add(text)  # told beside the first document, as what else of the settings went wrong
        self._notices.show_notice(kind, text, OPEN_AS if unreadable and unreadable.reason == text else "")

    def _on_change(self) -> None:
        """What was of use until the next change is of use no longer."""
        shown = self._notices.shown()
        if shown is not None and shown.kind == "hint" and self._session.parameters != self._hinted:
            self._notices.clear("hint")

    def _on_document(self) -> None:
        self._notices.clear("hint", "info", "warning", "error", but=self._of_settings)
        self._of_settings = set()
        document = self._session.document
        for text in document.notices if document else ():
            remedy = REOPEN if CHOOSE in text else ""
            self._notices.show_notice("warning" if remedy else "info", text, remedy)

    def _on_facts(self) -> None:
        facts = self._session.facts
        if facts is not None and (count := len(facts.tokens.specials)):
            words = "a special token" if count == 1 else f"{count:,} special tokens"
            self._notices.show_notice("info", f"the text spells {words} of the model: each is counted as one token")

    def _on_model(self) -> None:
        tokenizer = self._session.facts.tokenizer if self._session.facts else None
        if tokenizer is None:
            return
        for text in tokenizer.notices:
            if text not in self._told:
                self._told.add(text)
                tell = self._notices.note if tokenizer.name == DEFAULT_TOKENIZER else self._notices.show_notice
                tell("info", text)
