"""Judges a plain list of chunks by the checks that a fault case names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import regex

FOLDER = Path(__file__).parent
Case = dict[str, Any]
Count = Callable[[str], int]
Failure = tuple[str, str]


class Chunk(NamedTuple):
    """What is checked of a chunk: offsets in code points, its text, and its count in the case's unit (None = none)."""

    start: int
    end: int
    text: str
    count: int | None = None


@dataclass(frozen=True)
class Run:
    """One chunking of a case's text, to be judged; `seconds` is what it took, where that was measured."""

    parameters: dict[str, Any]
    text: str
    chunks: list[Chunk]
    count: Count
    seconds: float | None = None

    @property
    def borders(self) -> set[int]:
        return {offset for chunk in self.chunks for offset in chunk[:2]}

    def shared(self) -> Iterator[str]:
        """The text that each chunk shares with the one before."""
        return (self.text[after.start : before.end] for before, after in pairwise(self.chunks))


Check = Callable[[Run, Any], "str | bool | None"]
"""None or False when all is well, else what is wrong."""


def all_cases() -> list[Case]:
    """Every case in the order of the file."""
    return [json.loads(line) for line in (FOLDER / "cases.jsonl").read_text(encoding="utf-8").split("\n") if line]


def load_text(case: Case) -> str | None:
    """The case's input text, or None when it has none (a file of another format, vectors, a server's answer)."""
    given = case["input"]
    if "text" in given:
        return given["text"]
    if "gen" in given:
        return eval(given["gen"], {"__builtins__": {"range": range, "chr": chr, "str": str}})
    if "file" in given and given.get("encoding"):
        return (FOLDER / given["file"]).read_bytes().decode(given["encoding"])
    return None


def check(
    case: Case,
    text: str,
    chunks: list[Chunk] | list[tuple[int, int, str, int]],
    count: Count,
    seconds: float | None = None,
) -> list[Failure]:
    """What fails, as (name of the check, what is wrong); an unknown check is a KeyError."""
    run = Run(case["params"], text, [Chunk(*chunk) for chunk in chunks], count, seconds)
    wrong = ((name, CHECKS[name](run, wanted)) for name, wanted in named_checks(case))
    return [(name, str(reason)) for name, reason in wrong if reason]


def check_error(case: Case, error: BaseException | str) -> list[Failure]:
    """What is wrong with a refusal: that there should be none, or numbers that its message does not name."""
    wanted = dict(named_checks(case)).get("refuse")
    if wanted is None:
        return [("raised", f"{type(error).__name__}: {error}")]
    missing = [value for value in wanted if not re.search(rf"(?<![\d.]){re.escape(str(value))}(?!\d)", str(error))]
    return [("refuse", f"the message does not name {missing}: {error}")] if missing else []


def named_checks(case: Case) -> list[tuple[str, Any]]:
    """The checks of a case as (name, wanted value or None)."""
    return [(one, None) if isinstance(one, str) else (one[0], one[1]) for one in case["expect"].get("checks", [])]


def _slice(run: Run, _: Any) -> str | None:
    wrong = [index for index, one in enumerate(run.chunks) if run.text[one.start : one.end] != one.text]
    return f"{len(wrong)} chunks are not text[start:end], the first is {wrong[0]}" if wrong else None


def _join(run: Run, _: Any) -> str | None:
    joined = "".join(one.text for one in run.chunks)
    return None if joined == run.text else f"joins to {len(joined)} characters, the text has {len(run.text)}"


def _cover(run: Run, _: Any, *, blanks: bool = True) -> str | None:
    covered = bytearray(len(run.text))
    for one in run.chunks:
        covered[one.start : one.end] = b"\1" * (one.end - one.start)
    lost = [at for at, sign in enumerate(run.text) if not covered[at] and (blanks or not sign.isspace())]
    return f"{len(lost)} characters are in no chunk, the first at {lost[0]}" if lost else None


def _cover_nonspace(run: Run, wanted: Any) -> str | None:
    return _cover(run, wanted, blanks=False)


def _budget(run: Run, _: Any) -> str | None:
    over = [count for count in map(run.count, (one.text for one in run.chunks)) if count > run.parameters["size"]]
    return f"{len(over)} chunks above {run.parameters['size']}, the worst {max(over)}" if over else None


