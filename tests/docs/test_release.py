"""The walk through the list of RELEASING.md finds what a release lacks."""

from __future__ import annotations

import re
import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

import pytest

from dltrack_db import __version__
from dltrack_db.base import resources
from dltrack_db.store.versions import SCHEMA_VERSION
from docs.generate import project

FIXTURE = "tests/migrations/released/9.8.7.duckdb.xz"
WHOLE = {
    "dltrack_db/__init__.py": '__version__ = "9.8.7"\n',
    "CHANGELOG.md": "# Changelog\n\n## 9.8.7, 2030-01-02\n\n## 9.8.6, 2029-01-02\n",
    "CITATION.cff": "version: 9.8.7\ndate-released: 2030-01-02\n",
    "dltrack_db/store/versions.py": 'SCHEMA_VERSION = "7"\n',
    "schema/migrations/07_more.sql": "",
    FIXTURE: "",
    ".github/owner.toml": 'repository = "https://example.org/us/dltrack"\n',
}


@pytest.fixture
def walk(tmp_path):
    """The steps of a project with these files, all committed, but for those that are changed to the given texts."""
    loader = SourceFileLoader("release", str(resources.ROOT / ".ci" / "release"))
    release = module_from_spec(spec_from_loader("release", loader))
    loader.exec_module(release)
    release.ROOT = tmp_path

    def steps(**changed):
        for name, text in (WHOLE | changed).items():
            if text is not None:
                (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / name).write_text(text)
        for command in ("init -q", "add -A", "-c user.name=x -c user.email=x@x commit -qm x"):
            subprocess.run(["git", *command.split()], cwd=tmp_path, check=True)
        (version,) = release.found(r'^__version__ = "(.+)"$', "dltrack_db/__init__.py")
        return {name for name, lack in release.steps(version) if lack}

    return steps


def test_a_whole_release_lacks_nothing(walk):
    assert walk() == set()


@pytest.mark.parametrize(
    ("name", "text", "lacking"),
    [
        (
            "dltrack_db/__init__.py",
            '__version__ = "9.8.7.dev0"\n',
            {"version", "changelog", "citation", "released database"},
        ),
        ("CHANGELOG.md", "## 9.8.7, unreleased\n", {"changelog", "citation"}),
        ("CITATION.cff", "version: 9.8.6\ndate-released: 2030-01-02\n", {"citation"}),
        ("dltrack_db/store/versions.py", 'SCHEMA_VERSION = "8"\n', {"migration"}),
        (FIXTURE, None, {"released database"}),
        (".github/owner.toml", 'repository = "https://example.org/OWNER/dltrack"\n', {"addresses"}),
    ],
)
def test_what_a_release_lacks_is_told(walk, name, text, lacking):
    assert walk(**{name: text}) == lacking


@pytest.fixture
def addresses():
    """The script `.ci/addresses`, as a module."""
    loader = SourceFileLoader("addresses", str(resources.ROOT / ".ci" / "addresses"))
    module = module_from_spec(spec_from_loader("addresses", loader))
    loader.exec_module(module)
    return module


def test_addresses_are_compared_with_the_tree_of_their_commit(addresses, tmp_path, monkeypatch, capsys):
    home = tmp_path / "us" / "data.git"
    (home / "a").mkdir(parents=True)
    (home / "a" / "b c.txt").touch()
    author = ("-c", "user.name=x", "-c", "user.email=x@x")
    for command in (("init", "-q"), ("add", "-A"), (*author, "commit", "-qm", "x"), ("rm", "-q", "a/b c.txt")):
        subprocess.run(["git", *command], cwd=home, check=True)
    subprocess.run(["git", *author, "commit", "-qm", "y"], cwd=home, check=True)
    listed = subprocess.run(["git", "rev-list", "HEAD"], cwd=home, check=True, capture_output=True, text=True)
    now, before = listed.stdout.split()
    raw = "https://raw.githubusercontent.com/us/data"
    right = [("one", f"{raw}/{before}/a/b%20c.txt"), ("two", f"https://github.com/us/data/raw/{before}/a/b c.txt")]
    others = [("one", "https://example.org/x"), ("one", f"{raw}/{now}/{{run}}.txt")]

    def ask(*named):
        monkeypatch.setattr(addresses, "addresses", lambda: [*right, *others, *named])
        return addresses.main([str(tmp_path)]), capsys.readouterr().out.splitlines()

    totals = "2 addresses found, {} missing, {} not checked; 1 on other servers, 1 with a part to be filled in"
    assert ask() == (0, [f"us/data at {before}: 2 of 2 paths found", totals.format(0, 0)])
    code, lines = ask(("three", f"{raw}/{now}/a/b%20c.txt"))
    assert code == 1 and lines[-1] == totals.format(1, 0)
    assert lines[lines.index(f"us/data at {now}: 0 of 1 paths found") + 1] == "  missing: a/b c.txt (recipe three)"
    code, lines = ask(("three", f"{raw}/{'0' * 40}/x"), ("three", f"{raw}x/{now}/x"))
    assert code == 2 and lines[-1] == totals.format(0, 2)


