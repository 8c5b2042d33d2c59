"""The status line: the certificate, what is refused, the legend with its counts, tokenizer and embedder, progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QWidget

from inspector.core.input_parts import input_parts
from inspector.core.levels import CUT_LEVELS, Level
from inspector.core.own_separators import OwnSeparators, Separators
from inspector.model.model_words import short_name
from inspector.model.wording import counted
from inspector.views.elided_label import ElidedLabel
from inspector.views.level_button import LevelButton
from inspector.views.progress_piece import ProgressPiece
from inspector.views.shrinking_row import Piece, ShrinkingRow, Step
from inspector.views.theme import Theme

if TYPE_CHECKING:
    from inspector.core.chunking import Chunking
    from inspector.core.model_limits import ModelLimits
    from inspector.core.parameters import Parameters
    from inspector.model.session import Session

LEGEND = (Level.HEADING, *CUT_LEVELS)
_LOOKS = {
    "checked": ("success", "check"),
    "checking": ("muted", "wait"),
    "failed": ("warning", "failed"),
    "nothing": ("muted", ""),
}


class StatusLine(ShrinkingRow):
    """Follows the session; each legend entry steps through the cuts of its level."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.certificate, self.refusal = ElidedLabel(bold=True), ElidedLabel("warning")
        self.chunks, self.most = ElidedLabel("muted"), ElidedLabel("muted")
        self.input = ElidedLabel("muted")
        self.tokenizer, self.embedder = ElidedLabel("muted"), ElidedLabel("muted")
        self.progress = ProgressPiece()
        self.legend = {level: LevelButton(level) for level in LEGEND}
        self._counts = dict.fromkeys(LEGEND, 0)
        self.setAccessibleName("Status")
        self.set_pieces(self._all_pieces(), self._steps_to_fit(), self._steps_at_last(), self._restore_all)
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show everything anew."""
        self._show_chunking()
        self._show_certificate()
        self._show_refusal()
        self._show_model()
        self._show_input()
        self._show_progress()
        self.arrange()

    def apply_theme(self, theme: Theme) -> None:
        """Redraw in another theme."""
        self.progress.apply_theme(theme)
        self.arrange_soon()
        self.update()

    def _connect(self) -> None:
        session = self._session
        session.chunking_changed.connect(
            lambda: self._then_arrange(self._show_chunking, self._show_input, self._show_refusal)
        )
        session.parameters_changed.connect(lambda: self._then_arrange(self._show_refusal))
        session.certificate_changed.connect(lambda: self._then_arrange(self._show_certificate))
        session.model_changed.connect(
            lambda: self._then_arrange(self._show_model, self._show_input, self._show_refusal)
        )
        session.selection_changed.connect(lambda: self._then_arrange(self._show_input))
        session.progress_changed.connect(lambda: self._then_arrange(self._show_progress))
        session.document_changed.connect(self._renew)
        self.certificate.clicked.connect(self._go_to_offender)
        self.progress.cancelled.connect(session.cancel)
        for button in self.legend.values():
            button.stepped.connect(session.step_level)

    def _renew(self) -> None:
        """Another document: the widths that were kept for the figures of the one before are not needed any more."""
        labels = (self.certificate, self.chunks, self.most, self.input, self.tokenizer, self.embedder)
        for label in labels:
            label.forget_width()
        for button in self.legend.values():
            button.forget_width()
        self.refresh()

    def _then_arrange(self, *shows: Step) -> None:
        for show in shows:
            show()
        self.arrange_soon()

    def _show_chunking(self) -> None:
        chunking = self._session.chunking
        found = np.bincount(chunking.levels + 1, minlength=len(Level)) if chunking is not None else np.zeros(len(Level))
        for level, button in self.legend.items():
            self._counts[level] = int(found[level + 1])
            button.set_count(self._counts[level])
        number = len(chunking) if chunking is not None else 0
        self.chunks.show_text(f"{number:,} chunk" if number == 1 else f"{number:,} chunks")
        self._tell_fewest()
        self.most.show_text(_most(chunking))

    def _tell_fewest(self) -> None:
        """Beside the number of chunks, for the strategy that saves them and in the tooltip: how few there could be."""
        chunking, fewest = self._session.chunking, self._session.fewest_chunks
        if chunking is None or fewest is None:
            return
        if chunking.parameters.strategy == "optimal":
            self.chunks.show_text(f"{self.chunks.text()}, fewest possible {fewest:,}")
        self.chunks.setToolTip(f"{self.chunks.text()}\nIf all were full, {counted(fewest, 'chunks')} would be enough.")

    def _show_certificate(self) -> None:
        certificate = self._session.certificate
        colour, icon = _LOOKS[certificate.state]
        self.certificate.show_text(certificate.line(), colour, icon)
        failed = certificate.state == "failed" and certificate.first_offender is not None
        self.certificate.set_pressable(failed)
        if failed:
            self.certificate.setToolTip(f"{certificate.line()}\nClick to go to the first offending chunk.")
        self.certificate.setAccessibleDescription("Press to go to the first offending chunk." if failed else "")

    def _show_refusal(self) -> None:
        session = self._session
        parameters = refused_line(session.parameters, session.chunking, session.refusal)
        self.refusal.show_text(parameters or refused_limits_line(session.limits, session.limits_refusal))

    def _show_model(self) -> None:
        self.tokenizer.show_text(short_name(self._session.tokenizer_name))
        self.tokenizer.setToolTip(f"The tokenizer that counts: {self._session.tokenizer_name}")
        self.embedder.show_text(self._session.embedder_name)

    def _show_input(self) -> None:
        """Where the input tokens of the selected chunk go, else those of the chunk that has most."""
        facts, chunking, selected = self._session.facts, self._session.chunking, self._session.selected
        if facts is None or chunking is None or not len(chunking):
            self.input.show_text("")
            return
        index = int(chunking.input_tokens.argmax()) if selected is None else selected
        parts = input_parts(facts, chunking, self._session.limits, index)
        self.input.show_text(f"#{index + 1:,}: {parts.line()}", "warning" if parts.beyond else "muted")
        which = "the selected chunk" if selected is not None else "the one that receives most"
        beyond = f"\nIt does not read the last {parts.beyond:,}." if parts.beyond else ""
        self.input.setToolTip(
            f"What the model receives for chunk #{index + 1:,}, {which}: {parts.received:,} tokens{beyond}"
        )

    def _show_progress(self) -> None:
        if self._session.progress is not None:
            self.progress.show_progress(self._session.progress)

    def _go_to_offender(self) -> None:
        if self.certificate.pressable:
            self._session.select(self._session.certificate.first_offender)

    def _all_pieces(self) -> list[Piece]:
        legend = [Piece(button, self._in_legend(level)) for level, button in self.legend.items()]
        return [
            Piece(self.certificate, lambda: self._session.chunking is not None, stretches=True),
            Piece(self.refusal, _has_text(self.refusal), stretches=True),
            Piece(self.chunks, lambda: self._session.chunking is not None),
            *legend,
            Piece(self.progress, lambda: self._session.progress is not None, right=True, instead=True),
            Piece(self.most, _has_text(self.most), right=True),
            Piece(self.input, _has_text(self.input), right=True),
            Piece(self.tokenizer, _has_text(self.tokenizer), right=True),
            Piece(self.embedder, _has_text(self.embedder), right=True),
        ]

    def _in_legend(self, level: Level) -> Callable[[], bool]:
        always = level is not Level.HEADING
        return lambda: self._session.chunking is not None and (always or self._counts[level] > 0)

    def _steps_to_fit(self) -> list[Step]:
        first = [self.hide_piece(widget) for widget in (self.most, self.input)]
        then = [self.hide_piece(widget) for widget in (self.embedder, self.tokenizer, self.chunks)]
        shorten: list[Step] = [lambda: self._name_legend(False), lambda: self.progress.set_worded(False)]
        return [*first, *shorten, *then, *(self._hide_if_empty(level) for level in LEGEND)]

    def _steps_at_last(self) -> list[Step]:
        return [self.hide_piece(self.legend[level]) for level in reversed(LEGEND)]

    def _hide_if_empty(self, level: Level) -> Step:
        hide = self.hide_piece(self.legend[level])
        return lambda: hide() if self._counts[level] == 0 else None

    def _restore_all(self) -> None:
        self._name_legend(True)
        self.progress.set_worded(True)

    def _name_legend(self, named: bool) -> None:
        for button in self.legend.values():
            button.set_named(named)


def refused_line(asked: Parameters, chunking: Chunking | None, refusal: str | None) -> str:
    """What is still shown and why what was asked is not: "shows size 254 · refused: size is 0: ..."; else nothing."""
    if refusal is None:
        return ""
    if chunking is None:
        return f"refused: {refusal}"
    shown = chunking.parameters
    names = ("strategy", "size", "unit", "overlap", "separators")
    differing = [name for name in names if getattr(shown, name) != getattr(asked, name)] or ["size", "overlap"]
    values = ", ".join(f"{name} {_value(getattr(shown, name))}" for name in differing)
    return f"shows {values} · refused: {refusal}"


def refused_limits_line(used: ModelLimits, refusal: str | None) -> str:
    """What the model still reads and why what was asked is not: "context 256 · refused: context is 2: ..."."""
    if refusal is None:
        return ""
    context = "no limit to the context" if used.context is None else f"context {used.context:,}"
    return f"{context} and {'the prefix before' if used.prefix else 'no prefix'} · refused: {refusal}"


def _has_text(label: ElidedLabel) -> Callable[[], bool]:
    return lambda: bool(label.text())


def _value(value: int | Separators) -> str:
    if isinstance(value, OwnSeparators):
        return f"of your own ({', '.join(one.label for one in value.items[:3])}{', …' if len(value.items) > 3 else ''})"
    return f"{value:,}" if isinstance(value, int) else value


def _most(chunking: Chunking | None) -> str:
    if chunking is None or not len(chunking):
        return ""
    asked = chunking.parameters
    return f"most {int(chunking.counts.max()):,} of {asked.size:,} {asked.unit}"
