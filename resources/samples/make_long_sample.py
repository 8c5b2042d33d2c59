"""Writes the-lighthouse-log.txt, the long sample: a keeper's year of computed weather and composed sentences.

Run `python make_long_sample.py`; the same seed always gives the same bytes, and a test compares them with the file.
"""

from __future__ import annotations

import math
import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TARGET = HERE / "the-lighthouse-log.txt"
PHRASES = HERE / "long_sample_phrases.toml"
SEED = 1934
FIRST = date(1934, 1, 1)
ROUGH = {date(1934, 1, 19), date(1934, 3, 23), date(1934, 10, 14)}
"""Days on which the sea did something that the incidents tell of."""
QUIET = {date(1934, 4, 6), date(1934, 5, 2), date(1934, 6, 5), date(1934, 7, 9), date(1934, 7, 28), date(1934, 10, 16)}
"""Days on which somebody had to land."""
WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
WIND_WORDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
SEASONS = ("winter", "winter", "spring", "spring", "spring", "summer", "summer", "summer", *("autumn",) * 3, "winter")
PREFACE = """THE LOG OF HALLAN SKERRY LIGHT, 1934

Hallan Skerry is on no chart. The rock, its people and its weather were made up, and a small program wrote them down.
The winds are computed and the sentences composed, but the barometer always agrees with the prose.

Pressure is in millibars, temperature in degrees Celsius at noon, rain in millimetres up to nine in the morning.
Wind is given by direction and Beaufort force; visibility in sea miles.
"""


@dataclass(frozen=True)
class Weather:
    """One day at the station: pressure (mb) and its change, temperature (C), wind, rain (mm), visibility (miles)."""

    day: date
    pressure: int
    change: int
    degrees: float
    wind: int
    force: int
    rain: float
    miles: int
    fog: bool

    @property
    def trend(self) -> str:
        """What the barometer does, in one word."""
        return "falling" if self.change < -2 else "rising" if self.change > 2 else "steady"

    @property
    def kind(self) -> str:
        """Which list of weather sentences fits: by the wind, or every other dry and mild day that it was fair."""
        if not self.rain and 1 <= self.force <= 5 and self.degrees > 5 and self.day.toordinal() % 2:
            return "fair"
        names = ((8, "gale"), (6, "strong"), (4, "fresh"), (0, "light"))
        return next(name for least, name in names if self.force >= least)


class Decks:
    """Phrases drawn without repeating one before its whole list was used."""

    def __init__(self, phrases: dict[str, Any], rng: random.Random) -> None:
        self._phrases, self._rng = phrases, rng
        self._decks: dict[tuple[str, str], list[str]] = {}

    def draw(self, section: str, name: str) -> str:
        """The next phrase of a list; a new shuffle begins when the list is empty."""
        deck = self._decks.setdefault((section, name), [])
        if not deck:
            deck.extend(self._rng.sample(self._phrases[section][name], len(self._phrases[section][name])))
        return deck.pop()

    def sentence(self, section: str, name: str, weather: Weather) -> str:
        """A phrase with its slots filled from the weather and the word lists, its first letter capital."""
        text = re.sub(r"\{(\w+)\}", lambda match: self._fill(match[1], weather), self.draw(section, name))
        text = re.sub(r"(?<=[.!?] )[a-z]", lambda match: match[0].upper(), text)
        return text[0].upper() + text[1:]

    def _fill(self, slot: str, weather: Weather) -> str:
        measured = {
            "force": str(weather.force),
            "from": WIND_WORDS[weather.wind],
            "hpa": str(weather.pressure),
            "degrees": f"{weather.degrees:.1f}",
            "rain": f"{weather.rain:.1f}",
            "miles": str(weather.miles),
        }
        return measured[slot] if slot in measured else self.draw("words", slot)


