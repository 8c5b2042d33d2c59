"""A real session with a text opened in it: the text, an embedder that counts letters, and waiting for it."""

import numpy as np

from inspector.core.errors import CancelledError
from tests.rain import RAIN


class FakeEmbedder:
    """Counts letters: quick, deterministic, and it remembers what it was asked."""

    name = "letters"
    identity = "letters@1"
    dimension = 26
    context = None
    query_prefix = ""
    document_prefix = ""

    def __init__(self):
        self.asked = []

    def embed(self, texts, progress=None, cancelled=lambda: False):
        if cancelled():
            raise CancelledError("cancelled")
        self.asked += texts
        rows = np.array([[text.lower().count(chr(97 + k)) for k in range(26)] for text in texts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True).clip(1e-9)


def at_rest(session, qtbot):
    """Wait until nothing is computed any more."""
    qtbot.waitUntil(lambda: session.at_rest, timeout=10000)


def opened(session, qtbot, text=RAIN, name="rain.txt", parameters=None, **changes):
    """Open a text and wait for its chunks and their check; `changes` are asked for once its text is shown."""
    session.open_bytes(text.encode(), name, parameters=parameters)
    qtbot.waitUntil(lambda: session.document is not None and session.document.name == name, timeout=5000)
    if changes:
        session.set_parameters(**changes)
    at_rest(session, qtbot)


def changed(session, qtbot, **changes):
    """Ask for parameters and wait for their chunks, not for their check."""
    session.set_parameters(**changes)
    qtbot.waitUntil(lambda: session.chunking.parameters == session.parameters, timeout=5000)
