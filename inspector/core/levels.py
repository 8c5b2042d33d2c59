"""The levels of a cut: what kind of separator ends just before it, from the strongest to none."""

from enum import IntEnum


class Level(IntEnum):
    """Strength of a cut; a greater value is a stronger separator. END marks the last chunk, which has no cut."""

    END = -1
    HARD = 0
    WORD = 1
    LINE = 2
    SENTENCE = 3
    PARAGRAPH = 4
    HEADING = 5

    @property
    def label(self) -> str:
        """The level's name as the window, the command line and exports write it."""
        return self.name.lower()

    @property
    def letter(self) -> str:
        """The one-letter mark of the level in the gutter; empty for END."""
        return _LETTERS[self]


_LETTERS = {
    Level.END: "",
    Level.HARD: "H",
    Level.WORD: "W",
    Level.LINE: "L",
    Level.SENTENCE: "S",
    Level.PARAGRAPH: "¶",
    Level.HEADING: "#",
}

CUT_LEVELS = (Level.PARAGRAPH, Level.SENTENCE, Level.LINE, Level.WORD, Level.HARD)
"""The levels that plain text has, strongest first: the order of the legend."""