def weather_of_the_year(rng: random.Random) -> Iterator[Weather]:
    """365 days of plausible northern sea weather, each a little like the day before."""
    pressure, warmth, wind = 1006.0, 0.0, 5
    for number in range(365):
        day = FIRST + timedelta(days=number)
        season = math.cos((number - 215) / 365 * math.tau)
        before = pressure
        pressure = 1011 + 0.74 * (pressure - 1011) + rng.gauss(0, 6.4 - 2.0 * season)
        warmth = 0.7 * warmth + rng.gauss(0, 1.1)
        wind = (wind + rng.choice((-1, 0, 0, 1, 1, 2))) % 8
        change = round(pressure) - round(before)
        blow = 3.0 - season + abs(change) / 5.5 + max(0.0, 1011 - pressure) / 9 + rng.gauss(0, 1.1)
        yield _weather(day, round(pressure), change, round(8.6 + 4.9 * season + warmth, 1), (wind, blow), rng)


def _weather(
    day: date, pressure: int, change: int, degrees: float, wind_and_blow: tuple[int, float], rng: random.Random
) -> Weather:
    wind, blow = wind_and_blow
    blow = 9.0 if day in ROUGH else min(blow, 3.0) if day in QUIET else blow
    force = min(11, max(0, round(blow)))
    wet = day in ROUGH or rng.random() < 0.25 + max(0, 1013 - pressure) / 30
    rain = round(rng.gammavariate(1.3, 3.2), 1) if wet else 0.0
    fog = force <= 3 and degrees > 6.5 and rng.random() < 0.28
    miles = 0 if fog else max(1, round(22 - rain - force + rng.gauss(0, 3)))
    return Weather(day, pressure, change, degrees, wind, force, rain, miles, fog)


def weather_sentences(weather: Weather, decks: Decks) -> Iterator[str]:
    """One sentence for the wind and one for what falls, freezes or hides, when something does."""
    yield decks.sentence("weather", "fog" if weather.fog else weather.kind, weather)
    if weather.rain > 0.3:
        yield decks.sentence("weather", "snow" if weather.degrees < 2.5 else "rain", weather)
    elif weather.degrees < 2:
        yield decks.sentence("weather", "frost", weather)


def prose(weather: Weather, decks: Decks, rng: random.Random) -> str:
    """The day in three to five sentences, in no fixed order."""
    season = SEASONS[weather.day.month - 1]
    rest = [decks.sentence("days", "duty", weather)]
    if rng.random() < 0.5:
        rest.append(decks.sentence("seasons", season, weather))
    if rng.random() < 0.4 and not weather.fog:
        rest.append(decks.sentence("days", "ships", weather))
    if rng.random() < 0.5:
        rest.append(decks.sentence("days", "house", weather))
    if weather.day.toordinal() % 23 == 0:
        rest.append(decks.sentence("days", "thoughts", weather))
    rng.shuffle(rest)
    return " ".join((*weather_sentences(weather, decks), *rest))


def readings(weather: Weather) -> str:
    """The line of instruments under a day's name."""
    rain = f"rain {weather.rain:.1f}" if weather.rain else "dry"
    wind = f"wind {WINDS[weather.wind]} {weather.force}" if weather.force else "calm"
    sight = "fog" if weather.fog else f"visibility {weather.miles}"
    return f"Barometer {weather.pressure}, {weather.trend}; {wind}; {weather.degrees:.1f} degrees; {rain}; {sight}."


def gale_watch(weather: Weather, rng: random.Random) -> str:
    """The watch book of a bad night: a line every two hours, without blank lines."""
    lines = []
    for hour in range(0, 24, 2):
        pressure = weather.pressure + round((hour - 12) / 24 * weather.change + rng.gauss(0, 0.6))
        force = min(12, max(6, weather.force + round(rng.gauss(0, 0.8))))
        state = rng.choice(("sea high", "sea very high", "spray to the gallery", "lamp burning well", "heavy squall"))
        lines.append(f"{hour:02d}:00  {pressure}  {WINDS[weather.wind]} {force}  {state}")
    return "\n".join(lines)


