"""Addresses of servers as they are typed."""

import pytest

from inspector.core.errors import RefusedError
from inspector.core.servers.address import Address, is_address, parse_address


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://localhost:8080/", "http://localhost:8080"),
        ("HTTP://LOCALHOST:8080/v1", "http://localhost:8080"),
        ("http://localhost:11434/api/embed", "http://localhost:11434"),
        ("https://api.example.com/some/where/v1/embeddings", "https://api.example.com/some/where"),
        (" http://[::1]:80 ", "http://[::1]:80"),
    ],
)
def test_an_address_is_brought_into_one_form(typed: str, shown: str) -> None:
    assert str(parse_address(typed)) == shown


def test_a_model_may_stand_after_the_address() -> None:
    assert parse_address("http://localhost:11434#nomic-embed-text:v1.5").model == "nomic-embed-text:v1.5"
    assert parse_address("http://localhost:11434").model is None


@pytest.mark.parametrize(
    "typed", ["http://", "http:// a", "ftp://host", "http://host:port", "http://host:99999", "host"]
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(RefusedError):
        parse_address(typed)


@pytest.mark.parametrize("typed", ["http://me:hunter2@host", "http://host/v1?key=hunter2"])
def test_a_password_or_a_query_is_refused_and_not_repeated(typed: str) -> None:
    with pytest.raises(RefusedError) as refused:
        parse_address(typed)
    assert "hunter2" not in str(refused.value)


def test_only_what_begins_like_a_web_address_is_meant_as_one() -> None:
    assert is_address("http://localhost")
    assert is_address("HTTPS://x")
    assert not is_address("all-MiniLM-L6-v2")
    assert not is_address("/models/http")


def test_what_goes_unencrypted_to_another_machine_is_known() -> None:
    assert Address("http://192.168.1.4:8080").plain
    assert not Address("http://127.0.0.1:8080").plain
    assert not Address("http://[::1]:8080").plain
    assert not Address("https://api.example.com").plain
