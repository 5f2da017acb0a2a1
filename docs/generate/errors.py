"""The page errors.md: every error message in the source, and what to do."""

from __future__ import annotations

import ast
import re
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
# what to do, for messages that do not say it
_ADVICE = {
    "--where: …": "the message is DuckDB's, with similar names",
    "no stored score of '…'…": "choose a suggested name, or list all: from metrics.run_scores",
    "… cannot be built: …": "a mistake in the named SQL file, or another release of DuckDB: install the pinned one",
    "… has an unknown key '…'…": "correct or remove the key",
    "… is …": "as the message says: unpack the file, or download it again",
    "…: nothing was loaded, because … cannot be downloaded: …": "the last part says why the download failed, and what "
    "to do",
    "…: '…' could not be checked: …": "the last part is DuckDB's reason; if memory is short, allow more with --memory",
    "…: not a recipe: …": "correct the named recipe file; the last part names the field",
    "… and … both define …": "rename one of the two files and its object",
    "neither '…' nor '…' retrieves an item for topic '…' of …": "choose another topic: dltrack compare lists them",
    "…: … cannot be a name: …": "the last part says which names are valid; choose another",
    "… cannot be the name of a snapshot: …": "the last part says which names are valid; choose another",
    "… cannot be the name of a judge: …": "the last part says which names are valid; choose another",
    "… cannot be the name of a task: …": "the last part says which names are valid; choose another",
    "… cannot be read as Parquet: …": "write the file again, or give the texts as JSON lines",
    "… cannot be the name of a label set: …": "the last part says which names are valid or taken; choose another",
    "… cannot be the name of …: …": "the last part says which names are valid or taken; choose another",
    "no table, view or macro matches '…'…": "choose a suggested name, or list all with: dltrack views",
    "nothing is called or about '…'…": "choose a suggested name, or call catalogue without a topic for the schemas",
    "there is no question '…'…": "choose a suggested name, or list all with: dltrack --help",
    "there is no '…'…": "choose a suggested name, or list all objects with: dltrack views",
    "there is no measure '…' of ……": "choose one of those listed, or see: dltrack sql 'from metrics.measures'",
    "… has no labels '…'…": "choose one of those listed",
    "… has no leaderboard of '…'…": "choose one of those listed; to load one, see: dltrack ingest scores --help",
    "… no scores by '…'…": "choose one of those listed",
    "… have no run '…'…": "choose a suggested name, or list all runs: dltrack leaderboard COLLECTION",
    "… has no system '…'…": "choose one of those listed, or see: dltrack leaderboard COLLECTION --group system",
    "… have no run of system '…'…": "choose a suggested name, or list all: dltrack leaderboard COLLECTION...",
    "not drawn: '…' of …: …": "the last part says which data the chart needs, and how to load them",
    "… has no run '…'…": "choose one of those listed; dltrack leaderboard lists the runs",
    "… cannot be a name: …": "the last part says which names are valid; choose another",
    "'…' are the official labels of …; …": "drop the whole collection instead; official labels cannot be renamed",
    "… is not valid TOML: …": "correct the named line, or remove the file: everything in it has defaults",
    "…: …": "as the message says",
    "…: ……": "the second part is the system's reason: free some space, or choose another folder",
    "…:…: ……": "as the message says",
    "… cannot be read: …": "the last part is the system's reason: change permissions, or copy the file to another disk",
    "… cannot be written: …": "the last part is the system's reason: free some space, or choose another folder",
    "… has no file that can be loaded": "name the folder or archive with the files of the corpus",
    "… is not encrypted; …": "download the file in a browser and name its folder with --from",
    "… records were read as … rows": "download the corpus file again, or correct your file: a record is malformed",
    "the ids do not match the positions of the records": "download the corpus file again: it is not the official one",
    "…: not a valid corpus recipe: …": "correct the named recipe file; the last part names the field",
    "'…' has only NIST's published means, without scores per topic; ……": "load its ranking, or its scores per topic",
    "'…' has only scores per topic, not a ranking of documents; …": "load its ranking with: dltrack ingest runs",
    "the … has a value of the wrong type: …": "correct the named line, or download the file again",
}
_RULE = re.compile(r" must be | cannot be combined with ")
"""Messages that say what to do in the same clause."""
_HEAD = """# Error messages

Generated from the source. An ellipsis replaces a file, name or number. Exit codes are 0 for success, 1 for these
errors, 2 for wrong usage, 130 for Ctrl-C, and 70 for a bug in dltrack. A load that fails leaves the database as it was.
"""


def messages() -> Iterator[tuple[str, str]]:
    """Yield section and message of every error that the package raises."""
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
    """Return the page."""
    found = sorted(set(messages()), key=lambda entry: (list(_CLASSES.values()).index(entry[0]), entry[1]))
    lines, section = [_HEAD], ""
    for title, text in found:
        if title != section:
            section = title
            lines += ["", f"## {title}", "", "| message | what to do |", "|---|---|"]
        problem, advice = split(text)
        lines.append(f"| {_cell(problem)} | {_cell(advice)} |")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def split(text: str) -> tuple[str, str]:
    """Split a message into problem and advice, which a semicolon, colon or comma separates."""
    if text in _ADVICE:
        return text, _ADVICE[text]
    for mark in ("; ", ": ", ", "):
        problem, found, advice = text.rpartition(mark)
        if found and advice.strip("… "):
            return problem, advice
    return text, "as the message says" if _RULE.search(text) else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