def relief_entry(weather: Weather, decks: Decks, rng: random.Random) -> str:
    """A day as the relief keeper writes it: one line, no more words than needed."""
    sky = "fog" if weather.fog else f"rain {weather.rain:.1f}" if weather.rain else "dry"
    wind = f"{WINDS[weather.wind]} {weather.force}"
    head = f"{weather.day:%d} Aug. {wind}. {weather.pressure}. {weather.degrees:.1f}. {sky}."
    names = ["duty", *(["ships"] if rng.random() < 0.5 else []), *(["house"] if rng.random() < 0.2 else [])]
    return " ".join((head, *(decks.sentence("days", name, weather) for name in names)))


def month_table(days: list[Weather]) -> str:
    """The month's return to the Board: one aligned row a day and the totals, computed."""
    rows = ["day   mb   wind     C   rain", "---  ----  -----  ----  -----"]
    for each in days:
        wind = f"{WINDS[each.wind]} {each.force}"
        rows.append(f"{each.day.day:>3}  {each.pressure:>4}  {wind:<5}  {each.degrees:>4.1f}  {each.rain:>5.1f}")
    mean = sum(each.pressure for each in days) / len(days)
    gales = sum(each.force >= 8 for each in days)
    wettest = max(days, key=lambda each: each.rain)
    rows.append(f"Mean pressure {mean:.1f}; rain {sum(each.rain for each in days):.1f}; days of gale {gales}; ")
    rows[-1] += f"days of fog {sum(each.fog for each in days)}; wettest day the {ordinal(wettest.day.day)}."
    return "\n".join(rows)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, … for the days of a month."""
    ending = "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def stores_table(month: int, rng: random.Random) -> str:
    """What is left in the stores at the end of a month, and what that means."""
    since_boat = (month + 8) % 3
    oil, coal = 2900 - 610 * since_boat + rng.randrange(90), 84 - 19 * since_boat + rng.randrange(5)
    flour, tea = 160 - 38 * since_boat + rng.randrange(9), 12 - 3 * since_boat
    return (
        f"| Store | Left | Enough for |\n|---|---:|---|\n| Paraffin | {oil} litres | {oil // 21} nights |\n"
        f"| Coal | {coal} sacks | {coal * 3 // 2} days |\n| Flour | {flour} kg | {flour * 2 // 3} loaves |\n"
        f"| Tea | {tea} pounds | nobody will say |"
    )


def day_entry(weather: Weather, decks: Decks, rng: random.Random, incident: str | None) -> str:
    """A day as the principal keeper writes it, with what happened and the watch book of a bad night."""
    lines = [f"{weather.day:%A} {weather.day.day} {weather.day:%B}", readings(weather), prose(weather, decks, rng)]
    text = "\n".join(lines)
    if incident:
        text += f"\n\n{incident}"
    if weather.force >= 9:
        text += f"\n\n{gale_watch(weather, rng)}"
    return text + "\n\n"


def month_text(days: list[Weather], decks: Decks, rng: random.Random, incidents: dict[str, str]) -> str:
    """A month: its heading, its days and its tables. The relief keeper's August stands without blank lines."""
    name = f"{days[0].day:%B %Y}".upper()
    parts = [f"{name}\n{'=' * len(name)}\n\n"]
    for each in days:
        incident = incidents.get(f"{each.day:%m-%d}")
        if each.day.month == 8:
            parts.append(relief_entry(each, decks, rng) + (f" {incident}" if incident else "") + "\n")
        else:
            parts.append(day_entry(each, decks, rng, incident))
    tables = f"Return for {days[0].day:%B}\n\n{month_table(days)}\n\nStores\n\n{stores_table(days[0].day.month, rng)}"
    return "".join(parts).rstrip("\n") + f"\n\n{tables}\n"


def compose(seed: int = SEED) -> str:
    """The whole log as one text; equal seeds give equal texts."""
    rng = random.Random(seed)
    phrases = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
    decks = Decks(phrases, rng)
    year = list(weather_of_the_year(rng))
    months = [[each for each in year if each.day.month == month] for month in range(1, 13)]
    return "\n\n".join((PREFACE, *(month_text(days, decks, rng, phrases["incidents"]) for days in months)))


if __name__ == "__main__":
    TARGET.write_text(compose(), encoding="utf-8", newline="\n")
