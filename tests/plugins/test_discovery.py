"""Plug-ins: where they are looked for, where not, and what is left out with which sentence."""

from __future__ import annotations

import os
import random
import shutil
import sys
from pathlib import Path

import pytest

from dltrack_db.base import plugin_description, plugins
from dltrack_db.base.plugin_description import FILE
from dltrack_db.cli.plugins import TEMPLATE
from dltrack_db.errors import UsageError


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user with no plug-ins, whose trials all end well."""
    monkeypatch.setenv("DLTRACK_CONFIG", str(tmp_path / "config" / "config.toml"))
    monkeypatch.delenv(plugins.VARIABLE, raising=False)
    monkeypatch.setattr(plugins, "_trial", lambda plugin, accepted: "")
    plugins._state.cache_clear()
    yield tmp_path
    plugins._state.cache_clear()


@pytest.fixture(autouse=True)
def _not_chosen():
    """A build of a wheel, or a trial, in the same process chooses plug-ins for good."""
    plugins.use(None)


def make(folder, **values):
    """Write the plug-in that `plugins new` begins with, and change its plugin.toml; None removes a key."""
    shutil.copytree(TEMPLATE, folder)
    file = folder / FILE
    lines = [line for line in file.read_text().splitlines() if line.split(" ")[0] not in values]
    file.write_text("\n".join([*lines, *(f"{key} = {value}" for key, value in values.items() if value)]))
    return folder


def found():
    plugins._state.cache_clear()
    return [one.name for one in plugins.active()]


def reason():
    plugins._state.cache_clear()
    assert plugins.active() == ()
    (fault,) = plugins.faults()
    return str(fault)


def name_in_variable(monkeypatch, *folders):
    monkeypatch.setenv(plugins.VARIABLE, os.pathsep.join(map(str, folders)))


def package(site, name, **values):
    make(site / name, name=f'"{name}"', **values)
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    text = f"[console_scripts]\nx = y:z\n\n[dltrack.plugins]\n{name} = {name}\n\n[w]\n"
    (info / "entry_points.txt").write_text(text)


def test_they_are_found_in_folders_that_are_named_in_the_users_own_and_in_packages(home, monkeypatch):
    assert found() == []
    make(home / "a", name='"named"')
    make(home / "config" / "plugins" / "b", name='"own"')
    package(home / "site", "packed")
    monkeypatch.syspath_prepend(str(home / "site"))
    name_in_variable(monkeypatch, home / "a")
    monkeypatch.setattr(plugins, "_check_names", lambda plugin, taken: None)  # of the template they have the same
    assert found() == ["named", "own", "packed"]
    monkeypatch.setenv(plugins.OFF, "1")
    assert found() == []


def test_nothing_is_looked_for_in_the_current_folder(home, monkeypatch):
    package(home / "here", "evil")
    make(home / "here" / "plain")
    (home / "here" / FILE).write_text('name = "evil"\nversion = "1"\ntitle = "x"\n')
    monkeypatch.chdir(home / "here")
    for place in ("", str(home / "here"), "."):
        monkeypatch.setattr(sys, "path", [place, *sys.path])
        assert found() == []


def test_a_folder_that_is_not_absolute_is_refused(home, monkeypatch):
    name_in_variable(monkeypatch, "weak")
    plugins._state.cache_clear()
    with pytest.raises(UsageError, match="weak', which is not an absolute path; write the whole path"):
        plugins.active()


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"name": None}, "has no name; add it"),
        ({"version": '"1 0"'}, "the version '1 0' must consist of"),
        ({"name": '"Weak"'}, "the name 'Weak' must consist of lower-case letters"),
        ({"titel": '"x"'}, "has an unknown key 'titel'; did you mean title?"),
        ({"title": "7"}, 'title is not a single line of text; write it as title = "…"'),
        ({"title": '"a\\u0007b"'}, "title is not a single line of text"),
        ({"module": '"answers"'}, "there is no answers.py next to it"),
        ({"module": '"../x"'}, "there is no ../x.py next to it"),
        ({"requires": '"dltrack>=99.0"'}, "it requires dltrack 99.0 or later, but this is"),
        ({"requires": '"numpy"'}, "requires is 'numpy'; write it as"),
        ({"requires": f'"dltrack>={"9" * 5_000}"'}, "requires is 'dltrack>=9999999999999999999999999999999'; write"),
        ({"name": "[["}, "is not valid TOML"),
    ],
)
def test_a_description_that_is_not_right_is_named_with_the_cure(home, monkeypatch, values, told):
    name_in_variable(monkeypatch, make(home / "weak", **values))
    assert told in reason()
    assert reason().startswith("the plug-in weak (DLTRACK_PLUGINS) is not used: ")


def test_whatever_the_description_holds_is_read_or_refused_in_a_sentence(home):
    """One in eight bytes of some is another: nothing else than a plug-in or a reason comes of it."""
    folder = make(home / "weak")
    content = (folder / FILE).read_bytes() + b'\n[commands.a-b]\ncall = "questions:example"\nsummary = "x"\n'
    read = refused = 0
    for seed in range(1_500):
        chance = random.Random(seed)
        share = chance.choice((0.002, 0.02, 0.125))
        spoiled = bytes(chance.randrange(256) if chance.random() < share else byte for byte in content)
        (folder / FILE).write_bytes(spoiled[: chance.choice((len(spoiled), chance.randrange(len(spoiled))))])
        try:
            plugin = plugin_description.read(folder, "x")
        except plugin_description.LeftOut as error:
            assert "weak" in str(error) or "requires" in str(error)
            refused += 1
        else:
            assert plugin.name.isidentifier() and plugin.title.isprintable()
            read += 1
    assert read > 100 and refused > 1_000


@pytest.mark.parametrize("place", [FILE, "ingest/parts/odd/part.toml", "sql/odd/x.sql", "schema/x.sql", "other.py"])
def test_a_pipe_in_the_place_of_a_file_is_refused(home, monkeypatch, place):
    folder = make(home / "weak")
    (folder / place).unlink(missing_ok=True)
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(folder / place)
    name_in_variable(monkeypatch, folder)
    assert f"{folder / place} is not a regular file" in reason()


def test_whatever_is_wrong_with_one_leaves_out_this_one_and_no_other(home, monkeypatch):
    tried = []

    def trial(plugin, accepted):
        tried.append([one.name for one in (*accepted, plugin)])
        if plugin.name == "bad":
            raise KeyError("collection")
        return "it does not bind" if plugin.name == "worse" else ""

    folders = [make(home / name, name=f'"{name}"') for name in ("good", "bad", "worse", "last")]
    for folder in folders:
        shutil.rmtree(folder / "sql")
    name_in_variable(monkeypatch, *folders)
    monkeypatch.setattr(plugins, "_trial", trial)
    assert found() == ["good", "last"]
    assert [one.reason for one in plugins.faults()] == [
        "it cannot be read (KeyError: 'collection'); report it to its author", "it does not bind",
    ]  # fmt: skip
    assert tried == [["good"], ["good", "bad"], ["good", "worse"], ["good", "last"]]  # each next to those accepted


def test_a_lack_of_memory_is_not_a_fault_of_a_plugin(home, monkeypatch):
    def trial(plugin, accepted):
        raise MemoryError

    name_in_variable(monkeypatch, make(home / "weak"))
    monkeypatch.setattr(plugins, "_trial", trial)
    with pytest.raises(MemoryError):
        found()


def test_one_named_as_one_of_dltracks_own_is_left_out(home, monkeypatch):
    name_in_variable(monkeypatch, make(home / "weak", name='"site"'))
    assert "dltrack has a plug-in of the same name" in reason()


def test_a_folder_without_description_is_named(home, monkeypatch):
    name_in_variable(monkeypatch, home / "nowhere")
    assert "nowhere/plugin.toml cannot be read (No such file or directory); every plug-in needs this file" in reason()


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("sql/metrics/ndcg.sql", "dltrack already has an object metrics.ndcg; choose another name"),
        ("schema/qrels.sql", "dltrack already has an object main.qrels"),
        ("sql/temp/x.sql", "DuckDB or dltrack uses the name temp"),
        ("sql/mine/Upper.sql", "mine.Upper must consist of lower-case letters"),
        ("ingest/parts/qrels/part.toml", "ingest/parts/qrels: dltrack already has a file or folder with this name"),
        (
            "ingest/recipes/trec2021.toml",
            "ingest/recipes/trec2021.toml: dltrack already has a file or folder with this name",
        ),
    ],
)
def test_a_name_that_is_somebody_elses_leaves_it_out(home, monkeypatch, place, told):
    folder = make(home / "weak")
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    (folder / place).touch()
    name_in_variable(monkeypatch, folder)
    assert told in reason()


def test_of_two_with_one_name_or_one_object_the_second_is_left_out_and_the_rest_works(home, monkeypatch):
    first, second = make(home / "a"), make(home / "b", name='"other"')
    name_in_variable(monkeypatch, first, second, first)
    assert found() == ["example"]
    told = [one.reason for one in plugins.faults()]
    assert "the plug-in example already defines example.first_ranks; choose another name" in told[0]
    assert told[1].startswith(f"{first} has a plug-in of the same name")


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        ("ingest/parts/odd/part.toml", "", "ingest/parts/odd: the plug-in a already defines ingest/parts/odd"),
        (
            "ingest/recipes/odd.toml",
            "",
            "ingest/recipes/odd.toml: the plug-in a already defines ingest/recipes/odd.toml",
        ),
        (
            FILE,
            '\n[commands.odd]\ncall = "questions:example_ranks"\nsummary = "x"\n',
            "plugin.toml: [commands.odd]: the plug-in a already defines command odd",
        ),
    ],
)
def test_kinds_of_data_recipes_and_commands_have_one_owner(home, monkeypatch, place, text, told):
    for name in "ab":
        folder = make(home / name, name=f'"{name}"')
        shutil.rmtree(folder / "sql")
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        with (folder / place).open("a") as file:
            file.write(text)
    name_in_variable(monkeypatch, home / "a", home / "b")
    assert found() == ["a"]
    assert [one.reason for one in plugins.faults()] == [f"{told}; choose another name"]


def test_a_trial_has_a_time_limit(home, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(plugins, "TRIAL_SECONDS", 0.001)
    monkeypatch.setenv("DLTRACK_CACHE", str(home / "cache"))  # in which no trial has been noted
    plugin = plugin_description.read(make(home / "weak"), "x")
    with pytest.raises(
        plugin_description.LeftOut, match=r"its trial took more than 0\.001 seconds; make its SQL objects"
    ):
        plugins.check(plugin, ())


def test_the_mark_tells_a_changed_file(home, monkeypatch):
    folder = make(home / "a")
    assert plugins.mark() == ""
    name_in_variable(monkeypatch, folder)
    plugins._state.cache_clear()
    first = plugins.mark()
    plugins._mark.cache_clear()
    assert plugins.mark() == first != ""
    (folder / "sql" / "metrics" / "example.sql").write_text("-- other\n")
    plugins._mark.cache_clear()
    assert plugins.mark() != first


def test_a_package_that_is_installed_in_place_is_found_without_importing_it(home, monkeypatch):
    package(home / "site", "packed")
    shutil.move(home / "site" / "packed", home / "source" / "packed")
    (home / "source" / "packed" / "__init__.py").write_text("raise SystemExit('imported')")
    for place in ("site", "source"):
        monkeypatch.syspath_prepend(str(home / place))
    assert found() == ["packed"]
    assert [one.folder for one in plugins.active()] == [Path(home / "source" / "packed")]
