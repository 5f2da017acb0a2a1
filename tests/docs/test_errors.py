"""Each message that can stop a user has a cure."""

from __future__ import annotations

from docs.generate import errors


def test_every_message_has_a_cure():
    assert len(set(errors.messages())) > 90
    assert [text for _, text in errors.messages() if not errors.split(text)[1]] == []
