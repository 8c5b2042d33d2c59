"""The histogram: bins of a round width, what hover tells, and going through the chunks of a bin."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from inspector.views.histogram import Histogram, binned
from tests.views.fake_session import FakeSession
from tests.views.made import made_chunking


@pytest.fixture
def session():
    return FakeSession(made_chunking(21))


@pytest.fixture
def plot(on_screen, session):
    return on_screen(Histogram(session), 320, 150)


@pytest.mark.parametrize("size", [1, 2, 16, 72, 254, 512, 8_192])
def test_every_count_is_in_exactly_one_bin_and_the_bins_reach_the_size(size):
    counts = np.random.default_rng(size).integers(0, size + 1, 500)
    width, chunks = binned(counts, size)
    assert chunks.sum() == 500
    assert len(chunks) <= 24
    assert (len(chunks) - 1) * width < max(size, int(counts.max())) <= len(chunks) * width
    for index in range(1, len(chunks)):
        assert chunks[index] == ((counts > index * width) & (counts <= (index + 1) * width)).sum()


def test_hover_tells_how_many_chunks_have_how_many_tokens(qtbot, plot, session):
    width, chunks = binned(session.chunking.counts, 72)
    fullest = int(chunks.argmax())
    qtbot.mouseMove(plot.plot, plot.pixel_at(0.5 * width, 0.5))
    qtbot.mouseMove(plot.plot, plot.pixel_at((fullest + 0.5) * width, 0.5))
    words = f"{chunks[fullest]} chunks of {fullest * width + 1} to {(fullest + 1) * width} tokens"
    qtbot.waitUntil(lambda: plot.header.caption.text() == words)
    assert plot.tip_at((fullest + 0.5) * width) == words


def test_clicks_go_through_the_chunks_of_a_bin(qtbot, plot, session):
    width, chunks = binned(session.chunking.counts, 72)
    fullest = int(chunks.argmax())
    members = np.flatnonzero(np.maximum(session.chunking.counts - 1, 0) // width == fullest).tolist()
    seen = []
    for _ in range(len(members) + 1):
        at = plot.pixel_at((fullest + 0.5) * width, 0.5)
        qtbot.mouseClick(plot.plot, Qt.MouseButton.LeftButton, pos=at)
        seen.append(session.selected)
    assert seen == [*members, members[0]]


def test_an_empty_histogram_has_words(qtbot):
    view = Histogram(FakeSession())
    qtbot.addWidget(view)
    assert view.message.text()
    assert view.plot.isHidden()
