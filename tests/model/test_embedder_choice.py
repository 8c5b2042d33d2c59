"""Choosing who embeds: a folder, a server; what must be asked; and nothing is sent before a person has seen it."""

import numpy as np
import pytest

from inspector.core.embedders import EMBEDDERS
from inspector.core.servers.server_tokenizer import CHECKS
from tests.core.servers.conftest import ring, serve  # noqa: F401 - fixtures
from tests.core.servers.fake_server import MODEL, Reply, instead, ollama, openai
from tests.core.tiny_models import tiny_model, write_folder
from tests.model.opened import at_rest, opened
from tests.rain import RAIN

pytestmark = pytest.mark.usefixtures("ring")
POOLING = {"1_Pooling__config": {"pooling_mode_mean_tokens": True, "word_embedding_dimension": 4}}
SETTINGS = {**POOLING, "sentence_bert_config": {"max_seq_length": 64, "do_lower_case": False}}


def chosen(session, qtbot, spec, **answers):
    session.set_embedder(str(spec), **answers)
    qtbot.waitUntil(lambda: session.embedders.loading is None, timeout=20_000)
    at_rest(session, qtbot)


def test_a_models_folder_gives_embedder_tokenizer_and_context(session, qtbot, tmp_path):
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    at_rest(session, qtbot)
    before = session.scores.values.copy()
    chosen(session, qtbot, write_folder(tmp_path / "tiny", **SETTINGS))
    assert session.embedders.refusal == ""
    assert session.embedder_name == "tiny"
    assert session.limits.context == 64
    assert session.tokenizer_name.endswith("tokenizer.json")
    assert not np.allclose(session.scores.values, before)
    assert ("Pooling", "mean") in session.embedders.info.facts
    chosen(session, qtbot, EMBEDDERS[0])
    assert session.embedder_name == EMBEDDERS[0]
    assert session.tokenizer_name == "bert-base-uncased"


def test_a_model_that_takes_one_text_at_a_time_says_so(session, qtbot, tmp_path):
    opened(session, qtbot, size=12)
    chosen(session, qtbot, write_folder(tmp_path / "tiny", tiny_model(inputs=("input_ids",)), **SETTINGS))
    assert "tiny takes one text at a time" in session.embedders.info.notices


def test_what_a_folder_does_not_tell_is_asked_and_the_embedder_before_stays(session, qtbot, tmp_path):
    folder = write_folder(tmp_path / "tiny")
    name = session.embedder_name
    chosen(session, qtbot, folder)
    assert {question.name for question in session.embedders.questions} >= {"pooling"}
    assert session.embedder_name == name
    chosen(session, qtbot, session.embedders.asked, pooling="mean", context=64)
    assert session.embedders.questions == ()
    assert session.embedder_name == "tiny"


def test_what_cannot_be_used_is_refused_and_the_embedder_before_stays(session, qtbot, tmp_path):
    name = session.embedder_name
    (tmp_path / "model.onnx").write_bytes(b"no model")
    for spec in ("nothing here", tmp_path, "http://127.0.0.1:9"):
        chosen(session, qtbot, spec)
        assert session.embedders.refusal
        assert session.embedder_name == name


def test_a_server_is_sent_nothing_of_the_document_before_the_plan_was_seen(session, qtbot, serve):  # noqa: F811
    server = serve(openai())
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    at_rest(session, qtbot)
    chosen(session, qtbot, server.address)
    assert session.embedder_name.startswith(MODEL)
    plan = session.send_plan
    assert (plan.chunks, plan.address) == (len(session.chunking), server.address)
    assert plan.tokens == session.chunking.input_tokens.sum()
    text = session.document.text
    own = [session.chunking.text(text, index) for index in range(len(session.chunking))]
    assert not {"the miller", *own} & set(server.texts())
    session.allow_sending()
    assert session.send_plan is None
    at_rest(session, qtbot)
    assert {"the miller", *own} <= set(server.texts())
    assert session.scores.embedded == len(session.chunking)
    opened(session, qtbot, text="Another text.", name="other.txt")
    assert session.send_plan is not None
    assert "Another text." not in server.texts()


