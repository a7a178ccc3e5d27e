"""The twelve models, each with its published answer."""

from __future__ import annotations

import importlib.util
import pathlib

import pytest

PATH = pathlib.Path(__file__).parents[1] / "examples" / "twelve.py"
spec = importlib.util.spec_from_file_location("twelve", PATH)
assert spec is not None and spec.loader is not None
twelve = importlib.util.module_from_spec(spec)
spec.loader.exec_module(twelve)


@pytest.mark.parametrize("name", sorted(twelve.MODELS))
def test_model(name: str) -> None:
    assert twelve.MODELS[name]()
