"""The texts of the benchmarks, made to any length: English, Chinese without spaces, one line, emoji."""

from __future__ import annotations

from collections.abc import Callable

from inspector.core.document import load_sample


def english(size: int) -> str:
    """The long sample again and again, each copy with its own number so that nothing is cached by chance."""
    log = load_sample("lighthouse-log").text
    copies = (f"Copy {k} of the log.\n\n{log}\n\n" for k in range(size // len(log) + 1))
    return "".join(copies)[:size]


def chinese(size: int) -> str:
    """Sentences without a single blank."""
    sentences = (
        "清晨水泵启动，上水箱慢慢注满。",
        "下面的阀门一直关着！",
        "红灯显示水位；夜里水箱排空。",
        "谁记下了读数？守塔人记下了。",
    )
    return "".join(sentences[k * 7 % 4] for k in range(size // 12 + 1))[:size]


def one_line(size: int) -> str:
    """Words without a line break."""
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]
    return " ".join(words[k * 7 % 10] for k in range(size // 5 + 1))[:size]


def emoji(size: int) -> str:
    """Families, skin tones and flags between words."""
    return ("Look, 👩‍👩‍👧‍👦 and 👍🏽 met 🇩🇪. " * (size // 20 + 1))[:size]


def mixed(size: int) -> str:
    """English with a tenth of Chinese and a tenth of emoji, a stretch of each at a time."""
    part = english(800_000) + "\n\n" + chinese(100_000) + "\n\n" + emoji(100_000) + "\n\n"
    return (part * (size // len(part) + 1))[:size]


TEXTS: dict[str, Callable[[int], str]] = {
    "English": english,
    "Chinese, no spaces": chinese,
    "one line": one_line,
    "emoji": emoji,
}
