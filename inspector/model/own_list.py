"""The list of own separators while a person edits it: what was typed, what it finds, and when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.errors import RefusedError
from inspector.core.escapes import escaped, unescaped
from inspector.core.levels import Level
from inspector.core.own_matches import Places
from inspector.core.own_separators import OwnSeparators, Separator, check_own, spread
from inspector.model.session import Session

TYPING_MS = 150
"""What is typed is looked for when nothing has been typed for so long."""


@dataclass(frozen=True)
class Draft:
    """One separator as it is typed: a text with escapes, or a regular expression; without a level the usual one."""

    typed: str = ""
    regex: bool = False
    level: Level | None = None


@dataclass(frozen=True)
class Finding:
    """What is known of a draft: its level, and its places once they are found; `refused` says what is wrong with it."""

    level: Level | None = None
    places: Places | None = None
    refused: str | None = None


class OwnList(QObject):
    """Looks for every draft in the worker, and asks the session for the list as soon as nothing is wrong with it."""

    findings_changed = Signal()
    asked = Signal(object)
    """The list that is asked for, just before it is."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._drafts: tuple[Draft, ...] = ()
        self.findings: list[Finding] = []
        self.refusal: str | None = None
        self._separators: OwnSeparators | None = None
        self._edited = False
        self.active = False
        """Whether somebody looks: else another document is not looked through."""
        self._pause = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._pause.timeout.connect(self._look)
        session.facts_changed.connect(self._look_anew)

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """The list as it was typed, the strongest first; empty ones are not asked for."""
        return self._drafts

    @property
    def looking(self) -> bool:
        """Whether what is found is not known yet."""
        return self._pause.isActive() or self._separators is not None

    def show(self, separators: OwnSeparators) -> None:
        """Start from a list that is asked for already; levels that are the usual ones follow the place."""
        levels = [one.level for one in separators.items]
        usual = levels == spread([None] * len(levels))
        self._set(
            [
                Draft(one.pattern if one.regex else escaped(one.pattern), one.regex, None if usual else one.level)
                for one in separators.items
            ],
            edited=False,
        )
        self._look()

    def edit(self, drafts: Sequence[Draft], *, typing: bool = False) -> None:
        """Another list; while a person types it is looked for in the next pause only."""
        self._set(drafts, edited=True)
        if typing:
            self._pause.start()
        else:
            self._look()

    def _set(self, drafts: Sequence[Draft], *, edited: bool) -> None:
        self._drafts, self._edited = tuple(drafts), edited
        self._separators = None
        self.findings = self._unlooked()
        self.findings_changed.emit()

    def _unlooked(self) -> list[Finding]:
        """The levels, and what is wrong with escapes, before anything is looked for."""
        typed = [k for k, draft in enumerate(self._drafts) if draft.typed]
        levels = dict(zip(typed, spread([self._drafts[k].level for k in typed]), strict=True))
        return [Finding(levels.get(k), refused=_wrong(draft)) for k, draft in enumerate(self._drafts)]

    def _look_anew(self) -> None:
        """Another document: nothing of what was found in the one before stays."""
        if self.active:
            self._edited = self._edited and self.looking
            self.findings = self._unlooked()
            self._look()

    def _look(self) -> None:
        """Ask the worker what the list finds, unless something is wrong with it already."""
        self._pause.stop()
        kept = [k for k, finding in enumerate(self.findings) if finding.level is not None]
        self.refusal = None if kept else "the list is empty: type a separator"
        self._separators = None
        if kept and not any(finding.refused for finding in self.findings):
            self._separators = separators = self._as_separators(kept)
            self._session.look_for(separators, lambda places: self._found(separators, kept, places))
        self.findings_changed.emit()

    def _as_separators(self, kept: Sequence[int]) -> OwnSeparators:
        items = []
        for k in kept:
            draft, level = self._drafts[k], self.findings[k].level
            assert level is not None
            items.append(Separator(draft.typed if draft.regex else unescaped(draft.typed), draft.regex, level))
        return OwnSeparators(tuple(items))

    def _found(self, separators: OwnSeparators, kept: Sequence[int], places: Sequence[Places]) -> None:
        if separators is not self._separators:
            return
        self._separators = None
        for k, found in zip(kept, places, strict=True):
            self.findings[k] = Finding(self.findings[k].level, found, found.refused)
        if not any(found.refused for found in places):
            self._ask(separators)
        self.findings_changed.emit()

    def _ask(self, separators: OwnSeparators) -> None:
        """Ask for the list, but only when a person changed it."""
        try:
            check_own(separators)
        except RefusedError as error:
            self.refusal = str(error)
            return
        if self._edited:
            self.asked.emit(separators)
            self._session.set_separators(separators)


def _wrong(draft: Draft) -> str | None:
    try:
        if not draft.regex:
            unescaped(draft.typed)
    except RefusedError as error:
        return str(error)
    return None
