"""Every file that DuckDB reads is named by `duckpath.for_reader`: nothing in a name changes what is read."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import duckdb
import pytest

from dltrack_db.base.files import duckpath
from dltrack_db.errors import SourceError
from tests import package_files

ROOT = Path(__file__).resolve().parents[1]
READER = re.compile(
    r"\b(?:read_(?:text|blob|csv(?:_auto)?|nd?json\w*|json\w*|parquet)|sniff_csv|parquet_\w+)\s*\(\s*(\S.{0,40})", re.I
)
VARIABLE = re.compile(r"getvariable\('(\w+)'\)")
OTHERS = {"dltrack_db/store/lake/session.py"}
"""Read from an address of the web."""
SETTERS = ("set_variables", "_set", "run_script", "_rows")


def scripts():
    for folder in ("ingest", "dltrack_db", "sql", "schema"):
        for path in sorted((ROOT / folder).rglob("*.sql")):
            yield path, re.sub(r"--[^\n]*", "", path.read_text(encoding="utf-8"))


def modules():
    for path in package_files.find():
        text = path.read_text(encoding="utf-8")
        if "read_" in text or "parquet_" in text or any(f"{setter}(" in text for setter in SETTERS):
            yield path.relative_to(ROOT).as_posix(), ast.parse(text)


def literal_text(node: ast.AST) -> str:
    """A string of a module, with the expressions that an f-string has as they are written."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.FormattedValue) else part for part in node.values)
        return "".join(part.value if isinstance(part, ast.Constant) else ast.unparse(part) for part in parts)
    return ""


def read_variables() -> dict[str, set[str]]:
    """The variables that name files, with the scripts in which they do."""
    found: dict[str, set[str]] = {}
    for path, text in scripts():
        for argument in READER.findall(text):
            match = VARIABLE.match(argument)
            assert match, f"{path}: {argument}"
            found.setdefault(match[1], set()).add(path.name)
    return found


def test_scripts_read_files_of_variables_alone():
    assert {"path", "paths", "files", "file"} <= read_variables().keys()


def test_modules_name_files_by_for_reader():
    wrong, seen = [], 0
    for name, tree in modules():
        inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            for argument in READER.findall(literal_text(node) if id(node) not in inner else ""):
                seen += 1
                if "for_reader(" not in argument and not VARIABLE.match(argument) and name not in OTHERS:
                    wrong.append(f"{name}:{node.lineno}: {argument}")
    assert seen > 3
    assert wrong == []


def test_variables_of_files_are_set_by_for_reader():
    names, wrong, seen = read_variables().keys(), [], 0
    for name, tree in modules():
        nodes = list(ast.walk(tree))
        assigned = {
            target.id: node.value
            for node in nodes
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in (node for node in nodes if isinstance(node, ast.Call)):
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            for keyword in call.keywords if called in SETTERS else ():
                if keyword.arg not in names:
                    continue
                seen += 1
                value = keyword.value
                if isinstance(value, ast.Name):
                    value = assigned.get(value.id, value)
                if "for_reader(" not in ast.unparse(value):
                    wrong.append(f"{name}:{keyword.value.lineno}: {keyword.arg}={ast.unparse(value)}")
    assert seen > 12
    assert wrong == []


@pytest.mark.parametrize("folder", ["text=hive", "content=1 0 a 1", "a[1]=2", "x=", "=x", "a=b=c", "a=1/b=2"])
def test_a_folder_is_no_column(tmp_path, folder):
    place = tmp_path / folder
    place.mkdir(parents=True)
    con = duckdb.connect()
    plain = duckpath.for_reader(tmp_path / "p.parquet")
    con.execute(f"copy (select 'right' as text, 'right' as content) to '{plain}' (format parquet)")
    (tmp_path / "p.parquet").rename(place / "t[1]")
    (place / "t1").write_text("another file")
    assert con.execute("from read_parquet($1)", [duckpath.for_reader(place / "t[1]")]).fetchall() == [("right",) * 2]
    (place / "text").write_text("right")
    name = duckpath.for_reader(place / "text")
    assert con.execute("select content from read_text($1)", [name]).fetchall() == [("right",)]
    assert con.execute("select content from read_blob($1)", [name]).fetchall() == [(b"right",)]
    assert con.execute("from read_csv($1, header = false)", [name]).fetchall() == [("right",)]
    (place / "json").write_text('{"text": "right"}\n')
    assert con.execute("from read_json($1)", [duckpath.for_reader(place / "json")]).fetchall() == [("right",)]


def test_links_end_with_the_process_and_are_refused_where_none_can_be_made(tmp_path, monkeypatch):
    place = tmp_path / "k=v"
    place.mkdir()
    (place / "a").write_text("a")
    link = Path(duckpath.for_reader(place / "a"))
    assert (link.is_symlink(), link.resolve()) == (True, (place / "a").resolve())
    assert duckpath.for_reader(place / "a") == str(link)  # one link for a file
    monkeypatch.setattr(duckpath, "_link_folder", lambda: tmp_path / "nowhere")
    with pytest.raises(SourceError, match="named like a column"):
        duckpath.for_reader(place / "b")
