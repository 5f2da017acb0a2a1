"""The page errors.md: every message a user can be stopped by, as the source has it, with its cure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAME = "docs/errors.md"
_CLASSES = {
    "DatabaseError": "The database file",
    "DatabaseLockedError": "Locks",
    "SourceError": "Source files and downloads",
    "SourceNotFoundError": "Source files and downloads",
    "FormatError": "Lines of source files",
    "ValidationError": "Expectations",
    "RecipeError": "Recipes",
    "SqlFileError": "SQL files (for developers)",
    "UsageError": "Usage (exit code 2)",
    "DltrackError": "Other",
}
# Cures of messages that have no room for them.
_CURES = {
    "--where: …": "the message is DuckDB's, with the names that may be meant",
    "no stored score of '…'…": "take the name that may be meant, or see them all: from metrics.run_scores",
    "… cannot be built: …": "a fault of the SQL file named, or of a changed DuckDB: reinstall the pinned versions",
    "… has an unknown key '…'…": "correct or remove the key",
    "… is …": "as the message says: unpack the file, or fetch it again",
    "…: … is missing and nothing was changed: …": "the last part says why the download failed, and what helps",
    "…: '…' could not be checked: …": "the last part is DuckDB's reason; short of memory, give more with --memory",
    "…: not a recipe: …": "correct the recipe file named; the last part names the field",
    "… and … both define …": "rename one of the two files and its object",
    "neither '…' nor '…' retrieves anything for topic '…' of …": "choose another topic: dltrack compare lists them",
    "…: … cannot be a name: …": "the last part says what a name may hold; choose another",
    "… cannot be the name of a snapshot: …": "the last part says what a name may hold; choose another",
    "… cannot be the name of a judge: …": "the last part says what a name may hold; choose another",
    "… cannot be the name of a task: …": "the last part says what a name may hold; choose another",
    "… cannot be the name of texts: …": "the last part says what a name may hold; choose another",
    "… cannot be read as Parquet: …": "write the file again, or give the texts as JSON lines",
    "… cannot be the name of labels: …": "the last part says what a name may hold, or whose it is; choose another",
    "… cannot be the name of …: …": "the last part says what a name may hold, or whose it is; choose another",
    "nothing is called '…' or about it…": "take the one that may be meant, or see all with: dltrack views",
    "nothing is called or about '…'…": "take the one that may be meant, or the schemas: catalogue without a topic",
    "there is no question '…'…": "take the one that may be meant, or see all with: dltrack --help",
    "there is no '…'…": "take one that may be meant, or see all objects with: dltrack views",
    "there is no measure '…' of ……": "choose one of those named, or add it: dltrack sql 'from metrics.measures'",
    "… has no labels '…'…": "choose one of those named",
    "… has no leaderboard of '…'…": "choose one of those named; to load one, see: dltrack ingest scores --help",
    "… no scores by '…'…": "choose one of those named",
    "no run of … is called '…'…": "take the one that may be meant, or see all runs: dltrack leaderboard COLLECTION",
    "no run of … is of a system '…'…": "take the one that may be meant, or see all: dltrack leaderboard COLLECTION...",
    "not drawn: '…' of …: …": "the last part says what the chart needs, and where it comes from",
    "… has no run '…'…": "choose one of those named: dltrack leaderboard lists the runs",
    "… cannot be a name: …": "the last part says what a name may hold; choose another",
    "'…' are the official labels of …; …": "only the collection as a whole is dropped, and they keep their name",
    "… is not valid TOML: …": "correct the line named, or remove the file: all of it has defaults",
    "…: …": "as the message says",
    "…: ……": "the second part is the system's reason: free some space, or choose another folder",
    "…:…: ……": "as the message says",
    "… cannot be read: …": "the last part is the system's reason: change permissions, or copy the file to another disk",
    "… cannot be written: …": "the last part is the system's reason: free some space, or choose another place",
    "… holds no file that could be loaded": "name the folder or archive in which the corpus files lie",
    "the ids are not the places of their records": "fetch the corpus file again: it is not the official one",
    "…: not a corpus recipe: …": "correct the recipe file named; the last part names the field",
    "the … has a value of the wrong type: …": "correct the line named, or fetch the file again",
}
_HEAD = """# Messages and their cures

Generated from the source. An ellipsis stands for the file, name or number at hand. Every
command ends with exit code 0 when all went well, 1 on these errors, 2 on wrong usage, 130 on Ctrl-C, and 70 on an error
that is a fault of dltrack's own. Whatever the message, a load that does not end well leaves the database as it was.
"""


def messages() -> Iterator[tuple[str, str]]:
    """Section and message of every error the package can raise."""
    for path in sorted((ROOT / "dltrack_db").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in _CLASSES
                and node.args
            ):
                text = _text(node.args[0])
                if text.strip("… "):
                    yield _CLASSES[node.func.id], text


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant():
            return str(node.value)
        case ast.JoinedStr():
            return "".join(_text(value) for value in node.values)
        case ast.BinOp():
            return _text(node.left) + _text(node.right)
    return "…"


def page() -> str:
    """The page as it should be."""
    found = sorted(set(messages()), key=lambda entry: (list(_CLASSES.values()).index(entry[0]), entry[1]))
    lines, section = [_HEAD], ""
    for title, text in found:
        if title != section:
            section = title
            lines += ["", f"## {title}", "", "| message | cure |", "|---|---|"]
        what, cure = split(text)
        lines.append(f"| {_cell(what)} | {_cell(cure)} |")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def split(text: str) -> tuple[str, str]:
    """Split a message into fact and cure, which a semicolon or a colon separates."""
    if text in _CURES:
        return text, _CURES[text]
    for mark in ("; ", ": ", ", "):
        what, found, cure = text.rpartition(mark)
        if found and cure.strip("… "):
            return what, cure
    return text, _CURES.get(text, "")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