def test_the_plan_tells_no_tokens_of_a_tokenizer_that_was_not_compared_with_the_server(session, qtbot, serve):  # noqa: F811
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    chosen(session, qtbot, serve(openai()).address)
    assert session.send_plan.tokens == session.chunking.input_tokens.sum()
    session.set_tokenizer("characters")
    qtbot.waitUntil(lambda: session.tokenizer_name == "characters", timeout=5000)
    at_rest(session, qtbot)
    assert session.send_plan.tokens is None


def test_each_tokenizer_is_compared_with_the_server_once(session, qtbot, serve):  # noqa: F811
    server = serve(openai())
    opened(session, qtbot, size=12)
    chosen(session, qtbot, server.address)
    assert [text for text in server.texts() if text in CHECKS[1:]] == list(CHECKS[1:])  # the first is the probe too
    assert "counts as the server does" in session.embedders.info.value("Tokenizer")


def test_a_server_with_several_models_asks_which(session, qtbot, serve):  # noqa: F811
    server = serve(openai(listed=["one", MODEL]))
    chosen(session, qtbot, server.address)
    (question,) = session.embedders.questions
    assert question.choices == ("one", MODEL)
    chosen(session, qtbot, session.embedders.asked, model=MODEL)
    assert session.embedder_name.startswith(MODEL)


def test_a_chunk_that_the_server_refuses_is_marked_with_its_words_and_the_rest_goes_on(session, qtbot, serve):  # noqa: F811
    server = serve(ollama(context=64))
    opened(session, qtbot, text=RAIN * 3 + "\n\nThe miller slept.", size=120)
    chosen(session, qtbot, server.address)
    assert session.embedders.refusal == ""
    session.set_query("the miller")
    session.allow_sending()
    at_rest(session, qtbot)
    tokens = session.chunking.input_tokens
    assert (tokens > 64).any()
    assert (tokens <= 64).any()
    for index in range(len(session.chunking)):
        failed = "exceeds the context length" in session.failure(index)
        assert failed == (tokens[index] > 64)
        assert (session.scores.value(index) is None) == failed


def test_a_server_that_dies_leaves_what_was_there_and_says_so(session, qtbot, serve):  # noqa: F811
    server = serve(openai())
    messages = []
    session.message.connect(lambda kind, text: messages.append((kind, text)))
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    chosen(session, qtbot, server.address)
    session.allow_sending()
    at_rest(session, qtbot)
    scores = session.scores
    server.answer = instead("/v1/embeddings", lambda _: Reply(401, {"error": {"message": "no more"}}), openai())
    session.set_size(9)
    at_rest(session, qtbot)
    assert session.scores is scores
    assert session.scores_stale
    assert any(kind == "error" and "no more" in text for kind, text in messages)


def test_chunks_that_failed_are_told_and_no_longer_waited_for_and_can_be_sent_again(session, qtbot, serve):  # noqa: F811
    def weary(asked):
        if asked.body and any("miller" in text and len(text) > 20 for text in asked.texts):
            return Reply(400, {"error": {"message": "too long: the maximum context length is 12 tokens"}})
        return openai()(asked)

    server = serve(weary)
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    chosen(session, qtbot, server.address)
    session.allow_sending()
    at_rest(session, qtbot)
    failed = session.troubled.tolist()
    assert failed
    assert all("maximum context length is 12" in session.failure(index) for index in failed)
    assert session.scores.embedded == session.scores.total
    assert session.learned_context == 12
    server.answer = openai()
    session.retry_failures()
    at_rest(session, qtbot)
    assert len(session.troubled) == 0
    assert len(session.scores.order) == len(session.chunking)
    session.use_learned_context()
    assert (session.asked_limits.context, session.parameters.size) == (12, 10)


def test_a_server_that_reads_only_the_beginning_of_a_chunk_is_told_with_both_counts(session, qtbot, serve):  # noqa: F811
    def cutting(asked):
        reply = openai()(asked)
        if asked.path == "/v1/embeddings":
            most = max(len(text.split()) for text in asked.texts)
            if most > 30:
                reply.body["usage"] = {"prompt_tokens": 20, "total_tokens": 20}
        return reply

    opened(session, qtbot, size=60)
    session.set_query("the miller")
    chosen(session, qtbot, serve(cutting).address)
    session.allow_sending()
    at_rest(session, qtbot)
    cut = session.troubled.tolist()
    assert cut
    assert all("the server saw 20 of" in session.cut_short(index) for index in cut)
    assert all(session.failure(index) == "" for index in cut)


