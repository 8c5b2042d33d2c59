"""A small HTTP server on this machine that answers in the documented shapes of embedding servers, or as told."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from inspector.core.tokenizer import load_tokenizer

DIMENSION = 8
MODEL = "all-MiniLM-L6-v2"


@dataclass
class Reply:
    """An answer: `body` as JSON, or `raw` bytes; `close` ends it after so many of them, `slow` waits before."""

    status: int = 200
    body: Any = None
    raw: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    close: int | None = None
    slow: float = 0.0

    def data(self) -> bytes:
        return json.dumps(self.body).encode() if self.raw is None else self.raw


@dataclass
class Asked:
    """A request that came in."""

    method: str
    path: str
    body: Any
    headers: dict[str, str]

    @property
    def texts(self) -> list[str]:
        found = self.body.get("input", self.body.get("inputs", []))
        return [found] if isinstance(found, str) else found


Answer = Callable[[Asked], Reply | None]
"""None: the connection is closed without a word."""


def vector(text: str, dimension: int = DIMENSION) -> list[float]:
    """A vector that depends on the text alone."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return [(byte - 127.5) / 128 for byte in digest[:dimension]]


def unit(text: str, dimension: int = DIMENSION) -> np.ndarray:
    found = np.array(vector(text, dimension))
    return (found / np.linalg.norm(found)).astype(np.float32)


def tokens_of(text: str, special: bool = True) -> int:
    tokenizer = load_tokenizer()
    return tokenizer.count_input([text], "")[0] if special else tokenizer.count([text])[0]


# Shapes ---------------------------------------------------------------------------------------------------------------


def openai(model: str = MODEL, listed: Sequence[str] | None = None, **entry: Any) -> Answer:
    """`/v1/models` and `/v1/embeddings`."""

    def answer(asked: Asked) -> Reply:
        if asked.path == "/v1/models":
            names = [model] if listed is None else listed
            return Reply(body={"object": "list", "data": [{"id": n, "object": "model", **entry} for n in names]})
        if asked.path == "/v1/embeddings":
            return Reply(body=openai_body(asked, model))
        return Reply(404, {"error": {"message": "unknown route", "type": "invalid_request_error", "code": None}})

    return answer


def openai_body(asked: Asked, model: str = MODEL) -> dict[str, Any]:
    packed = asked.body.get("encoding_format") == "base64"

    def one(text: str) -> Any:
        found = vector(text)
        return base64.b64encode(np.array(found, "<f4").tobytes()).decode() if packed else found

    used = sum(map(tokens_of, asked.texts))
    data = [{"object": "embedding", "index": i, "embedding": one(t)} for i, t in enumerate(asked.texts)]
    return {"object": "list", "data": data, "model": model, "usage": {"prompt_tokens": used, "total_tokens": used}}


def ollama(context: int = 512, digest: str = "sha256:1", models: Sequence[str] = (f"{MODEL}:latest",)) -> Answer:
    """`/api/tags`, `/api/show` and `/api/embed`, which cuts unless it is told not to."""

    def answer(asked: Asked) -> Reply:
        if asked.path == "/api/tags":
            return Reply(body={"models": [{"name": n, "model": n, "digest": digest, "details": {}} for n in models]})
        if asked.path == "/api/show":
            info = {"general.architecture": "bert", "bert.context_length": context, "bert.embedding_length": DIMENSION}
            return Reply(body={"model_info": info, "parameters": f"num_ctx                        {context}"})
        if asked.path == "/api/embed":
            counts = [tokens_of(text) for text in asked.texts]
            if max(counts) > context and asked.body.get("truncate", True) is False:
                return Reply(400, {"error": "the input length exceeds the context length"})
            used = sum(min(count, context) for count in counts)
            body = {"model": asked.body["model"], "embeddings": [vector(t) for t in asked.texts]}
            return Reply(body={**body, "total_duration": 1, "load_duration": 1, "prompt_eval_count": used})
        return Reply(404, raw=b"404 page not found")

    return answer


def tei(context: int = 512, batch: int = 4, model: str = f"sentence-transformers/{MODEL}", sha: str = "1") -> Answer:
    """`/info`, `/tokenize` and `/embed` of text-embeddings-inference."""

    def answer(asked: Asked) -> Reply:
        if asked.path == "/info":
            return Reply(
                body={
                    "model_id": model, "model_sha": sha, "model_dtype": "float32",
                    "model_type": {"embedding": {"pooling": "mean"}}, "max_concurrent_requests": 512,
                    "max_input_length": context, "max_batch_tokens": 16384, "max_batch_requests": None,
                    "max_client_batch_size": batch, "auto_truncate": True, "tokenization_workers": 2,
                    "version": "1.7.1", "sha": None, "docker_label": None,
                }
            )  # fmt: skip
        if asked.path == "/tokenize":
            return Reply(body=[_tei_tokens(text, asked.body.get("add_special_tokens", True)) for text in asked.texts])
        if asked.path == "/embed":
            if len(asked.texts) > batch:
                words = f"batch size {len(asked.texts)} > maximum allowed batch size {batch}"
                return Reply(413, {"error": words, "error_type": "Validation"})
            longest = max(map(tokens_of, asked.texts))
            if longest > context and not asked.body.get("truncate", True):
                words = f"`inputs` must have less than {context} tokens. Given: {longest}"
                return Reply(413, {"error": words, "error_type": "Validation"})
            return Reply(body=[vector(text) for text in asked.texts])
        return Reply(404, raw=b"")

    return answer


