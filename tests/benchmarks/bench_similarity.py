"""From a slider event to the painted similarity plot, once the pass over the document is done, without a display.

    QT_QPA_PLATFORM=offscreen python -m tests.benchmarks.bench_similarity [--length 1000000] [--queries 0,3]
        [--sizes 512,254,64] [--texts English,emoji] [--model minilm]

Goal: two frames (1/60 s) per MB, better one, from the event to the plot with the scores of the new chunks. The tokens'
vectors are random numbers of 384 dimensions, on which nothing that follows depends; `--model minilm` makes the real
pass, minutes for 1 MB, so give it 200,000 characters. Printed are the medians of CPU seconds of the GUI thread and of
wall time, with the worst one, and where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats

import numpy as np
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from inspector.app import application, make_window
from inspector.core.minilm import MiniLM
from inspector.core.model_inputs import DocumentTokens
from inspector.core.tokenizer import load_tokenizer
from inspector.model.preferences import Preferences
from inspector.views.window import MainWindow
from tests.benchmarks.bench_window import changes as window_changes
from tests.benchmarks.bench_window import painted, tell, wait
from tests.benchmarks.measure import FRAME, one_encode
from tests.benchmarks.texts import TEXTS

QUERY = "how many eggs does the queen lay in a day"
TOKENIZER = load_tokenizer()
LISTED = ("what is a token", "why overlap chunks", "bees in winter", "the weight of a parcel", "who was late", "rain")


class RandomTokens:
    """A model of 384 dimensions whose vectors are random; it counts a token for every four characters."""

    name = identity = "random"
    dimension, context, batch_tokens = 384, 256, 4096
    query_prefix = document_prefix = why_no_token_vectors = ""
    specials = ((101,), (102,))

    def __init__(self) -> None:
        self._chance = np.random.default_rng(5)

    def prefix_ids(self, prefix):
        return ()

    def encode_document(self, text, progress=None, cancelled=None):
        starts = np.arange(0, len(text), 4, dtype=np.int32)
        return DocumentTokens(starts, starts)

    def window_states(self, rows):
        return [self._chance.standard_normal((len(row), self.dimension), np.float32) for row in rows]

    def embed(self, texts, progress=None, cancelled=lambda: False):
        return self._chance.standard_normal((len(texts), self.dimension), np.float32)


class Painted(QObject):
    """Notes which scores the plot showed when it was last painted."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._plot = window.panels.query.plot
        self.size: int | None = None
        self._plot.plot.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Only look."""
        if event.type() == QEvent.Type.Paint:
            found = self._plot.scored
            self.size = None if found is None or found.stale else found.chunking.parameters.size
        return False


def event(app: QApplication, window: MainWindow, size: int) -> tuple[float, float]:
    """One change of size, until its scores are painted."""
    seen = window.findChild(Painted) or Painted(window)
    return painted(app, lambda: window.session.set_size(size), lambda: seen.size == size)


def changes(app: QApplication, window: MainWindow, size: int, overlap: int) -> list[tuple[float, float]]:
    """Changes of size while one drags, the first ones left out."""
    session = window.session
    session.set_parameters(size=size, overlap=overlap)
    wait(app, lambda: session.chunking is not None and session.chunking.parameters == session.parameters)
    wait(app, lambda: not session.scores_stale and session.scored_chunking is session.chunking)
    return [event(app, window, size - k % 2) for k in range(20)][4:]


def profile(app: QApplication, window: MainWindow, size: int) -> None:
    """Print where the GUI thread's time goes."""
    profiler = cProfile.Profile()
    profiler.enable()
    for k in range(10):
        event(app, window, size - k % 2)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(40)


def run(app: QApplication, window: MainWindow, name: str, asked: argparse.Namespace) -> None:
    """Print the figures of one text."""
    text, session = TEXTS[name](asked.length), window.session
    encode = one_encode(TOKENIZER, text, 1)
    session.open_bytes(text.encode(), f"{name}.txt")
    wait(app, lambda: session.document is not None and session.document.text == text and session.chunking is not None)
    print(f"\n{name}, {asked.length:,} characters, one encode {encode / FRAME:.0f} frames")
    for size in map(int, asked.sizes.split(",")):
        tell(f"without a question, size {size}", window_changes(app, session, size, 0), encode)
    session.set_query(QUERY)
    session.ask_now()
    wait(app, lambda: session.token_pass.state == "complete", 3600)
    for many in map(int, asked.queries.split(",")):
        session.queries.clear()
        for query in LISTED[:many]:
            session.queries.add(query)
        wait(app, lambda many=many: len(session.query_lines) == many and not session.scores_stale)
        for size in map(int, asked.sizes.split(",")):
            for overlap in (0, size // 2):
                times = changes(app, window, size, overlap)
                chunks = len(session.chunking) if session.chunking else 0
                tell(f"{many} lines, size {size}, overlap {overlap}: {chunks:,}", times, encode)
    if asked.profile:
        session.set_parameters(size=int(asked.sizes.split(",")[0]), overlap=0)
        profile(app, window, int(asked.sizes.split(",")[0]))


def main() -> None:
    """Print the figures of every text."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--length", type=int, default=1_000_000, help="characters of the texts")
    parser.add_argument("--texts", default="English", help="which of them")
    parser.add_argument("--sizes", default="512,254,64", help="sizes of the chunks in tokens")
    parser.add_argument("--queries", default="0,3", help="how many listed queries are drawn")
    parser.add_argument("--model", default="random", choices=("random", "minilm"), help="whose vectors")
    parser.add_argument("--scores", default="pooled", help="which scores are shown")
    parser.add_argument("--keywords", action="store_true", help="with the keyword score")
    parser.add_argument("--profile", action="store_true", help="say where the time goes")
    asked = parser.parse_args()
    app = application()
    window = make_window(Preferences(), embedder=RandomTokens() if asked.model == "random" else MiniLM())
    window.show()
    window.session.set_score_mode(asked.scores)
    window.session.keywords.set_on(asked.keywords)
    for name in (name for name in TEXTS if name.replace(",", "") in asked.texts.split(",")):
        run(app, window, name, asked)
    window.close()


if __name__ == "__main__":
    main()
