"""Preferences: typed values in one declared table, and nothing corrupt ever gets through."""

import json
from dataclasses import asdict

import pytest
from PySide6.QtCore import QSettings

from inspector.core.own_json import from_json
from inspector.core.parameters import Parameters, Weights
from inspector.model.preferences import KEPT, SETTINGS, Preferences


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.ini"


EXAMPLES = {
    "geometry": b"\x00\x01\xff",
    "docks": b"state",
    "theme": "dark",
    "font": "proportional",
    "zoom": 3,
    "motion": False,
    "token_borders": True,
    "white_space": True,
    "recent": [{"path": "/a/ü.txt", "encoding": None, "parameters": asdict(Parameters())}],
    "separators": [{"text": "\n\n", "level": "paragraph"}, {"regex": "[.!] ", "level": "sentence"}],
    "last": {"document": "/a/ü.txt", "query": "how many"},
    "limits": {"context": 512, "prefix": "passage: "},
    "model": {"name": "e5-small-v2", "tokenizer": "words"},
    "embedder": {"spec": "http://localhost:11434", "answers": {"model": "a"}, "model": {"name": "a at localhost"}},
    "embedders": [{"spec": "/models/ü", "answers": {"pooling": "mean", "context": None, "normalise": True}}],
    "vectors_disk": 512,
    "token_vectors_memory": 64,
    "token_vectors_disk": 4096,
    "models": [{"name": "mine", "context": 99}],
    "scores": "pooled",
    "keywords": True,
    "queries": [{"text": "how many eggs", "slot": 0}, {"text": "ü", "slot": None}],
}


