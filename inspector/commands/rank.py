"""`inspector rank`: the chunks of a document by their similarity to a query, best first."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.commands import options as shared
from inspector.commands.certify import certify, check_target
from inspector.commands.output import Progress, note, write_lines
from inspector.commands.parser import Parser
from inspector.commands.request import Request, cut, request
from inspector.core.chunking import Chunking
from inspector.core.embedders import load_embedder
from inspector.core.embedding import embed_all, embed_query
from inspector.core.errors import RefusedError
from inspector.core.heading_paths import known_paths
from inspector.core.records import json_line, ranked_records
from inspector.core.similarity import Scores, scores
from inspector.core.vector_cache import VectorCache
from inspector.streams import check_output


def parser() -> Parser:
    """What `inspector rank` understands."""
    made = Parser("inspector rank", "Write the chunks of FILE as JSON lines, the most similar to the query first.")
    made.add_argument("file", metavar="FILE", help=shared.FILE_HELP)
    made.add_argument("--query", metavar="TEXT", required=True, help="what to look for")
    shared.add_shared_options(made)
    shared.add_certificate_option(made)
    return made


def check_query(query: str) -> str:
    """`query` unless it is blank: nothing has no vector."""
    if not query.strip():
        raise RefusedError(f"--query is {query!r}: a blank query has no vector")
    return shared.check_text("--query", query)


def main(arguments: Sequence[str]) -> int:
    """Run the command; the exit status. Raises RefusedError and CannotError."""
    args = parser().parse_args(arguments)
    check_output()
    check_target("--certificate", args.certificate, args.file)
    query = check_query(args.query)
    asked = request(args)
    facts, chunking = cut(asked)
    found = score(asked, chunking, query)
    if found.notice:
        note(f"nothing is ranked: {found.notice}")
    rows = ranked_records(facts.text, chunking, asked.settings.limits.context, found, known_paths(facts, chunking))
    write_lines(map(json_line, rows))
    return certify(facts, chunking, asked.settings.limits, args.certificate)


def score(asked: Request, chunking: Chunking, query: str) -> Scores:
    """The score of every chunk, each embedded alone behind the prefix."""
    embedder, cache = load_embedder(asked.settings.embedder), VectorCache()
    prefixes = [chunking.prefix(index, asked.settings.limits.prefix) for index in range(len(chunking))]
    texts = [prefix + chunking.text(asked.document.text, index) for index, prefix in enumerate(prefixes)]
    query_vector = embed_query(embedder, query, cache)
    with Progress("embedding chunks") as progress:
        vectors = embed_all(embedder, texts, cache, progress=progress)
    return scores(query, query_vector, vectors, chunking.ends - chunking.body_starts, blank=chunking.blank)
