"""Prose has few house idioms: at most the limit of `idioms.toml`."""

from __future__ import annotations

import shutil

import pytest

from tests import idioms

NEEDS_GIT = pytest.mark.skipif(
    shutil.which("git") is None or not (idioms.ROOT / ".git").exists(), reason="needs git and a checkout"
)


@NEEDS_GIT
def test_prose_stays_below_the_limit(capsys):
    assert idioms.main([]) == 0, f"{capsys.readouterr().out}see: python tests/idioms.py --list PATH"


def test_docstrings_comments_and_messages_are_read_but_not_code(tmp_path, monkeypatch):
    monkeypatch.setattr(idioms, "ROOT", tmp_path)
    module, query, page = (tmp_path / name for name in ("m.py", "q.sql", "p.md"))
    module.write_text('"""What the caller is told."""\n\nbeside = f"the file {1} stands there"  # of its own\n')
    query.write_text("-- A row for whom it counts for.\nselect beside, 'no room for this message here';\n")
    page.write_text("It says so.\n```\nIt says so.\n```\n")
    assert [(line, name) for line, name, _ in idioms.hits(module)] == [(1, "tell"), (3, "stands"), (3, "of its own")]
    assert [name for _, name, _ in idioms.hits(query)] == ["of which, by whom", "counts", "room"]
    assert [line for line, _, _ in idioms.hits(page)] == [1]


def test_exceptions_are_still_needed():
    for each in idioms.RULES["exceptions"]:
        lines = [line for _, line in idioms.prose(idioms.ROOT / each["path"]) if each["text"] in line]
        assert any(rule.search(line) for line in lines for rule in idioms.IDIOMS.values()), each
