"""A query longer than the model's context is told with its input tokens; shorter ones and servers are not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from inspector.core.minilm import MiniLM
from inspector.core.query_reach import unread_query


def test_a_query_is_read_whole_up_to_the_context_special_tokens_included() -> None:
    model = MiniLM()
    assert unread_query(model, "") == unread_query(model, "bees") == unread_query(model, "bee " * 254) == ""
    told = unread_query(model, "bee " * 255)
    assert told == "Only the beginning of the query is read: it takes 257 input tokens of 256."


def test_a_server_tells_itself_what_it_does_not_read() -> None:
    server: Any = SimpleNamespace(context=8, query_prefix="")
    assert unread_query(server, "bee " * 255) == ""
