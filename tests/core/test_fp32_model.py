"""The fp32 model against the golden results, where the variable INSPECTOR_FP32_MODEL names a folder with it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from inspector.core.model_folder import read_folder
from inspector.core.onnx_model import OnnxEmbedder
from inspector.core.token_pass import token_pass

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "minilm_fp32.json").read_text(encoding="utf-8"))
DOCUMENT = Path(__file__).parents[3] / "shared" / GOLDEN["document"]["file"]
FOLDER = os.environ.get("INSPECTOR_FP32_MODEL", "")

pytestmark = pytest.mark.skipif(not FOLDER, reason="INSPECTOR_FP32_MODEL names no folder with all-MiniLM-L6-v2 in fp32")


@pytest.fixture(scope="module")
def model() -> OnnxEmbedder:
    return OnnxEmbedder(read_folder(FOLDER, pooling="mean", context=256))


def test_vectors_are_the_golden_ones(model: OnnxEmbedder) -> None:
    vectors = model.embed([entry["text"] for entry in GOLDEN["texts"]])
    np.testing.assert_allclose(vectors, [entry["vector"] for entry in GOLDEN["texts"]], atol=1e-4)


@pytest.mark.skipif(not DOCUMENT.exists(), reason="the evaluation texts lie elsewhere")
def test_exact_and_pooled_scores_are_the_golden_ones(model: OnnxEmbedder) -> None:
    golden = GOLDEN["document"]
    text = DOCUMENT.read_text(encoding="utf-8")[golden["start"] : golden["end"]]
    starts, ends = np.array(golden["chunks"]).T
    exact = model.embed([text[start:end] for start, end in golden["chunks"]])
    pooled = token_pass(model, text).means(starts, ends)
    pooled /= np.linalg.norm(pooled, axis=1, keepdims=True)
    for query in golden["queries"]:
        direction = model.embed([query["query"]])[0]
        np.testing.assert_allclose(exact @ direction, query["alone"], atol=1e-4)
        np.testing.assert_allclose(pooled @ direction, query["pooled"], atol=1e-4)
