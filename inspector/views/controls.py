"""The control bar: strategy, size, unit, overlap, separators and model in one row that wraps; everything is live."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from inspector.core.own_separators import OwnSeparators, Separators
from inspector.core.parameters import DEFAULT_SIZE, MAX_SIZE, UNITS
from inspector.core.strategies import STRATEGIES, Strategy
from inspector.views.choice import Choice
from inspector.views.flow_row import FlowRow
from inspector.views.model_box import ModelBox
from inspector.views.number_slider import NumberSlider
from inspector.views.slider_scale import SliderScale
from inspector.views.theme import Theme
from inspector.views.weights_box import WeightsBox

if TYPE_CHECKING:
    from inspector.model.session import Session

SIZES = SliderScale(8, 8192, logarithmic=True)
OWN = "own"
_MEANINGS = {
    "Strategy": "How the places of the cuts are chosen.",
    "Size": "The most that a chunk may have, what it repeats included.",
    "Overlap": "The most that a chunk repeats from the text before it; the repeated text is striped.",
    "Separators": "What may end a chunk, and what is preferred: the end of a paragraph, a sentence, a line, a word.",
    "Model": "The embedding model that the chunks are made for.",
}
_SEPARATORS = {"unicode": "Unicode", "classic": "Classic", "markdown": "Markdown", OWN: "Own…"}
_SEPARATOR_SUMMARIES = {
    "unicode": "One cut per run of white space; paragraphs, sentences, lines and words in any script.",
    "classic": "The strings that common splitters use: an empty line, a full stop and a blank, a line break, a blank.",
    "markdown": "As Unicode, with headings above paragraphs and the blocks of Markdown: lists, tables, fences.",
    OWN: "Your own list of texts and regular expressions, the strongest first. Opens its editor.",
}
_LISTED = 8
_UNIT_SUMMARIES = {
    "tokens": "Counted by the embedding model's own tokenizer.",
    "words": "What stands between white space.",
    "characters": "Unicode code points.",
}


class ControlBar(FlowRow):
    """Shows what is asked (`session.parameters`), marks what is refused, and asks the session for every change."""

    own_chosen = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        strategies = {strategy.name: strategy.label for strategy in STRATEGIES.values()}
        summaries = {strategy.name: strategy.summary for strategy in STRATEGIES.values()}
        self.strategy = Choice("Strategy", strategies, summaries)
        self.size_control = NumberSlider("Size", SIZES, DEFAULT_SIZE, meaning=_MEANINGS["Size"])
        self.unit = Choice("Unit of size and overlap", {unit: unit for unit in UNITS}, _UNIT_SUMMARIES)
        short = SliderScale(0, DEFAULT_SIZE // 2)
        self.overlap = NumberSlider("Overlap", short, 0, least=0, length=104, meaning=_MEANINGS["Overlap"])
        self.separators = Choice("Separators", _SEPARATORS, _SEPARATOR_SUMMARIES)
        self.weights = WeightsBox(session)
        self.model = ModelBox(session)
        self.setAccessibleName("Controls")
        self._lay_out()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show the asked parameters, what they refuse, and what the strategy ignores."""
        asked = self._session.parameters
        strategy = STRATEGIES[asked.strategy]
        self.strategy.show_name(asked.strategy)
        there = self.weights.isVisibleTo(self)
        self.weights.refresh()
        if self.weights.isVisibleTo(self) != there:
            self.refit()
        self.unit.show_name(asked.unit)
        self._show_separators(asked.separators)
        self.overlap.set_scale(SliderScale(0, min(max(asked.size // 2, 0), MAX_SIZE)))
        self._mark_refused(self._session.refusal)
        self.size_control.show_value(asked.size)
        self.overlap.show_value(asked.overlap)
        self._show_units(asked.unit)
        self._disable_ignored(strategy)

    def apply_theme(self, theme: Theme) -> None:
        """Redraw in another theme."""
        self.size_control.apply_theme(theme)
        self.overlap.apply_theme(theme)
        self.model.update()
        self.refit()

    def _lay_out(self) -> None:
        self.overlap.unit_label.show()
        self.add(_group("Strategy", self.strategy, self.weights))
        self.add(_group("Size", self.size_control, self.unit))
        self.add(_group("Overlap", self.overlap))
        self.add(_group("Separators", self.separators))
        self.add(_group("Model", self.model))

    def _connect(self) -> None:
        session = self._session
        session.parameters_changed.connect(self.refresh)
        session.model_changed.connect(self.refit)
        self.strategy.chosen.connect(session.set_strategy)
        self.size_control.asked.connect(session.set_size)
        self.unit.chosen.connect(self._choose_unit)
        self.overlap.asked.connect(session.set_overlap)
        self.separators.chosen.connect(self._choose_separators)

    def _choose_separators(self, name: str) -> None:
        if name == OWN:
            self.own_chosen.emit()
        else:
            self._session.set_separators(name)

    def _show_separators(self, asked: Separators) -> None:
        if isinstance(asked, OwnSeparators):
            listed = ", ".join(one.label for one in asked.items[:_LISTED])
            more = f" and {len(asked.items) - _LISTED} more" if len(asked.items) > _LISTED else ""
            self.separators.summarise(OWN, f"{_SEPARATOR_SUMMARIES[OWN]}\nNow: {listed}{more}")
        self.separators.show_name(OWN if isinstance(asked, OwnSeparators) else asked)

    def _choose_unit(self, unit: str) -> None:
        if unit != self._session.parameters.unit:
            self._session.set_unit(unit)

    def _mark_refused(self, refusal: str | None) -> None:
        """Mark the control whose name the refusal begins with, else the size."""
        named = (refusal or "").split(" ")[0]
        marked = {"overlap": self.overlap, "separator": self.separators}.get(named, self.size_control)
        for control in (self.overlap, self.separators, self.size_control):
            control.set_refused(refusal if control is marked else None)

    def _show_units(self, unit: str) -> None:
        self.size_control.set_unit(unit)
        self.overlap.set_unit(unit)

    def _disable_ignored(self, strategy: Strategy) -> None:
        only = " or ".join(strategy.units)
        self.unit.allow(
            {unit: f"{strategy.label} counts in {only} only" for unit in UNITS if unit not in strategy.units}
        )
        fixed = f"{strategy.label} counts in {only} only" if len(strategy.units) == 1 else None
        self.unit.set_disabled_because(fixed)
        ignored = (
            None if strategy.uses_separators else f"{strategy.label} does not look at separators to choose its cuts"
        )
        self.separators.set_disabled_because(ignored)


def _group(label: str, *controls: QWidget) -> QWidget:
    """A label and its controls, which stay together on one line."""
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    name = QLabel(label)
    name.setProperty("quiet", True)
    name.setBuddy(controls[0])
    name.setToolTip(_MEANINGS[label])
    row.addWidget(name)
    for control in controls:
        row.addWidget(control)
    group.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return group
