"""Where the program's own data files lie: inside the installed package, or beside it in the source tree."""

from pathlib import Path

from inspector.core.errors import CannotError

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(*parts: str) -> Path:
    """The path of a file or folder below `resources/`; raises CannotError when the installation lacks it."""
    roots = (_PACKAGE / "resources", _PACKAGE.parent / "resources")
    for root in roots:
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise CannotError(f"the installation lacks resources/{'/'.join(parts)} (looked in {roots[0]} and {roots[1]})")
