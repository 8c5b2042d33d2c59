"""The sliders' backgrounds: what every size and every overlap would give, from the session's sweeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject

from inspector.core.sweep import POINTS, SweepPoint, sweep_overlaps
from inspector.model.session import Session
from inspector.model.sweep_words import (
    CHUNKS,
    FILL,
    HARD,
    LABELS,
    MEASURES,
    SMALL,
    extra,
    measure_height,
    overlap_words,
    signed_percent,
    size_words,
)
from inspector.views.controls import ControlBar
from inspector.views.slider_profile import Mark, SliderProfile

_STEP = 1.02 / (POINTS - 1)
_FULL = 1.5
"""What is embedded more when a bar of the overlap has its full height, as a share of the document."""
_SHAPES = {CHUNKS: "dash-dotted", FILL: "solid", HARD: "dashed", SMALL: "dotted"}
_PENDING, _LEFT_OUT = "not known yet", "not looked at, it would give far too many chunks"
_SAID = {
    CHUNKS: "number of chunks (logarithmic)",
    FILL: "mean fill",
    HARD: "share of hard cuts",
    SMALL: "share of chunks under a quarter full",
}


class SweepProfile(QObject):
    """Draws the sweeps behind the sliders as they come; a person chooses the measure of the bars."""

    def __init__(self, session: Session, controls: ControlBar) -> None:
        super().__init__(controls)
        self._session, self._controls = session, controls
        self._measure = CHUNKS
        self._shown: tuple[object, ...] = ()
        controls.size_control.offer_measures(LABELS, self._measure)
        controls.size_control.measure_chosen.connect(self.choose)
        for signal in (session.sweep_changed, session.parameters_changed):
            signal.connect(self.refresh)
        self.refresh()

    def choose(self, measure: str) -> None:
        """Let the bars behind the size slider show another measure."""
        self._measure = measure
        self.refresh()

    def refresh(self) -> None:
        """Draw what is known by now."""
        session = self._session
        sizes, overlaps = self._of_what_is_asked()
        unknown = _PENDING if session.sweep_pending or not sizes else _LEFT_OUT
        shown = (sizes, overlaps, self._measure, session.parameters.unit, unknown)
        if shown != self._shown:
            self._shown = shown
            unit, total = session.parameters.unit, self._total()
            for control, profile in (
                (self._controls.size_control, size_profile(sizes, self._measure, unit, total)),
                (self._controls.overlap, overlap_profile(overlaps, unit, total)),
            ):
                control.set_background(replace(profile, unknown=unknown))

    def _of_what_is_asked(self) -> tuple[tuple[SweepPoint, ...], tuple[SweepPoint, ...]]:
        """The sweeps of what is on screen, as far as they are those of what is asked, which the sliders show."""
        chunking, asked = self._session.chunking, self._session.parameters
        if chunking is None:
            return (), ()
        cut = chunking.parameters
        sizes = self._session.size_sweep if replace(asked, size=cut.size) == cut else ()
        overlaps = self._session.overlap_sweep if replace(asked, overlap=cut.overlap) == cut else ()
        return sizes, overlaps

    def _total(self) -> int:
        facts = self._session.facts
        return 0 if facts is None else facts.measures[self._session.parameters.unit].before(len(facts.text))


def size_profile(points: Sequence[SweepPoint], measure: str, unit: str, total: int) -> SliderProfile:
    """Bars for one measure and a thin line for each of the others."""
    others = [name for name in MEASURES if name != measure]
    marks = tuple(
        Mark(
            point.size,
            None if point.refused else measure_height(point, measure, total),
            tuple(measure_height(point, name, total) for name in others),
            size_words(point, unit),
        )
        for point in points
    )
    lines = ", ".join(f"{_SHAPES[name]} {_SAID[name]}" for name in others)
    legend = f"Bars: {_SAID[measure]}. Lines: {lines}. Right-click to choose the bars."
    return SliderProfile(marks, _STEP, tuple(_SHAPES[name] for name in others), legend)


def overlap_profile(points: Sequence[SweepPoint], unit: str, total: int) -> SliderProfile:
    """Bars for what is embedded more than the document has."""
    marks = tuple(
        Mark(
            point.overlap,
            None if point.refused else min(max(extra(point, total), 0.0) / _FULL, 1.0),
            (),
            overlap_words(point, unit, total),
        )
        for point in points
    )
    legend = f"Bars: {unit} to embed beyond the document's own, full height at {signed_percent(_FULL)}."
    places = len(sweep_overlaps(points[0].size)) if points else 0
    return SliderProfile(marks, 1.2 / max(places - 1, 1), (), legend)
