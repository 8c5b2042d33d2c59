"""The core: pure functions over frozen dataclasses and arrays; it knows no Qt and starts no threads."""