def test_an_answer_is_added_to_those_before_until_nothing_is_open(session, qtbot, tmp_path):
    folder = write_folder(tmp_path / "two", name="a.onnx")
    write_folder(tmp_path / "two", name="b.onnx")
    chosen(session, qtbot, folder)
    assert [question.name for question in session.embedders.questions] == ["model"]
    for answers in ({"model": "b.onnx"}, {"pooling": "mean", "context": "none"}):
        session.embedders.answer(**answers)
        qtbot.waitUntil(lambda: session.embedders.loading is None, timeout=20_000)
        at_rest(session, qtbot)
    assert session.embedder_name == "two"
    assert session.embedders.taken.answers == {"model": "b.onnx", "pooling": "mean", "context": "none"}
    assert session.limits.context is None


def test_no_curve_keyword_or_shading_sends_anything_before_the_plan_was_allowed(session, qtbot, serve):  # noqa: F811
    server = serve(openai())
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    at_rest(session, qtbot)
    for part in (session.dilution, session.keywords, session.attribution):
        part.set_on(True)
    at_rest(session, qtbot)
    chosen(session, qtbot, server.address)
    known = len(server.texts())
    session.set_size(9)
    session.set_query("the river")
    session.queries.add("the mill")
    session.mark_answer(5, 40)
    at_rest(session, qtbot)
    assert len(server.texts()) == known
    session.allow_sending()
    at_rest(session, qtbot)
    assert {"the river", "the mill"} <= set(server.texts())


def test_a_question_that_the_server_refuses_is_told_with_its_words_and_can_be_sent_again(session, qtbot, serve):  # noqa: F811
    def refusing(asked):
        if asked.body and "the miller" in asked.texts:
            return Reply(400, {"error": {"message": "this question is not welcome"}})
        return openai()(asked)

    messages = []
    session.message.connect(lambda kind, text: messages.append((kind, text)))
    server = serve(refusing)
    opened(session, qtbot, size=12)
    session.set_query("the miller")
    chosen(session, qtbot, server.address)
    session.allow_sending()
    at_rest(session, qtbot)
    assert session.scores.notice == "the query has no vector"
    assert ("error", "“the miller” has no vector: this question is not welcome") in messages
    server.answer = openai()
    session.retry_failures()
    at_rest(session, qtbot)
    assert session.scores.notice is None
    assert len(session.scores.order) == len(session.chunking)


def test_a_tokenizer_chosen_for_a_server_is_compared_with_it_once_with_texts_of_our_own(session, qtbot, serve):  # noqa: F811
    server = serve(openai())
    opened(session, qtbot, size=12)
    chosen(session, qtbot, server.address)
    assert session.embedder.counted_by == "bert-base-uncased"
    messages = []
    session.message.connect(lambda kind, text: messages.append((kind, text)))
    session.set_tokenizer("cl100k_base")
    qtbot.waitUntil(lambda: session.tokenizer_name == "cl100k_base", timeout=10_000)
    at_rest(session, qtbot)
    line = session.embedders.info.value("Tokenizer")
    assert "cl100k_base" in line
    assert session.embedders.info.notices == (line,)
    assert ("warning", line) in messages
    assert not session.embedder.counted
    asked = len(server.texts())
    session.set_limits(context=100)
    at_rest(session, qtbot)
    assert len(server.texts()) == asked
    session.set_tokenizer("bert-base-uncased")
    qtbot.waitUntil(lambda: session.tokenizer_name == "bert-base-uncased", timeout=10_000)
    at_rest(session, qtbot)
    assert session.embedders.info.notices == ()
    assert session.embedder.counted_by == "bert-base-uncased"
    assert RAIN not in server.texts()


def test_a_question_taken_back_sends_a_server_nothing(session, qtbot, serve):  # noqa: F811
    server = serve(openai())
    opened(session, qtbot, size=12)
    chosen(session, qtbot, server.address)
    asked = len(server.texts())
    session.set_query("the miller")
    session.set_query("")
    session.token_pass.pause()
    session.token_pass.resume()
    qtbot.wait(600)
    at_rest(session, qtbot)
    assert len(server.texts()) == asked
