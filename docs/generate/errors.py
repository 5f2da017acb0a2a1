"""Generate errors.md: every error message in the source, with what to do."""

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
# What to do about messages that do not say it.
_ADVICE = {
    "--where: …": "correct the condition; the message is DuckDB's, with similar names",
    "no stored score of '…'…": "use the suggested name, or see all: from metrics.run_scores",
    "… cannot be built: …": "correct the SQL file, or reinstall the pinned version of DuckDB",
    "… is …": "unpack the file, or download it again",
    "…: … is missing and nothing was changed: …": "the last part says why the download failed, and what to do",
    "…: '…' could not be checked: …": "the last part is DuckDB's reason; if memory is short, allow more with --memory",
    "…: not a recipe: …": "correct the recipe file; the last part names the field",
    "these files refer to each other in a circle: …": "remove one of the references",
    "… and … both define …": "rename one of the two files and its object",
    "neither '…' nor '…' retrieves anything for topic '…' of …": "choose another topic: dltrack compare lists them",
    "…: … cannot be a name: …": "choose another name; the last part says what is allowed",
    "… cannot be the name of a snapshot: …": "choose another name; the last part says what is allowed",
    "… cannot be the name of a judge: …": "choose another name; the last part says what is allowed",
    "… cannot be the name of a task: …": "choose another name; the last part says what is allowed",
    "… cannot be the name of texts: …": "choose another name; the last part says what is allowed",
    "… cannot be read as Parquet: …": "write the file again, or convert the texts to JSON lines",
    "… cannot be the name of labels: …": "choose another name; the last part says why",
    "… cannot be the name of …: …": "choose another name; the last part says why",
    "nothing is called '…' or about it…": "use the suggested name, or see all with: dltrack views",
    "no table, view or macro matches '…'…": "use the suggested name, or call catalogue without a topic",
    "there is no question '…'…": "use the suggested name, or see all with: dltrack --help",
    "there is no '…'…": "use the suggested name, or see all objects with: dltrack views",
    "there is no measure '…' of ……": "use one of the listed measures, or see all: dltrack sql 'from metrics.measures'",
    "… has no labels '…'…": "use one of the listed names",
    "… has no leaderboard of '…'…": "use one of the listed names; to load one, see: dltrack ingest scores --help",
    "… no scores by '…'…": "use one of the listed names",
    "no run of … is called '…'…": "use the suggested name, or see all runs: dltrack leaderboard COLLECTION",
    "no run of … is of a system '…'…": "use the suggested name, or see all: dltrack leaderboard COLLECTION...",
    "not drawn: '…' of …: …": "the last part says what the chart needs, and how to load it",
    "… has no run '…'…": "use one of the listed names; dltrack leaderboard lists the runs",
    "… cannot be a name: …": "choose another name; the last part says what is allowed",
    "'…' are the official labels of …; …": "drop the collection; its official labels cannot be dropped or renamed",
    "… is not valid TOML: …": "correct the line, or remove the file; every setting has a default",
    "…: …": "as the message says",
    "…: ……": "the second part is the system's reason: free some space, or choose another folder",
    "…:…: ……": "as the message says",
    "… cannot be read: …": "the last part is the system's reason: change permissions, or copy the file to another disk",
    "… cannot be written: …": "the last part is the system's reason: free some space, or choose another path",
    "… holds no file that could be loaded": "pass the folder or archive that contains the corpus files",
    "the ids are not the places of their records": "download the corpus file again: it is not the official one",
    "…: not a corpus recipe: …": "correct the recipe file; the last part names the field",
    "the … has a value of the wrong type: …": "correct the line, or download the file again",
}
_RULE = re.compile(r" must be | cannot be combined with ")
"""Messages that say what to do in the same clause."""
_HEAD = """# Error messages

Generated from the source; an ellipsis replaces a file, name or number. The exit code of a command is 0 on success, 1
for these errors, 2 for wrong usage, 70 for a bug of dltrack, and 130 after Ctrl-C. A load that fails leaves the
database as it was.
"""


def messages() -> Iterator[tuple[str, str]]:
    """Yield section and message of every error that the package can raise."""
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
        what, advice = split(text)
        lines.append(f"| {_cell(what)} | {_cell(advice)} |")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def split(text: str) -> tuple[str, str]:
    """Split a message at a semicolon, colon or comma into what is wrong and what to do."""
    if text in _ADVICE:
        return text, _ADVICE[text]
    for mark in ("; ", ": ", ", "):
        what, found, advice = text.rpartition(mark)
        if found and advice.strip("… "):
            return what, advice
    return text, "as the message says" if _RULE.search(text) else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
