"""Facts that several files share: addresses, version, citation. `python -m docs.generate.project` writes them.

Addresses come from `.github/owner.toml`, the version from the package, its date from the changelog, all else from
`pyproject.toml`; a test compares the files with them.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from urllib.parse import urlsplit

from dltrack_db import __version__
from dltrack_db.base import resources

ROOT = resources.ROOT
PLACEHOLDER = "OWNER"
UNKNOWN = "   # ADDRESS: where you read this"
UNKNOWN_ACTION = "ADDRESS@main   # ADDRESS: owner and name of this repository, with a slash between"
PIP_LINE = "pip install 'dltrack[report]'                  # the newest release\n"
LINK = """extra: # a link to the repository; repo_url would ask its host for stars
  social:
    - icon: fontawesome/brands/github
      name: Source
      link: """


def read_owner() -> dict[str, str]:
    """Return the addresses that the owner sets: '' for a placeholder."""
    addresses = tomllib.loads((ROOT / ".github" / "owner.toml").read_text(encoding="utf-8"))
    return {
        name: "" if PLACEHOLDER in address else address
        for name, address in addresses.items()
        if isinstance(address, str)
    }


def is_on_the_index() -> bool:
    """Return whether the owner has published the package, so that pip finds it by name."""
    return bool(tomllib.loads((ROOT / ".github" / "owner.toml").read_text(encoding="utf-8")).get("on_package_index"))


def release_date() -> str | None:
    """Return the date of this version in the changelog; None before its release."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    top = re.search(r"^## (\S+), (\d{4}-\d\d-\d\d)$", changelog, re.MULTILINE)
    return top[2] if top and top[1] == __version__ else None


def lines(address: str, text: str) -> str:
    """Return a text with a line end; '' if its address is unknown."""
    return f"{text}\n" if address else ""


def codemeta(owner: dict[str, str]) -> str:
    """Return the project's description in CodeMeta 3.0, for archives and catalogues."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    repository, documentation = owner["repository"], owner["documentation"]
    facts = {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "name": project["name"],
        "description": project["description"],
        "version": __version__,
        **({"dateModified": date} if (date := release_date()) else {}),
        "license": f"https://spdx.org/licenses/{project['license']}",
        **({"codeRepository": repository, "issueTracker": f"{repository}/issues"} if repository else {}),
        **({"softwareHelp": documentation} if documentation else {}),
        "programmingLanguage": ["Python", "SQL"],
        "runtimePlatform": f"Python {project['requires-python']}",
        "operatingSystem": "Linux",
        "author": [{"@type": "Organization", "name": author["name"]} for author in project["authors"]],
        "keywords": project["keywords"],
        "softwareRequirements": [re.split(r"[<>=\[ ]", need)[0] for need in project["dependencies"]],
    }
    return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"


def zenodo() -> str:
    """The project as Zenodo archives a release of it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    facts = {
        "title": project["name"],
        "description": project["description"],
        "upload_type": "software",
        "version": __version__,
        "license": project["license"],
        "creators": [{"name": author["name"]} for author in project["authors"]],
        "keywords": project["keywords"],
    }
    return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"


def files() -> Iterator[tuple[str, str]]:
    """Yield each file with facts about the project and its correct text; unknown addresses have no line."""
    owner = read_owner()
    repository, documentation = owner["repository"], owner["documentation"]
    date = release_date()
    dated = re.search(r"^## \S+, (\d{4})-", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    year = (date or (dated[1] if dated else "")).partition("-")[0]
    for name, facts in {
        "dltrack_db/export/cite.py": [
            (r'^(YEAR = )".*"', json.dumps(year)),
            (r"^(URL: str \| None = ).*", json.dumps(repository) if repository else "None"),
        ],
        "README.md": [(r"^(git clone ).*", f"{repository or 'ADDRESS'} dltrack{'' if repository else UNKNOWN}")],
        "docs/ci.md": [(r"^( +- uses: ).*", f"{urlsplit(repository).path[1:]}@main" if repository else UNKNOWN_ACTION)],
        "docs/install.md": [
            (r"^(# Installing\n\n```sh\n)(?:pip install '?dltrack.*\n)?", PIP_LINE if is_on_the_index() else "")
        ],
        "pyproject.toml": [
            (
                r"^(\[project\.urls\].*\n)(?:(?:Repository|Documentation|Changelog) = .*\n)*",
                lines(repository, f"Repository = {json.dumps(repository)}")
                + lines(documentation, f"Documentation = {json.dumps(documentation)}")
                + lines(repository, f"Changelog = {json.dumps(f'{repository}/blob/main/CHANGELOG.md')}"),
            )
        ],
        "mkdocs.yml": [
            (r"^(site_description: .*\n)(?:site_url: .*\n)?", lines(documentation, f"site_url: {documentation}")),
            (r"^()(?:extra: (?:.*\n  )+.*\n)?(?=plugins: )", lines(repository, LINK + repository)),
        ],
        "CITATION.cff": [
            (r"^(version: ).*", __version__),
            (
                r"^((?:# released: |date-released: ).*\n)(?:repository-code: .*\n)?",
                lines(repository, f"repository-code: {repository}"),
            ),
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
    yield ".zenodo.json", zenodo()


def main() -> None:
    """Write the files."""
    for name, text in files():
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
