"""Getting to know a server that the user named: what it is, what it takes, and one vector of a text of our own."""

from __future__ import annotations

from collections.abc import Callable

from inspector.core.embedding import Cancelled, Vectors, never
from inspector.core.keys import FoundKey, Key, find_key, remedy
from inspector.core.models import EmbeddingModel, models
from inspector.core.parameters import check_choice
from inspector.core.servers.address import Address, parse_address
from inspector.core.servers.capabilities import KIND_NAMES, KINDS, Capabilities, Counts, Kind, Stated
from inspector.core.servers.dialect import Answered, Call, Dialect
from inspector.core.servers.errors import BrokenAnswerError, ServerError, StatusError, UnknownModelError
from inspector.core.servers.fingerprint import identity_of
from inspector.core.servers.http import Client
from inspector.core.servers.llamacpp import LlamaCpp
from inspector.core.servers.ollama import Ollama
from inspector.core.servers.openai import OpenAI
from inspector.core.servers.patience import Patience
from inspector.core.servers.server_embedder import ServerEmbedder, ServerModel
from inspector.core.servers.tei import TextEmbeddingsInference
from inspector.core.servers.vectors import checked_rows

PROBE = "A short sentence of our own."
"""The only text that is sent to get to know a server."""
_DIALECTS: dict[Kind, Callable[[], Dialect]] = {
    "openai": OpenAI,
    "ollama": Ollama,
    "tei": TextEmbeddingsInference,
    "llamacpp": LlamaCpp,
}
_KEY_WANTED = frozenset({401, 403})
_ALIASES = {
    "nomic-embed-text": "nomic-embed-text-v1.5",
    "all-minilm": "all-minilm-l6-v2",
    "mxbai-embed-large": "mxbai-embed-large-v1",
}
"""What Ollama calls some of the models of our table."""


def connect(
    address: str,
    model: str | None = None,
    kind: Kind | None = None,
    *,
    key: Key | None = None,
    query_prefix: str | None = None,
    document_prefix: str | None = None,
    patience: Patience | None = None,
    cancelled: Cancelled = never,
) -> ServerEmbedder:
    """The embedder at `address` (`http://host:port`, with `#model` if it has several); no text of the user is sent.

    `kind` None: found out. `key` None: looked for by `find_key`. Prefixes None: those of the model in our table, if it
    is one of them. Raises RefusedError for an address that is none, UnknownModelError when a model must be chosen, and
    ServerError with the server's own words.
    """
    if kind is not None:
        check_choice("kind of server", kind, KINDS)
    place = parse_address(address)
    found = find_key(place.origin) if key is None else FoundKey(key, "given")
    client = Client(place, found.key, patience)
    try:
        dialect, stated = _recognise(client, place.model if model is None else model, kind, cancelled)
        wanted = _model(place, place.model if model is None else model, stated, dialect.kind)
        call = Call(client, wanted, cancelled)
        answer = dialect.embed(call, [PROBE])
        probe = _vector(client, answer)
    except StatusError as error:
        raise _with_remedy(error, place, found) from None
    notices = (
        [f"{place} is not on this machine and not encrypted: what is sent can be read on its way"]
        if place.plain
        else []
    )
    if found.key is not None and found.source != "given":
        notices.append(f"the key for {place.host} is from {found.source}")
    counts, told = _counts(dialect, call, stated, answer)
    capabilities = Capabilities(
        dialect.kind, counts, stated.batch_limit, stated.context, len(probe), stated.models,
        (*stated.source, *told), tuple(notices),
    )  # fmt: skip
    known = known_model(wanted)
    of = ServerModel(
        place,
        wanted,
        identity_of(str(place), wanted, stated.facts, probe),
        answer.model,
        _prefix(query_prefix, known.query_prefix if known else ""),
        _prefix(document_prefix, known.document_prefix if known else ""),
        known,
    )
    return ServerEmbedder(client, dialect, of, capabilities)