def test_addresses_are_read_as_a_load_reads_them(addresses, tmp_path, capsys):
    """Those of tables of files, scores and public runs too, which are most; of no recipe without clones."""
    assert addresses.main([str(tmp_path)]) == 2
    total = capsys.readouterr().out.splitlines()[-1]
    assert int(re.fullmatch(r"0 addresses found, 0 missing, (\d+) not checked; .*", total)[1]) > 500
    assert addresses.main([]) == 2


def test_this_version_stands_at_the_top_of_the_changelog():
    text = (resources.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    top = re.search(r"^## (\S+), (\S+)$", text, re.MULTILINE)
    assert top is not None
    assert top.groups() == (__version__.removesuffix(".dev0"), "unreleased") or not __version__.endswith(".dev0")
    assert (resources.SCHEMA / "migrations").is_dir() and int(SCHEMA_VERSION) >= 3


def test_what_files_say_of_the_project_is_what_the_project_is():
    """Addresses, version and citation: `python -m docs.generate.project` has nothing to write."""
    for name, text in project.files():
        assert (resources.ROOT / name).read_text(encoding="utf-8") == text, name


def test_addresses_stand_in_files_once_the_owner_is_known_and_go_again(tmp_path, monkeypatch):
    """The placeholder is in one file; from it every address is written, and taken out when it is one again."""

    def write(owner):
        (tmp_path / ".github" / "owner.toml").write_text(
            f'repository = "https://h.example/{owner}/dltrack"\ndocumentation = "https://{owner}.example"\n'
        )
        project.main()
        return {name: (tmp_path / name).read_text() for name in names}

    names = [name for name, _ in project.files()]
    for name in [*names, "CHANGELOG.md", ".github/owner.toml"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((resources.ROOT / name).read_text(encoding="utf-8"))
    monkeypatch.setattr(project, "ROOT", tmp_path)
    unknown = write("OWNER")
    assert not [name for name, text in unknown.items() if "OWNER" in text or "h.example" in text]
    known = write("us")
    assert "- uses: us/dltrack@main\n" in known["docs/ci.md"] and "- uses: ADDRESS@main   #" in unknown["docs/ci.md"]
    assert {name for name, text in known.items() if "https://h.example/us/dltrack" in text} == {*names} - {
        "docs/ci.md", "docs/install.md", ".zenodo.json",
    }  # fmt: skip
    assert {name for name, text in known.items() if "https://us.example" in text} == {
        "pyproject.toml", "mkdocs.yml", "codemeta.json",
    }  # fmt: skip
    assert write("us") == known and write("OWNER") == unknown


def test_the_line_for_pip_appears_when_the_owner_says_that_the_package_is_published(tmp_path, monkeypatch):
    owner = (resources.ROOT / ".github" / "owner.toml").read_text(encoding="utf-8")
    for name in [*(name for name, _ in project.files()), "CHANGELOG.md", ".github/owner.toml"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((resources.ROOT / name).read_text(encoding="utf-8"))
    monkeypatch.setattr(project, "ROOT", tmp_path)
    page, line = tmp_path / "docs" / "install.md", "```sh\npip install 'dltrack[report]'"
    before = page.read_text()
    (tmp_path / ".github" / "owner.toml").write_text(
        owner.replace("on_package_index = false", "on_package_index = true")
    )
    project.main()
    project.main()
    assert (
        line not in before and page.read_text().count("pip install 'dltrack[report]'") == 1 and line in page.read_text()
    )
    (tmp_path / ".github" / "owner.toml").write_text(owner)
    project.main()
    assert page.read_text() == before


def test_actions_are_pinned_by_hash():
    """A tag can be moved to other code; Dependabot moves the hash and the version next to it."""
    files = [*(resources.ROOT / ".github" / "workflows").glob("*.yml"), resources.ROOT / "action.yml"]
    uses = [line.strip() for file in files for line in file.read_text().splitlines() if "uses: " in line]
    pinned = re.compile(r"(- )?uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert len(uses) > 20 and [line for line in uses if not pinned.fullmatch(line)] == []
