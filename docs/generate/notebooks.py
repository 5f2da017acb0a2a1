"""Generate pages from the notebooks of examples/, with their stored outputs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.generate.markdown import code


def render(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield path and text of each page."""
    for path in sorted(folder.glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        parts = [part for cell in cells for part in _cell(cell)]
        parts.insert(1, f"The notebook is `examples/{path.name}`.\n")
        yield f"docs/notebooks/{path.stem}.md", "\n".join(parts)


def _cell(cell: dict[str, Any]) -> Iterator[str]:
    text = "".join(cell["source"])
    yield code("python", text) if cell["cell_type"] == "code" else text + "\n"
    for output in cell.get("outputs", ()):
        for kind, lines in output.get("data", {"text/plain": output.get("text", "")}).items():
            shown = "".join(lines)
            yield code("text", shown) if kind == "text/plain" else f"<div>{' '.join(shown.split())}</div>\n"
