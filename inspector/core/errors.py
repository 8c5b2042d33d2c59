"""The two ways in which the program says no: a refusal of what was asked, and a thing that could not be done."""


class InspectorError(Exception):
    """A message for the person in front of the program: what is wrong, with which values, and what to do.

    `exit_status` is what the command line ends with.
    """

    exit_status = 1


class RefusedError(InspectorError):
    """What was asked makes no sense (a size of 0, an unknown strategy): refused before any work, exit status 2."""

    exit_status = 2


class CannotError(InspectorError):
    """What was asked makes sense but cannot be done with this document, model or machine: exit status 1."""


class EncodingError(CannotError):
    """Bytes that are no text as they were read: naming their encoding may help, which each front end offers its way."""


class CancelledError(InspectorError):
    """The work was cancelled because it was no longer wanted."""
