"""What is drawn behind a slider: for many of its values a grey bar, and thin lines told apart by their shape."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.views.colours import mixed
from inspector.views.slider_scale import SliderScale
from inspector.views.theme import Theme

SHAPES: dict[str, tuple[float, ...]] = {
    "solid": (),
    "dashed": (5.0, 3.0),
    "dotted": (1.0, 3.0),
    "dash-dotted": (6.0, 3.0, 1.0, 3.0),
}
"""Pens by name: lengths of strokes and gaps in pixels."""
_REFUSED = (1.0, 4.0)


@dataclass(frozen=True)
class Mark:
    """What is known of one value: the bar's height and those of the lines, 0 to 1, and what to tell in words.

    `height` is None where the value is refused: no bar, only a dotted foot.
    """

    value: int
    height: float | None
    lines: tuple[float, ...]
    words: str


@dataclass(frozen=True)
class SliderProfile:
    """Marks by growing value, each for about `step` of the slider's length; `shapes` are those of the lines.

    Where no mark is near, nothing is drawn, and `unknown` is what is told.
    """

    marks: tuple[Mark, ...]
    step: float
    shapes: tuple[str, ...] = ()
    legend: str = ""
    unknown: str = "not known yet"
    _shares: dict[SliderScale, tuple[float, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def shares(self, scale: SliderScale) -> tuple[float, ...]:
        """Where each mark lies along a scale; worked out once."""
        if scale not in self._shares:
            self._shares[scale] = tuple(scale.share(mark.value) for mark in self.marks)
        return self._shares[scale]

    def at(self, share: float, scale: SliderScale) -> Mark | None:
        """The mark nearest to a share of the slider's length; None where none is near."""
        shares = self.shares(scale)
        after = bisect_left(shares, share)
        near = min(
            range(len(shares))[max(after - 1, 0) : after + 1], key=lambda k: abs(shares[k] - share), default=None
        )
        return None if near is None or abs(shares[near] - share) > self.step else self.marks[near]


@dataclass(frozen=True)
class ProfilePainter:
    """Draws a profile into `area`, whose lower edge is the slider's line; x is along the scale."""

    profile: SliderProfile
    scale: SliderScale
    area: QRectF

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Bars, then lines: all of it in greys, colour means the level of a cut and nothing else."""
        ratio = painter.device().devicePixelRatioF()
        for mark, left, right in self._bars():
            if mark.height is not None:
                painter.fillRect(self._bar(mark.height, left, right, ratio), theme.line)
        self._feet(painter, theme)
        for index, shape in enumerate(self.profile.shapes):
            painter.setPen(_pen(mixed(theme.window, theme.muted, 0.85), SHAPES[shape]))
            for stretch in self._stretches():
                painter.drawPolyline([self._point(mark, mark.lines[index]) for mark in stretch])

    def paint_value(self, painter: QPainter, theme: Theme, value: int) -> None:
        """The bar of the present value darker, and a line up from the knob."""
        ratio, share = painter.device().devicePixelRatioF(), self.scale.share(value)
        after = bisect_left(self.profile.shares(self.scale), share)
        for index in range(max(after - 1, 0), min(after + 1, len(self.profile.marks))):
            (left, right), mark = self._stretch(index), self.profile.marks[index]
            if left <= share < right and mark.height is not None:
                painter.fillRect(self._bar(mark.height, left, right, ratio), theme.neutral)
        x = round((self.area.left() + share * self.area.width()) * ratio) / ratio
        painter.fillRect(QRectF(x, self.area.top(), 1, self.area.height()), theme.muted)

    def _bars(self) -> Iterator[tuple[Mark, float, float]]:
        """Each mark with the shares between which its bar stands."""
        for index, mark in enumerate(self.profile.marks):
            yield mark, *self._stretch(index)

    def _stretch(self, index: int) -> tuple[float, float]:
        """The shares between which a mark's bar stands: half way to its neighbours, at most half a step."""
        shares, half = self.profile.shares(self.scale), self.profile.step / 2
        share = shares[index]
        left = max(share - half, (shares[index - 1] + share) / 2 if index else 0.0)
        following = shares[index + 1] if index + 1 < len(shares) else 2.0 - share
        return left, min(share + half, (share + following) / 2)

    def _bar(self, height: float, left: float, right: float, ratio: float) -> QRectF:
        """At whole device pixels, so that neighbours meet without a seam; one pixel high at least."""
        area = self.area
        x0, x1 = (round((area.left() + share * area.width()) * ratio) / ratio for share in (left, right))
        tall = max(round(height * area.height() * ratio) / ratio, 1.0)
        return QRectF(x0, area.bottom() - tall, x1 - x0, tall)

    def _feet(self, painter: QPainter, theme: Theme) -> None:
        """A dotted foot where values are refused."""
        painter.setPen(_pen(theme.muted, _REFUSED))
        y = self.area.bottom() - 3.5
        for mark, left, right in self._bars():
            if mark.height is None:
                ends = (self.area.left() + share * self.area.width() for share in (left, right))
                painter.drawLine(*(QPointF(x, y) for x in ends))

    def _stretches(self) -> Iterator[Sequence[Mark]]:
        """Runs of marks without a gap between them, where lines may be drawn."""
        run: list[Mark] = []
        for mark in self.profile.marks:
            if mark.height is None or (run and self._apart(run[-1], mark)):
                yield from [run] * (len(run) > 1)
                run = []
            if mark.height is not None:
                run.append(mark)
        yield from [run] * (len(run) > 1)

    def _apart(self, one: Mark, other: Mark) -> bool:
        """Whether something between the two is still to come; whole numbers one apart have nothing between them."""
        return self.scale.share(other.value) - self.scale.share(one.value) > 1.5 * self.profile.step and (
            other.value - one.value > 1
        )

    def _point(self, mark: Mark, height: float) -> QPointF:
        x = self.area.left() + self.scale.share(mark.value) * self.area.width()
        return QPointF(x, self.area.bottom() - 1 - height * (self.area.height() - 2))


def _pen(colour: QColor, strokes: tuple[float, ...]) -> QPen:
    pen = QPen(colour, 1.0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if strokes:
        pen.setDashPattern(list(strokes))
    return pen
