"""The page of messages is what the source says, and each message has a cure."""

from __future__ import annotations

import importlib.util
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "docs" / "errors.py"


def load():
    spec = importlib.util.spec_from_file_location("errors_page", SOURCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date():
    errors = load()
    assert errors.PAGE.read_text(encoding="utf-8") == errors.page(), "run: python docs/errors.py"


def test_every_message_has_a_cure():
    errors = load()
    assert len(set(errors.messages())) > 90
    assert [text for _, text in errors.messages() if not errors.split(text)[1]] == []
