"""An embedder with token vectors: a word's vector counts its letters, so pooled and exact scores are the same."""

import re
import threading

import numpy as np

from inspector.core.model_inputs import DocumentTokens, TokenStates
from tests.model.opened import FakeEmbedder


def letters(text):
    return np.array([text.lower().count(chr(97 + k)) for k in range(26)], np.float32)


class TokenLetters(FakeEmbedder):
    """Six words and two special tokens a window; `gate` holds the pass back after `windows_free` windows."""

    name = "letters of words"
    identity = "letters-of-words@1"
    context = 8
    batch_tokens = 1
    specials = ((0,), (0,))
    why_no_token_vectors = ""

    def __init__(self, why=""):
        super().__init__()
        self.why_no_token_vectors = why
        self.words = [""]
        self.windows = 0
        self.windows_free = 10**9
        self.gate = threading.Event()

    def prefix_ids(self, prefix):
        return ()

    def encode_document(self, text, progress=None, cancelled=lambda: False):
        found = list(re.finditer(r"\S+\s*", text))
        self.words += [match[0] for match in found]
        first = len(self.words) - len(found)
        ids = np.arange(first, len(self.words), dtype=np.int32)
        return DocumentTokens(ids, np.array([match.start() for match in found], np.int32))

    def window_states(self, rows):
        if self.windows >= self.windows_free:
            self.gate.wait(10)
        self.windows += 1
        return [np.array([letters(self.words[number]) for number in row]) for row in rows]

    def token_states(self, text):
        words = [(match.start(), match.end()) for match in re.finditer(r"\S+\s*", text)]
        spans = np.array([(0, 0), *words, (0, 0)], np.int32)
        states = np.array([letters(text[start:end]) for start, end in spans.tolist()])
        special = np.zeros(len(spans), np.bool_)
        special[[0, -1]] = True
        return TokenStates(spans[:, 0], spans[:, 1], states, special)