def _tei_tokens(text: str, special: bool) -> list[dict[str, Any]]:
    pieces = load_tokenizer().pieces([text])[0]
    inner = [{"id": p.number, "text": text[p.start : p.end], "special": False, "start": p.start, "stop": p.end}
             for p in pieces]  # fmt: skip
    first, last = ({"id": n, "text": t, "special": True, "start": None, "stop": None}
                   for n, t in ((101, "[CLS]"), (102, "[SEP]")))  # fmt: skip
    return [first, *inner, last] if special else inner


def llamacpp(context: int = 2048, batch: int = 512, slots: int = 4) -> Answer:
    """`/props`, `/health`, `/tokenize` and the shape of OpenAI, as `llama-server` has them."""

    def answer(asked: Asked) -> Reply:  # noqa: PLR0911 - one for each call
        if asked.path == "/props":
            settings = {"n_ctx": context // slots, "params": {}}
            return Reply(body={"default_generation_settings": settings, "total_slots": slots,
                               "model_path": f"/models/{MODEL}.gguf"})  # fmt: skip
        if asked.path == "/health":
            return Reply(body={"status": "ok"})
        if asked.path == "/v1/models":
            meta = {"n_vocab": 30522, "n_ctx_train": 512, "n_embd": DIMENSION, "n_params": 22713216, "size": 45949440}
            return Reply(
                body={"object": "list", "data": [{"id": f"{MODEL}.gguf", "owned_by": "llamacpp", "meta": meta}]}
            )
        if asked.path == "/tokenize":
            pieces = load_tokenizer().pieces([asked.body["content"]])[0]
            found = [{"id": p.number, "piece": f" {p.spelling}"} for p in pieces]
            if asked.body.get("add_special"):
                found = [{"id": 101, "piece": "[CLS]"}, *found, {"id": 102, "piece": "[SEP]"}]
            return Reply(body={"tokens": found})
        if asked.path == "/v1/embeddings":
            longest = max(map(tokens_of, asked.texts))
            if longest > batch:
                words = (f"input ({longest} tokens) is too large to process. "
                         f"increase the physical batch size (current batch size: {batch})")  # fmt: skip
                return Reply(500, {"error": {"code": 500, "message": words, "type": "server_error"}})
            return Reply(body=openai_body(asked, f"{MODEL}.gguf"))
        return Reply(404, {"error": {"code": 404, "message": "File Not Found", "type": "not_found_error"}})

    return answer


SHAPES = {"openai": openai(), "ollama": ollama(), "tei": tei(), "llamacpp": llamacpp()}


# The server -----------------------------------------------------------------------------------------------------------


class FakeServer:
    """Answers as `answer` says, which may be changed at any time; keeps what it was asked."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # head and body in one packet

            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                self._reply(None)

            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self._reply(json.loads(data) if data else None)

            def _reply(self, body: Any) -> None:
                asked = Asked(self.command, self.path, body, dict(self.headers))
                outer.asked.append(asked)
                reply = None if outer.stopping.is_set() else outer.answer(asked)
                if reply is None:
                    self.close_connection = True
                    return
                if reply.slow and outer.stopping.wait(reply.slow):
                    self.close_connection = True
                    return
                data = reply.data()
                try:
                    self.send_response(reply.status)
                    for name, value in reply.headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data if reply.close is None else data[: reply.close])
                except OSError:  # the other side had enough
                    self.close_connection = True
                if reply.close is not None:
                    self.close_connection = True

        self.stopping = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def sent(self, *paths: str) -> list[Asked]:
        """What was asked of these paths."""
        return [one for one in self.asked if one.path in paths]

    def texts(self) -> list[str]:
        """Every text that was sent to be embedded, in order."""
        return [t for one in self.sent("/v1/embeddings", "/api/embed", "/embed") for t in one.texts]

    def stop(self) -> None:
        """No more answers; who waits for one is let go."""
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)


@contextmanager
def serving(answer: Answer) -> Iterator[FakeServer]:
    server = FakeServer(answer)
    try:
        yield server
    finally:
        server.stop()


def instead(path: str, reply: Answer, otherwise: Answer, when: Callable[[Asked], bool] = lambda _: True) -> Answer:
    """`reply` for calls of `path` for which `when` holds, else what `otherwise` answers."""
    return lambda asked: reply(asked) if asked.path == path and when(asked) else otherwise(asked)


def embeddings(reply: Answer, when: Callable[[Asked], bool] = lambda _: True) -> Answer:
    """`reply` for calls for embeddings for which `when` holds, else what a server in the shape of OpenAI answers."""
    return instead("/v1/embeddings", reply, openai(), when)


def refusing(words: str, status: int, *bad: str) -> Answer:
    """Refuses every request that holds one of these texts."""
    reply = Reply(status, {"error": {"message": words, "type": "server_error"}})
    return embeddings(lambda asked: reply, lambda asked: bool(set(bad) & set(asked.texts)))


def soon(seconds: float) -> Callable[[], bool]:
    """Something that is cancelled so many seconds from now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end
