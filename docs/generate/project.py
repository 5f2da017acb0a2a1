"""Facts that several files share: addresses, version, citation. `python -m docs.generate.project` writes it.

Addresses come from `.github/owner.toml`, the version from the package, its date from the changelog, all else from
`pyproject.toml`; a test holds the files against them.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator

from dltrack_db import __version__
from dltrack_db.base import resources

ROOT = resources.ROOT
PLACEHOLDER = "OWNER"


def read_owner() -> dict[str, str]:
    """The addresses that only the owner knows."""
    return tomllib.loads((ROOT / ".github" / "owner.toml").read_text(encoding="utf-8"))


def release_date() -> str | None:
    """The date of this version in the changelog; none before it is released."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    top = re.search(r"^## (\S+), (\d{4}-\d\d-\d\d)$", changelog, re.MULTILINE)
    return top[2] if top and top[1] == __version__ else None


def codemeta(owner: dict[str, str]) -> str:
    """The project as CodeMeta 3.0 describes software, for archives and catalogues."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    facts = {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "name": project["name"],
        "description": project["description"],
        "version": __version__,
        **({"dateModified": date} if (date := release_date()) else {}),
        "license": f"https://spdx.org/licenses/{project['license']}",
        "codeRepository": owner["repository"],
        "issueTracker": f"{owner['repository']}/issues",
        "softwareHelp": owner["documentation"],
        "programmingLanguage": ["Python", "SQL"],
        "runtimePlatform": f"Python {project['requires-python']}",
        "operatingSystem": "Linux",
        "author": [{"@type": "Organization", "name": author["name"]} for author in project["authors"]],
        "keywords": project["keywords"],
        "softwareRequirements": [re.split(r"[<>=\[ ]", need)[0] for need in project["dependencies"]],
    }
    return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"


def files() -> Iterator[tuple[str, str]]:
    """Each file that says something of the project, with the text it should have.

    Raises:
        ValueError: a file has no line where the fact belongs.
    """
    owner = read_owner()
    date = release_date()
    dated = re.search(r"^## \S+, (\d{4})-", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    year = (date or (dated[1] if dated else "")).partition("-")[0]
    for name, facts in {
        "dltrack_db/export/cite.py": [
            (r'^(YEAR = )".*"', json.dumps(year)),
            (r'^(URL = )".*"', json.dumps(owner["repository"])),
        ],
        "README.md": [(r"^(git clone )\S+", owner["repository"])],
        "pyproject.toml": [
            (r'^(Repository = )".*"', json.dumps(owner["repository"])),
            (r'^(Documentation = )".*"', json.dumps(owner["documentation"])),
            (r'^(Changelog = )".*"', json.dumps(f"{owner['repository']}/blob/main/CHANGELOG.md")),
        ],
        "mkdocs.yml": [(r"^(site_url: ).*", owner["documentation"]), (r"^( +link: ).*", owner["repository"])],
        "CITATION.cff": [
            (r"^(version: ).*", __version__),
            (r"^(repository-code: ).*", owner["repository"]),
            (r"^(# released: |date-released: ).*", date or "not yet"),
        ],
    }.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        for pattern, fact in facts:
            line = re.search(pattern, text, re.MULTILINE)
            if line is None:
                raise ValueError(f"{name} has no line for {pattern}")
            text = text[: line.start()] + line[1] + fact + text[line.end() :]
        if name == "CITATION.cff":
            key = "date-released: " if date else "# released: "
            text = re.sub(r"^(# released: |date-released: )", key, text, flags=re.MULTILINE)
        yield name, text
    yield "codemeta.json", codemeta(owner)


def main() -> None:
    """Write them."""
    for name, text in files():
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
