"""How scores are made: a page of help in plain words, with the limits of each method."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from inspector.core.bm25 import K1, B
from inspector.views.fitting import fit_screen

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "What a score is",
        (
            "A model turns a text into a vector, a list of some hundred numbers that stands for its meaning. The score "
            "of a chunk is the cosine of two vectors, the question's and the chunk's: 1 is the same direction, about 0 "
            "is no kinship.",
            "Cosines of different models live in different ranges. With one model unrelated texts lie near 0, with "
            "another hardly any pair of texts lies below 0.75. So compare scores within one model only, look at ranks "
            "and distances rather than at a fixed limit, and mind where an axis begins.",
        ),
    ),
    (
        "Exact: each chunk embedded alone",
        (
            "The chunk's text, with the model's prefix if it has one, goes through the model by itself. Most pipelines "
            "index documents in this way, so this is the number to compare with yours. It takes one run of the model "
            "for each chunk, again for every other size, overlap or strategy. Drawn full.",
            "What lies beyond the model's context is not read and has no part in the score.",
        ),
    ),
    (
        "Pooled: one pass over the document",
        (
            "The whole document goes through the model once, in windows that overlap. Every token keeps its vector "
            "from the window in which it stands farthest from an edge. The vector of any chunk is then the mean over "
            "its tokens, whatever the size, overlap or strategy, so these scores follow the slider. The method is "
            "known as late chunking: M. Günther and others, “Late Chunking”, arXiv 2409.04701. Drawn pale: "
            "bars with a cap, hollow points.",
            "It is another number than a pipeline gives that embeds each chunk alone: here a token has also seen the "
            "text around its chunk. Measured with all-MiniLM-L6-v2, both kinds of scores correlate at .93 to .96, "
            "yet the best chunk is the same one in about half of the questions. How many answers are found with "
            "either is in the README, with the figures as measured.",
            "It needs a model that gives a vector for each token and takes their mean. A server gives one vector for a "
            "text, so its scores are exact ones only.",
        ),
    ),
    (
        "Which of them is shown",
        (
            "Unless you choose otherwise pooled scores come first, and exact ones take over bar by bar once a setting "
            "rests: what is in view and what ranks best first. While both are on screen the ranking mixes them. The "
            "details of a chunk name the kind of its score.",
        ),
    ),
    (
        "Words that carry the score",
        (
            "The mean of token vectors is a sum, so the cosine can be taken apart: each token has a part of it, a word "
            "that of its tokens. The parts of all words and the rest, which is that of special tokens and prefix, add "
            "up to the score. A thick bar below a word is a large part, a dotted one lowers the score.",
            "It tells where the sum comes from. It does not tell what would happen without the word, because the "
            "model has mixed neighbours into every token's vector. For the same reason a comma may carry much.",
        ),
    ),
    (
        "The dilution curve",
        (
            "Meaning smears out: the more a chunk holds beside the answer, the less its one vector is about it. The "
            "curve shows the score of the chunk that holds the marked answer, from the size of its sentence to that "
            "of the whole document; without a marked answer it follows the best sentence of the best chunk. All other "
            "settings stay, but the overlap is at most half of the size.",
            "A diamond is a size at which the answer is cut, a triangle one at which the model does not read the whole "
            "chunk alone: its exact score is that of the beginning. A click takes a size over.",
        ),
    ),
    (
        "Keywords: BM25",
        (
            "BM25 counts words and knows no meaning: a chunk scores when it holds words of the question, more so when "
            f"they are rare in the document and the chunk is short (k1 = {K1}, b = {B}). It costs no model and often "
            "finds what a vector misses, names and numbers above all, and it misses what is said in other words. Its "
            "values have no upper end and are no cosines: compare ranks.",
        ),
    ),
    (
        "What no score says",
        (
            "A high score means that chunk and question are near each other for this model, not that the answer is in "
            "the chunk. Mark the answer to see whether the chunks keep it whole, and at which rank it comes.",
        ),
    ),
)
"""Headings with their paragraphs."""


class ScoresHelp(QDialog):
    """The page, to be read, selected and copied; it stays open beside the work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("How scores are made")
        self.resize(640, 680)
        fit_screen(self)
        self.page = QTextBrowser()
        self.page.setAccessibleName("How scores are made")
        self.page.setHtml(page())
        self.page.document().setDocumentMargin(16)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.page)
        layout.addWidget(buttons)

    def open_now(self) -> None:
        """Show it, in front."""
        self.show()
        self.raise_()
        self.activateWindow()


def page() -> str:
    """All sections as simple HTML, without colours of its own."""
    return "".join(
        f"<h3>{escape(heading)}</h3>" + "".join(f"<p style='line-height: 130%'>{escape(text)}</p>" for text in texts)
        for heading, texts in SECTIONS
    )
