"""`inspector rank`: the chunks of a document by their similarity to a query, best first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.commands import options as shared
from inspector.commands.certify import certify, check_target
from inspector.commands.embedder import tell_failures, tell_plan
from inspector.commands.output import Progress, note, write_lines
from inspector.commands.parser import Parser
from inspector.commands.request import Request, cut, request
from inspector.core.chunking import Chunking
from inspector.core.embedding import Embedder, embed_all, embed_query
from inspector.core.errors import CannotError, RefusedError
from inspector.core.heading_paths import known_paths
from inspector.core.late import EXACT_ONLY, POOLED_ONLY, QueryVector, mix, score_queries
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.parameters import check_choice
from inspector.core.query_reach import unread_query
from inspector.core.records import json_line, ranked_records
from inspector.core.servers.server_embedder import ServerEmbedder
from inspector.core.similarity import Scores
from inspector.core.token_pass import token_pass
from inspector.core.vector_cache import VectorCache
from inspector.streams import check_output

SCORES = (EXACT_ONLY, POOLED_ONLY)
_SCORES_HELP = (
    "exact: each chunk embedded alone, as most pipelines do it; pooled: the mean of its tokens' vectors from one pass "
    "over the document (default: exact)"
)


def parser() -> Parser:
    """What `inspector rank` understands."""
    made = Parser("inspector rank", "Write the chunks of FILE as JSON lines, the most similar to the query first.")
    made.add_argument("file", metavar="FILE", help=shared.FILE_HELP)
    made.add_argument("--query", metavar="TEXT", required=True, help="what to look for")
    made.add_argument("--scores", metavar="KIND", default=EXACT_ONLY, help=_SCORES_HELP)
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
    check_choice("scores", args.scores, SCORES)
    asked = request(args)
    facts, chunking = cut(asked)
    found = (score if args.scores == EXACT_ONLY else pooled)(asked, chunking, query)
    if found.notice:
        note(f"nothing is ranked: {found.notice}")
    rows = ranked_records(facts.text, chunking, asked.settings.limits.context, found, known_paths(facts, chunking))
    write_lines(map(json_line, rows))
    return certify(facts, chunking, asked.settings.limits, args.certificate)


def score(asked: Request, chunking: Chunking, query: str) -> Scores:
    """The score of every chunk, each embedded alone behind the prefix."""
    embedder, cache = asked.settings.embedder, VectorCache()
    prefixes = [chunking.prefix(index, asked.settings.limits.prefix) for index in range(len(chunking))]
    texts = [prefix + chunking.text(asked.document.text, index) for index, prefix in enumerate(prefixes)]
    tell_plan(embedder, texts, chunking)
    query_vector = _query_vector(embedder, query, cache)
    with Progress("embedding chunks") as progress:
        vectors = embed_all(embedder, texts, cache, progress=progress, prefix="")
    tell_failures(embedder, texts, chunking)
    return score_queries([query], [query_vector], mix(None, vectors, None, EXACT_ONLY), chunking)[0]


def pooled(asked: Request, chunking: Chunking, query: str) -> Scores:
    """The score of every chunk from the mean of its tokens, of one pass over the document behind the prefix."""
    embedder, limits = asked.settings.embedder, asked.settings.limits
    if not isinstance(embedder, OnnxEmbedder):
        raise CannotError(f"--scores is {POOLED_ONLY}: {embedder.name} gives no vectors of tokens, only of whole texts")
    note("scores are pooled from one pass over the document: other numbers than those of chunks embedded alone")
    if limits.headings:
        note("pooled scores leave the headings out of the prefix")
    query_vector = _query_vector(embedder, query, VectorCache())
    with Progress("reading tokens") as progress:
        tokens = token_pass(embedder, asked.document.text, progress=progress, prefix=limits.prefix)
    vectors = tokens.means(chunking.starts, chunking.ends)
    tokens.close()
    return score_queries([query], [query_vector], mix(vectors, None, None, POOLED_ONLY), chunking)[0]


def _query_vector(embedder: Embedder, query: str, cache: VectorCache) -> QueryVector:
    """The query's vector, before anything else is embedded; what the model does not read of it is told."""
    if unread := unread_query(embedder, query):
        note(unread)
    vector = embed_query(embedder, query, cache)
    if vector is not None and np.isnan(vector).any():
        words = embedder.failures.get(embedder.query_prefix + query) if isinstance(embedder, ServerEmbedder) else None
        raise CannotError(f"the query has no vector: {words or 'the model gives none'}")
    return vector
