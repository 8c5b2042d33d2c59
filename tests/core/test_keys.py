"""Keys of servers: where they are found, and that they show themselves nowhere."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import keyring
import pytest
from keyring.backends.fail import Keyring as NoRing

from inspector.core.errors import CannotError, RefusedError
from inspector.core.keys import Key, find_key, forget_key, keep_key, variable_for
from tests.core.servers.conftest import MemoryRing

ORIGIN = "https://api.example.com"


@pytest.fixture(autouse=True)
def ring() -> Iterator[MemoryRing]:
    before = keyring.get_keyring()
    made = MemoryRing()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_a_key_shows_dots_in_every_way_to_look_at_it() -> None:
    key = Key("sk-secret")
    assert "sk-secret" not in repr(key) + str(key) + f"{key}" + repr([key]) + repr({"key": key})
    assert key.reveal() == "sk-secret"
    with pytest.raises(TypeError):
        pickle.dumps(key)


def test_a_key_is_scrubbed_from_a_server_s_words() -> None:
    assert Key("sk-secret").scrub("Incorrect API key provided: sk-secret.") == "Incorrect API key provided: •••."


@pytest.mark.parametrize("secret", ["", "  ", "two words", "line\nbreak", "schlüssel"])
def test_what_no_header_can_carry_is_refused_without_repeating_it(secret: str) -> None:
    with pytest.raises(RefusedError) as refused:
        Key(secret)
    assert not secret.strip() or secret not in str(refused.value)


def test_the_variable_of_a_server_goes_before_the_key_ring_and_that_before_the_general_one() -> None:
    assert variable_for(ORIGIN) == "INSPECTOR_API_KEY_API_EXAMPLE_COM"
    assert variable_for("http://127.0.0.1:8080") == "INSPECTOR_API_KEY_127_0_0_1_8080"
    general = {"INSPECTOR_API_KEY": "general"}
    own = {**general, "INSPECTOR_API_KEY_API_EXAMPLE_COM": "own"}
    assert find_key(ORIGIN, {}).key is None
    assert find_key(ORIGIN, general).key.reveal() == "general"
    keep_key(ORIGIN, Key("kept"))
    assert find_key(ORIGIN, general).key.reveal() == "kept"
    assert find_key("https://other.example.com", {}).key is None
    assert find_key(ORIGIN, own).key.reveal() == "own"
    assert find_key(ORIGIN, own).source == "INSPECTOR_API_KEY_API_EXAMPLE_COM"


def test_a_key_can_be_taken_out_of_the_key_ring_again(ring: MemoryRing) -> None:
    keep_key(ORIGIN, Key("kept"))
    assert list(ring.kept) == [("chunk-inspector", ORIGIN)]
    forget_key(ORIGIN)
    forget_key(ORIGIN)
    assert ring.kept == {}


def test_without_a_key_ring_the_variable_is_named_as_the_remedy() -> None:
    keyring.set_keyring(NoRing())
    with pytest.raises(CannotError, match="INSPECTOR_API_KEY_API_EXAMPLE_COM"):
        keep_key(ORIGIN, Key("sk-secret"))
    with pytest.raises(CannotError, match="INSPECTOR_API_KEY"):
        forget_key(ORIGIN)
    found = find_key(ORIGIN, {})
    assert found.key is None
    assert found.problem


def test_a_key_ring_that_fails_is_told_without_the_key(monkeypatch: pytest.MonkeyPatch, ring: MemoryRing) -> None:
    def fail(*values: str) -> None:
        raise RuntimeError(f"the ring is locked: {values}")

    monkeypatch.setattr(ring, "set_password", fail)
    monkeypatch.setattr(ring, "get_password", fail)
    with pytest.raises(CannotError, match="locked") as cannot:
        keep_key(ORIGIN, Key("sk-secret"))
    assert "sk-secret" not in str(cannot.value)
    assert "locked" in find_key(ORIGIN, {}).problem


def test_a_variable_that_holds_no_key_is_named_without_its_value() -> None:
    with pytest.raises(RefusedError, match="INSPECTOR_API_KEY") as refused:
        find_key(ORIGIN, {"INSPECTOR_API_KEY": "two words"})
    assert "two words" not in str(refused.value)