def known_model(name: str) -> EmbeddingModel | None:
    """The model of our table that a server means by `name`: without its owner, its tag and the case of its letters."""
    plain = name.rpartition("/")[2].partition(":")[0].lower().removesuffix(".gguf")
    plain = _ALIASES.get(plain, plain)
    return next((one for one in models() if one.name.lower() == plain), None)


def _recognise(client: Client, model: str | None, kind: Kind | None, cancelled: Cancelled) -> tuple[Dialect, Stated]:
    """How the server is spoken to, and what it says of itself."""
    for one in KINDS if kind is None else (kind,):
        dialect = _DIALECTS[one]()
        stated = _stated(client, dialect, model, cancelled)
        if stated is not None:
            return dialect, stated
    if model is not None and kind in {None, "openai"}:
        return OpenAI(), Stated(source=("it lists no models: the one that was named is taken",))
    if kind is not None:
        raise ServerError(f"{client.address} does not answer as {KIND_NAMES[kind]} does")
    raise ServerError(
        f"{client.address} answers, but as no server that is known here ({', '.join(KIND_NAMES.values())});"
        " with the name of a model the OpenAI shape is tried"
    )


def _stated(client: Client, dialect: Dialect, model: str | None, cancelled: Cancelled) -> Stated | None:
    """What the server says when asked in one way; None when it does not understand."""
    try:
        return dialect.stated(Call(client, model or "", cancelled))
    except StatusError as error:
        if error.status in _KEY_WANTED or error.status in {429, 503} or 300 <= error.status < 400:
            raise
        return None
    except BrokenAnswerError:
        return None


def _model(place: Address, wanted: str | None, stated: Stated, kind: Kind) -> str:
    """The model's name; raises UnknownModelError when there are several, or when the server has another one only."""
    if wanted is not None:
        if kind == "tei" and wanted not in stated.models:
            raise UnknownModelError(f"{place} has only the model {stated.models[0]}, not {wanted}", stated.models)
        return wanted
    if len(stated.models) == 1:
        return stated.models[0]
    if not stated.models:
        raise UnknownModelError(f"{place} names no model: give the name of one", ())
    shown = ", ".join(stated.models[:12]) + (", \N{HORIZONTAL ELLIPSIS}" if len(stated.models) > 12 else "")
    raise UnknownModelError(f"{place} has {len(stated.models)} models, choose one: {shown}", stated.models)


def _vector(client: Client, answer: Answered) -> Vectors:
    """The one vector of the first answer; raises ServerError when it is none."""
    if len(answer.raw) != 1:
        raise BrokenAnswerError(f"{client.address}: the answer holds {len(answer.raw)} vectors for 1 text")
    row = checked_rows(answer.raw, None)[0]
    if isinstance(row, str):
        raise BrokenAnswerError(f"{client.address}: {row}")
    return row


def _counts(dialect: Dialect, call: Call, stated: Stated, answer: Answered) -> tuple[Counts, list[str]]:
    """How the server counts, tried once, and what told it."""
    used = [] if answer.used is None else [f"an answer says how many tokens were read ({answer.used} of our own text)"]
    if stated.exact:
        try:
            dialect.tokenize(call, [PROBE], True)
        except (StatusError, BrokenAnswerError) as error:
            used.append(f"/tokenize does not work: {error}")
        else:
            return "exact", used
    return ("none" if answer.used is None else "usage only"), used


def _with_remedy(error: StatusError, place: Address, found: FoundKey) -> StatusError:
    """The error, with what to do where the server wants a key or does not take the one that it was given."""
    if error.status not in _KEY_WANTED:
        return error
    if found.key is not None:
        advice = f"the key ({found.source}) was not taken"
    else:
        asked = f"; the key ring cannot be asked: {found.problem}" if found.problem else ""
        advice = f"it wants a key: {remedy(place.origin)}{asked}"
    return StatusError(f"{error} \N{EM DASH} {advice}", error.status, error.words, error.wait, error.code)


def _prefix(given: str | None, known: str) -> str:
    return known if given is None else given
