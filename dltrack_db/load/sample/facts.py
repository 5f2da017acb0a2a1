"""Update the measured facts in the recipe of the sample.

`ingest/recipes/sample.toml` is written by hand, except for the measured lines (bytes, md5, rows, queries, grades,
expected_runs), which `refresh` updates.
"""

from __future__ import annotations

import gzip
import hashlib
import tarfile
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

MEASURED = ("bytes", "md5", "rows", "queries", "grades", "expected_runs")


def refresh(recipe: str, folder: Path) -> str:
    """Return the text of the recipe with its measured lines updated from the sample in `folder`."""
    blocks = recipe.split("\n\n")
    return "\n\n".join(_refresh_block(block, folder) for block in blocks).rstrip("\n") + "\n"


def _refresh_block(block: str, folder: Path) -> str:
    tables: dict[str, Any] = tomllib.loads(block)
    kept_lines = [line for line in block.rstrip("\n").split("\n") if line.partition(" = ")[0] not in MEASURED]
    if "files" in tables:
        kept_lines += _file_facts(tables["files"][0], folder)
    elif "collections" in tables:
        runs = folder / "runs" / tables["collections"][0]["collection"]
        kept_lines.append(f"expected_runs = {sum(1 for _ in runs.iterdir())}")
    return "\n".join(kept_lines)


def _file_facts(entry: dict[str, Any], folder: Path) -> list[str]:
    """Return size, checksum and counts of one file, as lines of TOML."""
    path = folder / entry["file"]
    content = path.read_bytes()
    lines = _lines(path, content)
    md5 = hashlib.md5(content, usedforsecurity=False).hexdigest()
    facts = [f"bytes = {len(content)}", f'md5 = ["{md5}"]', f"rows = {len(lines)}"]
    if entry["part"] in ("queries", "qrels"):
        facts.append(f"queries = {len({line.split()[0] for line in lines})}")
    if entry["part"] == "qrels":
        grades = Counter(line.split()[3] for line in lines)
        facts.append("grades = { " + ", ".join(f"{grade} = {grades[grade]}" for grade in sorted(grades)) + " }")
    return facts


def _lines(path: Path, content: bytes) -> list[str]:
    """Return all records of a file; for an archive, the records of all members."""
    if path.suffix != ".tar":
        text = gzip.decompress(content) if path.suffix == ".gz" else content
        return text.decode().splitlines()
    lines: list[str] = []
    with tarfile.open(path) as archive:
        for member in archive:
            member_file = archive.extractfile(member)
            if member_file is not None:
                lines += gzip.decompress(member_file.read()).decode().splitlines()
    return lines