def _count(run: Run, _: Any) -> str | None:
    said = [(one.count, run.count(one.text)) for one in run.chunks if one.count is not None]
    wrong = [(told, right) for told, right in said if told != right]
    return f"{len(wrong)} wrong counts, the first says {wrong[0][0]} and is {wrong[0][1]}" if wrong else None


def _order(run: Run, _: Any) -> str | None:
    wrong = sum(1 for a, b in pairwise(run.chunks) if b.start <= a.start or b.end <= a.end)
    return f"a start or an end does not grow at {wrong} places" if wrong else None


def _no_empty(run: Run, _: Any) -> str | None:
    blank = sum(1 for one in run.chunks if not one.text.strip())
    return f"{blank} blank chunks" if blank else None


def _no_fffd(run: Run, _: Any) -> bool:
    return "\ufffd" not in run.text and any("\ufffd" in one.text for one in run.chunks)


def _clusters(run: Run, _: Any) -> str | None:
    whole = {found.start() for found in regex.finditer(r"\X", run.text)} | {len(run.text)}
    inside = sorted(run.borders - whole)
    return f"{len(inside)} cuts inside a grapheme cluster, the first at {inside[0]}" if inside else None


def _no_cut(run: Run, wanted: list[str]) -> str | None:
    spans = (found.span() for kept in wanted for found in re.finditer(re.escape(kept), run.text))
    cut = [(start, end) for start, end in spans if any(start < border < end for border in run.borders)]
    return f"cuts {run.text[slice(*cut[0])]!r}" if cut else None


def _word_cuts(run: Run, _: Any) -> str | None:
    inner = sorted(run.borders - {0, len(run.text)})
    wrong = [at for at in inner if not (run.text[at - 1].isspace() or run.text[at].isspace())]
    return f"{len(wrong)} cuts inside a word, the first at {wrong[0]}" if wrong else None


def _same(read: Callable[[Chunk], Any]) -> Check:
    def compare(run: Run, wanted: list[Any]) -> str | None:
        got = [read(one) for one in run.chunks]
        return None if got == wanted else f"is {got[:8]}, should be {wanted[:8]}"

    return compare


def _number(right: Callable[[int, int], bool]) -> Check:
    return lambda run, wanted: None if right(len(run.chunks), wanted) else f"{len(run.chunks)} chunks, not {wanted}"


def _overlap_max(run: Run, _: Any) -> str | None:
    most = run.parameters.get("overlap", 0)
    over = [repeated for repeated in run.shared() if run.count(repeated) > most]
    return f"shares {over[0]!r}, more than {most}" if over else None


def _overlap_words(run: Run, wanted: int) -> str | None:
    wrong = [repeated for repeated in run.shared() if len(repeated.split()) != wanted]
    return f"shares {wrong[0]!r}, not {wanted} words" if wrong else None


def _overlap_some(run: Run, _: Any) -> str | None:
    body = 0
    for before, repeated in zip(run.chunks, run.shared(), strict=False):
        words = run.text[max(before.start, body) : before.end].split()
        body = before.end
        if len(words) > 1 and run.count(words[-1]) <= run.parameters["overlap"] and not repeated.strip():
            return f"shares nothing though {words[-1]!r} fits"
    return None


def _time(run: Run, wanted: float) -> str | None:
    return f"took {run.seconds:.1f} s" if run.seconds is not None and run.seconds > wanted else None


CHECKS: dict[str, Check] = {
    "slice": _slice,
    "join": _join,
    "cover": _cover,
    "cover_nonspace": _cover_nonspace,
    "budget": _budget,
    "count": _count,
    "order": _order,
    "no_empty": _no_empty,
    "no_fffd": _no_fffd,
    "clusters": _clusters,
    "no_cut": _no_cut,
    "word_cuts": _word_cuts,
    "starts": _same(lambda one: one.start),
    "trim_starts": _same(lambda one: one.start + len(one.text) - len(one.text.lstrip())),
    "texts": _same(lambda one: one.text),
    "trim_texts": _same(lambda one: one.text.strip()),
    "n": _number(lambda got, wanted: got == wanted),
    "n_max": _number(lambda got, wanted: got <= wanted),
    "n_min": _number(lambda got, wanted: got >= wanted),
    "overlap_max": _overlap_max,
    "overlap_words": _overlap_words,
    "overlap_some": _overlap_some,
    "time": _time,
    "accept": lambda _run, _wanted: None,
    "refuse": lambda _run, _wanted: "was accepted",
}