def test_the_examples_are_for_every_setting():
    assert set(EXAMPLES) == {setting.name for setting in SETTINGS}
    assert all(setting.text for setting in SETTINGS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_setting_comes_back_from_the_file_in_its_type(path, name):
    first = Preferences.in_file(path)
    first.set(name, EXAMPLES[name])
    first.save()
    again = Preferences.in_file(path)
    assert again.get(name) == EXAMPLES[name]
    assert type(again.get(name)) is type(EXAMPLES[name])
    assert again.notices == []


@pytest.mark.parametrize(
    "kept",
    [
        [{"text": "a", "slot": 0}, {"text": "b", "slot": 0}],
        [{"text": "a", "slot": 0}, {"text": "a", "slot": 1}],
        [{"text": "a", "slot": 6}],
        [{"text": "a", "slot": True}],
        [{"text": " ", "slot": None}],
        [{"text": "a"}],
        ["a"],
    ],
)
def test_a_list_of_queries_that_cannot_be_is_refused(kept):
    with pytest.raises(ValueError, match="makes no sense"):
        Preferences().set("queries", kept)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_without_a_file_everything_has_its_default(path, setting):
    assert Preferences.in_file(path).get(setting.name) == setting.default
    assert Preferences().get(setting.name) == setting.default


@pytest.mark.parametrize("kept", ["", "{", "NaN", "null", "1e999", '"neither"', "[1]", "{}", "true", "-3.5", "99999"])
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_corrupt_value_is_left_out_with_a_notice(path, setting, kept):
    settings = QSettings(str(path), QSettings.Format.IniFormat)
    settings.setValue(setting.name, kept)
    preferences = Preferences(settings)
    value = preferences.get(setting.name)
    assert type(value) is setting.type
    if value != setting.default or kept in ("{}", "true"):
        return
    assert preferences.notices
    assert preferences.get(setting.name) == setting.default


def test_a_file_that_is_no_settings_file_gives_the_defaults(path):
    path.write_bytes(bytes(range(256)) * 10)
    preferences = Preferences.in_file(path)
    assert preferences.get("theme") == "auto"


@pytest.mark.parametrize("value", [3, "blue", None, b"dark"])
def test_a_value_that_makes_no_sense_is_not_kept(value):
    preferences = Preferences()
    with pytest.raises((ValueError, TypeError)):
        preferences.set("theme", value)
    assert preferences.get("theme") == "auto"


def test_the_newest_documents_are_remembered_each_once_and_not_without_end():
    preferences = Preferences()
    for number in range(KEPT + 3):
        preferences.remember(f"/{number}", None, Parameters())
    preferences.remember("/5", "cp1252", Parameters(size=99))
    recent = preferences.get("recent")
    assert len(recent) == KEPT
    assert recent[0]["path"] == "/5"
    assert [entry["path"] for entry in recent].count("/5") == 1
    assert preferences.last_of("/5") == ("cp1252", Parameters(size=99))
    assert preferences.last_of("/0") == (None, None)


def test_numbers_in_a_settings_file_are_compared_as_numbers():
    entry = {"parameters": asdict(Parameters()) | {"size": "1000", "overlap": "200"}}
    preferences = Preferences()
    assert preferences.parameters_in(entry) == Parameters(size=1000, overlap=200)
    entry["parameters"] |= {"size": "9", "overlap": "10"}
    assert preferences.parameters_in(entry) is None
    assert "10" in preferences.notices[0]
    assert "9" in preferences.notices[0]


@pytest.mark.parametrize("size", ["NaN", 12.5, True, "1e999", "12 ", "", None, float("nan"), float("inf"), [1]])
def test_remembered_parameters_that_are_no_whole_numbers_are_left_out(size):
    kept = json.loads(json.dumps(asdict(Parameters()) | {"size": size}))
    preferences = Preferences()
    result = preferences.parameters_in({"parameters": kept})
    if size is None:
        assert result == Parameters()
    else:
        assert result is None
        assert len(preferences.notices) == 1


def test_parameters_kept_before_there_were_weights_have_the_default_ones():
    kept = {"strategy": "recursive", "size": 72, "unit": "tokens", "overlap": 14, "separators": "unicode"}
    assert Preferences().parameters_in({"parameters": kept}) == Parameters(size=72, overlap=14)


def test_weights_and_floor_come_back():
    asked = Parameters("optimal", 72, weights=Weights(sentence=7, hard=500), floor=9)
    preferences = Preferences()
    preferences.remember("/a", None, asked)
    assert preferences.parameters_in(preferences.get("recent")[0]) == asked


def test_own_separators_come_back():
    asked = Parameters(separators=from_json(["\n\n", {"regex": "[.!?] ", "level": "sentence"}, "\u00a0"]))
    preferences = Preferences()
    preferences.remember("/a", None, asked)
    assert preferences.parameters_in(preferences.get("recent")[0]) == asked


@pytest.mark.parametrize("kept", [[], [""], 3, None, {"items": []}, [{"regex": "("}], [{"text": "a", "level": 4}]])
def test_own_separators_that_make_no_sense_are_left_out(kept):
    preferences = Preferences()
    assert preferences.parameters_in({"parameters": asdict(Parameters()) | {"separators": kept}}) is None
    assert preferences.notices


@pytest.mark.parametrize(
    "weights", [[], {"line": 3}, asdict(Weights()) | {"hard": -1}, asdict(Weights()) | {"hard": 1.5}]
)
def test_weights_that_make_no_sense_are_left_out(weights):
    preferences = Preferences()
    assert preferences.parameters_in({"parameters": asdict(Parameters()) | {"weights": weights}}) is None
    assert preferences.notices


@pytest.mark.parametrize("kept", [[], "x", {"size": 3}, {"strategy": "nope"}])
def test_remembered_parameters_of_another_shape_are_left_out(kept):
    preferences = Preferences()
    assert preferences.parameters_in({"parameters": kept}) is None
    assert preferences.notices


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        *(
            ("limits", kept)
            for kept in (
                {"context": 2**31}, {"context": 10**40}, {"context": 0}, {"context": -1}, {"context": 2.5},
                {"context": True}, {"context": "256"}, {"prefix": "\ud800"}, {"prefix": None}, {"prefix": 5},
                {"contexts": 3}, {"context": 10**400},
            )
        ),
        ("last", {"query": "eggs \udfff"}),
        ("last", {"query": 5}),
        ("last", {"document": ["a"]}),
        ("zoom", 10**400),
        ("zoom", 13),
    ],
)  # fmt: skip
def test_a_value_out_of_range_or_that_is_no_text_is_left_out_with_a_notice(path, name, kept):
    settings = QSettings(str(path), QSettings.Format.IniFormat)
    settings.setValue(name, json.dumps(kept))
    preferences = Preferences(settings)
    assert preferences.get(name) == next(setting.default for setting in SETTINGS if setting.name == name)
    (notice,) = preferences.notices
    assert notice.startswith(f"the remembered {name} was left out")
    assert len(notice) < 200
    assert notice.isprintable()


@pytest.mark.parametrize("kept", [{}, {"context": None}, {"context": 2**31 - 1}, {"prefix": "q: "}])
def test_limits_that_make_sense_come_back(kept):
    preferences = Preferences()
    preferences.set("limits", kept)
    assert preferences.get("limits") == kept
