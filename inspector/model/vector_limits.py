"""The bounds of vectors as a person set them: in the preferences in MiB, for the session in bytes."""

from __future__ import annotations

from inspector.core.token_vectors import MEBIBYTE, StoreLimits
from inspector.model.preferences import Preferences


def store_bytes(preferences: Preferences) -> int:
    """What vectors may take on disk from one start to the next."""
    return int(preferences.get("vectors_disk")) * MEBIBYTE


def token_vector_limits(preferences: Preferences) -> StoreLimits:
    """What the token vectors of one document may take in memory, and at all."""
    memory, disk = preferences.get("token_vectors_memory"), preferences.get("token_vectors_disk")
    return StoreLimits(memory * MEBIBYTE, disk * MEBIBYTE)
