"""A question is one function: what a stranger's file declares is command, method, assistants' tool and page."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from contextlib import closing, contextmanager
from dataclasses import replace
from types import SimpleNamespace

import pyarrow.parquet
import pytest

import dltrack_db as dl
from dltrack_db.ask import questions
from dltrack_db.base import plugin_description, plugins
from dltrack_db.base.plugin_description import FILE, Plugin, PluginCommand
from dltrack_db.cli import commands, plugin_trial
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.plugins.mcp.answers import Answers
from dltrack_db.plugins.mcp.tests.test_server import NEEDS_SDK, asked
from dltrack_db.show import Format
from dltrack_db.store import database, derive
from docs.generate import questions as page
from tests.commands import dltrack, process
from tests.copies import copied

DECLARED = '''
"""Questions about weak topics."""
from typing import Literal

from dltrack_db import Answer, question


@question(title="Weakest topics of a run", point=["value"], expendable=["text"])
def weak_topics(
    db, run: str, *, collection: str, order: Literal["value", "query_id"] = "value", limit: int = 3
) -> Answer:
    """Topics on which a run scores least, by nDCG@10.

    A second paragraph is for the help of the command.

    Args:
        order: what to sort by, of which
            there are two
    """
    return db.ask(
        "select query_id, value, query_id || repeat('x', 40) as text, query_id || repeat('y', 40) as word "
        f"from metrics.query_scores where collection = $collection and run_id = $run and measure = 'ndcg_cut_10' "
        f"order by {order}, query_id limit $limit",
        {"run": run, "collection": collection, "limit": limit},
        notes=[f"by {order}"],
    )


@question(title="Values of a run", allows_scores=True)
def values(db, run: str, *, collection: str | None = None, measure: str = "ndcg_cut_10") -> Answer:
    """Scores of a run."""
    query = "from metrics.query_scores where run_id = $run and measure = $measure"
    return db.ask(query, {"run": run, "measure": measure})


@question(title="Given")
def echo(
    db, runs: list[str] | None = None, *, measures: list[str] | None = None, is_long: bool = True, share: float = 0.5
) -> Answer:
    """What a command hands over."""
    return Answer(["given"], [(repr((runs, measures, is_long, share)),)])


@question(title="Wrong")
def wrong(db, how: str) -> Answer:
    """A question of which its author has thought less."""
    if how in ("nothing", "range(100000) as a, range(100000) as b, range(1000) as c"):
        return db.ask(f"select count(*) from {how}")
    return 1 / 0 if how == "python" else how


def helper():
    """What is not declared is no question."""
'''
P = "sample-passages"


@contextmanager
def used(*paths, names=("weak",)):
    """Let this process work with the files of questions of plug-ins of these names."""
    pairs = zip(names, paths, strict=True)
    plugins.use([Plugin(name, "1", name, path.parent, "test", module=path.stem) for name, path in pairs])
    try:
        yield
    finally:
        plugins.use(None)
        questions._registry.cache_clear()
        plugin_description._load.cache_clear()


@pytest.fixture
def weak(tmp_path):
    """The file with the questions of a plug-in, which this process works with for the test."""
    path = tmp_path / "questions.py"
    path.write_text(DECLARED)
    with used(path):
        yield path


@pytest.fixture
def tools(weak, sample_database):
    """A server of the database, whose answers are made in this process, which knows the plug-in."""
    pytest.importorskip("mcp", reason=NEEDS_SDK)
    from dltrack_db.plugins.mcp.server import server

    answers = Answers(sample_database, rows=5)
    faces = SimpleNamespace(
        path=answers.path,
        rows=answers.rows,
        max_bytes=answers.max_bytes,
        ask=lambda what, *given: getattr(answers, what)(*given),
    )
    return server(faces)


def expected(db, run="p_bm25"):
    query = (
        f"select query_id, value from metrics.query_scores where collection = '{P}' and run_id = '{run}' "
        "and measure = 'ndcg_cut_10' order by value, query_id limit 3"
    )
    return db.sql(query).fetchall()


def test_its_command_prints_every_format(weak, sample_database):
    with dl.open(sample_database) as db:
        rows = expected(db)
    words = ("weak-topics", "p_bm25", "--collection", P, "--db", sample_database)
    for format in set(Format) - {Format.parquet}:
        done = dltrack(*words, "-f", format)
        assert done.returncode == 0 and all(topic in done.stdout for topic, _ in rows), (format, done.stderr)
        assert ("by value" in done.stdout) == (format in ("table", "markdown", "json-with-basis")), format
    assert "Weakest topics of a run" in dltrack(*words).stdout
    printed = list(csv.DictReader(io.StringIO(dltrack(*words, "-f", "csv").stdout)))
    assert [(row["query_id"], float(row["value"])) for row in printed] == rows
    longer = json.loads(dltrack(*words, "--limit", 7, "--order", "query_id", "-f", "json").stdout)
    assert len(longer) == 7 and [row["query_id"] for row in longer] == sorted(row["query_id"] for row in longer)


def test_it_is_written_as_parquet(weak, sample_database, tmp_path):
    (weak.parent / FILE).write_text('name = "weak"\nversion = "1"\ntitle = "x"\nmodule = "questions"\n')
    words = ["weak-topics", "p_bm25", "-c", P, "-f", "parquet", "--db", str(sample_database)]
    environment = os.environ | {plugins.VARIABLE: str(weak.parent)}
    command = [sys.executable, "-m", "dltrack_db", *words]
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert pyarrow.parquet.read_table(io.BytesIO(done.stdout)).num_rows == 3


def test_its_command_has_help_and_a_line_in_the_list(weak):
    text = " ".join(dltrack("weak-topics", "--help").stdout.split())
    assert "Topics on which a run scores least, by nDCG@10." in text and "A second paragraph" in text
    assert "Example: dltrack weak-topics RUN --collection COLLECTION" in text and "Args" not in text
    assert "What to sort by, of which there are two." in text and "A collection, e.g. trec2021-passages." in text
    assert "--at SNAPSHOT" in text and "[default: 3" in text
    listed = " ".join(dltrack("--help").stdout.split())
    assert "Questions of weak: weak-topics Topics on which a run scores least, by nDCG@10." in listed
    assert "helper" not in commands.all_commands()
    assert "dltrack_plugins.weak" not in sys.modules or "weak-topics" in commands.all_commands()


def test_lists_import_no_module_of_a_question(weak, tmp_path):
    weak.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n{DECLARED}")
    assert "weak-topics" in commands.all_commands() and dltrack("--help").returncode == 0
    assert not (tmp_path / "ran").exists()
    assert dltrack("weak-topics", "--help").returncode == 0
    assert (tmp_path / "ran").exists()


def test_its_name_and_those_of_its_runs_are_completed(weak, sample_database):
    def complete(words, number):
        done = dltrack(
            _DLTRACK_COMPLETE="complete_bash",
            _TYPER_COMPLETE="",
            COMP_WORDS=words,
            COMP_CWORD=str(number),
            DLTRACK_DB=str(sample_database),
        )
        return done.stdout.split()

    assert complete("dltrack weak", 1) == ["weak-topics"]
    assert "p_bm25" in complete("dltrack weak-topics p_b", 2)
    assert complete("dltrack weak-topics p_bm25 --collection sample-p", 4) == [P]


def test_it_fits_a_terminal_by_what_it_declares(weak, sample_database, monkeypatch):
    from tests.cli.test_widths import Terminal, called

    out = Terminal()
    called(["weak-topics", "p_bm25", "-c", P], out, sample_database, monkeypatch, width=40)
    lines = out.getvalue().splitlines()
    with dl.open(sample_database) as db:
        rows = expected(db)
    assert max(map(len, lines)) <= 40 and "left out to fit 40 characters: text;" in " ".join(out.getvalue().split())
    assert all(any(topic in line and f"{value:.4f}" in line for line in lines) for topic, value in rows)


def test_its_method_gives_a_frame(weak, sample_database):
    with dl.open(sample_database) as db:
        for name in ("weak_topics", "weak-topics"):
            frame = db.question(name, run="p_bm25", collection=P)
            assert frame.select("query_id", "value").rows() == expected(db) and frame.notes == ["by value"]
        for given, sentence in (
            ({}, "weak_topics needs run and collection"),
            ({"run": "p_bm25"}, "weak_topics needs collection"),
            ({"run": 7, "collection": P}, "run must be a text, not '7'"),
            ({"run": "p_bm25", "collection": P, "limit": 0}, "limit must be at least 1, not 0"),
            ({"run": "p_bm25", "collection": P, "limit": True}, "limit must be a whole number, not 'True'"),
            ({"run": "p_bm25", "collection": P, "order": "x"}, "order must be one of value, query_id, not 'x'"),
            (
                {"run": "p_bm25", "collection": P, "limt": 1},
                "no argument 'limt'; its arguments: run, .* did you mean limit",
            ),
            ({"run": "p_bm26", "collection": P}, "has no run 'p_bm26'; did you mean p_bm25"),
        ):
            with pytest.raises(UsageError, match=sentence):
                db.question("weak_topics", **given)
        with pytest.raises(UsageError, match="there is no question 'weak_topcs'; did you mean weak_topics"):
            db.question("weak_topcs")


def test_it_is_an_assistants_tool(tools, sample_database):
    given = {"run": "p_bm25", "collection": P}
    wrong = {**given, "limit": 0}
    _, listed, (answer, refused, of_class) = asked(
        tools, ("weak_topics", given), ("weak_topics", wrong), ("weak_topics", {**given, "order": "x"})
    )
    (tool,) = [one for one in listed if one.name == "weak_topics"]
    assert tool.description == "Topics on which a run scores least, by nDCG@10." and tool.annotations.read_only_hint
    schema = tool.input_schema
    assert schema["required"] == ["run", "collection"] and schema["additionalProperties"] is False
    assert schema["properties"]["order"]["enum"] == ["value", "query_id"]
    assert schema["properties"]["order"]["description"] == "What to sort by, of which there are two."
    assert (schema["properties"]["limit"]["default"], schema["properties"]["limit"]["minimum"]) == (3, 1)
    told = answer.structured_content
    with dl.open(sample_database) as db:
        assert [tuple(row[:2]) for row in told["rows"]] == expected(db)
        assert db.sql(told["sql"]).fetchall()[0][0] == told["rows"][0][0], "the query runs in a bare shell"
        assert told["data"] == db.cite(P).splitlines()[0]
    assert told["comes_from"][0]["object"] == "metrics.query_scores" and told["note"].endswith("by value.")
    assert refused.is_error and of_class.is_error


def test_its_entry_is_on_the_page(weak):
    text = page.render()
    entry = text[text.index("## weak_topics") :]
    assert "dltrack weak-topics RUN --collection …" in entry
    assert 'db.question("weak_topics", run=…, collection=…)' in entry
    assert "| `order` | `'value'` | What to sort by, of which there are two. |" in entry


@pytest.fixture
def with_bare_run(small_database, tmp_path):
    """A database with a run 'bare' of which only scores are loaded, those of p_bm25."""
    path = tmp_path / "bare.duckdb"
    copied(small_database, path)
    with closing(database.connect()) as con:
        database.attach(con, path, read_only=False)
        con.execute(
            "insert into main.submitted_scores select collection, 'nist', 'bare', query_id, measure, null, value, "
            f"'made up', null from main.query_scores where collection = '{P}' and measure = 'ndcg_cut_10' "
            "and run_id = 'p_bm25'"
        )
        derive.update_stand_ins(con)
    return path


def test_which_runs_it_accepts_is_said_once(weak, with_bare_run):
    """What the declaration says in one word holds on every face."""
    refusal = "'bare' has only scores per topic, not a ranking"

    def command(name):
        return dltrack(name.replace("_", "-"), "bare", "-c", P, "-f", "csv", "--db", with_bare_run)

    def method(name):
        with dl.open(with_bare_run) as db:
            return db.question(name, run="bare", collection=P)

    def tool(name):
        return Answers(with_bare_run).question(name, {"run": "bare", "collection": P})

    done = command("weak_topics")
    assert done.returncode == 2 and refusal in done.stderr
    for face in (method, tool):
        with pytest.raises(UsageError, match=refusal):
            face("weak_topics")
    done = command("values")
    assert done.returncode == 0, done.stderr
    number = len(done.stdout.splitlines()) - 1
    assert number > 20 and method("values").height == number == len(tool("values")["rows"])


def test_a_list_of_measures_asks_for_each(weak, small_database):
    words = ("values", "p_bm25", "--db", small_database)
    done = dltrack(*words, "-c", P, "-m", "map", "-m", "P_10")
    assert done.stdout.count("Values of a run") == 2, done.stderr
    done = dltrack(*words, "-c", P, "-m", "map,P_10", "-f", "csv")
    assert done.returncode == 2 and "csv can contain only one result" in done.stderr
    assert dltrack(*words, "-f", "csv").stdout.count("ndcg_cut_10") > 20, "its collection is found by its run"


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ([], "(None, None, True, 0.5)"),
        (["p_bm25", "p_bm25rm3", "--no-is-long"], "(['p_bm25', 'p_bm25rm3'], None, False, 0.5)"),
        (["-m", "map,P(rel=2)@5,10", "-m", "rr", "--share", "1"], "(None, ['map', 'P(rel=2)@5,10', 'rr'], True, 1.0)"),
    ],
)
def test_lists_flags_and_numbers_arrive_as_they_are_declared(weak, small_database, words, given):
    done = dltrack("echo", *words, "-f", "json", "--db", small_database)
    assert json.loads(done.stdout) == [{"given": given}], done.stderr


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("nothing", "question 'wrong' of plug-in 'weak' fails (CatalogException: "),
        ("python", "question 'wrong' of plug-in 'weak' fails (ZeroDivisionError: division by zero); report the error"),
        ("text", "question 'wrong' of plug-in 'weak' returns a str; it must return an Answer"),
    ],
)
def test_what_its_author_did_wrong_is_said_to_be_the_plugins(weak, small_database, how, sentence):
    done = dltrack("wrong", how, "--db", small_database)
    assert done.returncode == 1 and sentence in done.stderr and "bug" not in done.stderr


def test_one_that_takes_too_long_is_ended_as_any_query(weak, small_database):
    answers = Answers(small_database, seconds=0.2)
    with pytest.raises(UsageError, match=r"limit of 0\.2 seconds"):
        answers.question("wrong", {"how": "range(100000) as a, range(100000) as b, range(1000) as c"})


def test_a_file_that_changed_since_its_trial_leaves_the_rest(weak, tmp_path):
    others = {"torn.py": "@question(title='x'\ndef torn(", "taken.py": DECLARED, "gone.py": None}
    for name, text in others.items():
        if text is not None:
            (tmp_path / name).write_text(text)
    names = ["weak", *(name.partition(".")[0] for name in others)]
    with used(weak, *(tmp_path / name for name in others), names=names):
        assert questions.find("weak_topics").plugin == "weak" and "topics" in questions.all_questions()


COMMAND = PluginCommand("taken", "questions:taken", "x")


@pytest.mark.parametrize(
    ("text", "commands", "told"),
    [
        (DECLARED, [], "questions.py: the plug-in weak already has a command weak-topics; choose another name"),
        (
            DECLARED.replace("def weak_topics", "def topics"),
            [],
            "questions.py: dltrack already has a command topics; choose another name",
        ),
        (
            DECLARED.replace("def weak_topics", "def export"),
            [],
            "questions.py: dltrack already has a command export; choose another name",
        ),
        (
            DECLARED.replace("def weak_topics", "def site"),
            [],
            "questions.py: dltrack already has a command site; choose another name",
        ),
        (
            "def taken(): ...\n",
            [replace(COMMAND, name="export")],
            "plugin.toml: dltrack already has a command export; choose",
        ),
        (
            "def taken(): ...\n",
            [replace(COMMAND, name="values")],
            "plugin.toml: the plug-in weak already has a command values",
        ),
        ("x = 1\n", [COMMAND], "plugin.toml: [commands.taken] calls taken, which questions.py does not define"),
    ],
)
def test_a_command_that_another_has_or_nobody_leaves_a_plugin_out(weak, tmp_path, text, commands, told):
    other = tmp_path / "other" / "questions.py"
    other.parent.mkdir()
    other.write_text(text)
    plugin = Plugin("other", "1", "x", other.parent, "test", module="questions", commands=tuple(commands))
    with pytest.raises(plugin_description.LeftOut, match=re.escape(told)):
        plugin_trial._check_commands(plugin, plugins.active())


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        (
            "fails-x",
            1,
            "command 'fails-x' of plug-in 'weak' fails (ZeroDivisionError: division by zero); report the error to",
        ),
        ("lacks-x", 1, "command 'lacks-x' of plug-in 'weak' calls lacks, which commands.py does not define"),
        ("mute-x", 1, "command 'mute-x' of plug-in 'weak' fails ("),  # typer cannot make it
        ("ends-x", 3, ""),
        ("needs-x", 2, "Missing argument"),
    ],
)
def test_what_a_command_of_a_plugin_does_wrong_is_its_own(tmp_path, name, code, told):
    (tmp_path / "commands.py").write_text(
        "import typer\n\n\ndef fails():\n    1 / 0\n\n\nmute = 5\n\n\n"
        "def ends():\n    raise typer.Exit(3)\n\n\ndef needs(x: str):\n    pass\n"
    )
    own = tuple(
        PluginCommand(f"{one}-x", f"commands:{one}", "x") for one in ("fails", "lacks", "mute", "ends", "needs")
    )
    plugins.use([Plugin("weak", "1", "weak", tmp_path, "test", commands=own)])
    try:
        done = dltrack(name)
    finally:
        plugins.use(None)
        plugin_description._load.cache_clear()
    assert done.returncode == code and told in done.stderr and "bug" not in done.stderr


def test_commands_that_are_defined_imported_or_assigned_are_found(tmp_path):
    path = tmp_path / "m.py"
    path.write_text("from os import path as a, sep\nb = 1\nif b:\n    def c(): ...\n")
    assert plugin_trial._defined_names(path) >= {"a", "sep", "b", "c"}
    path.write_text("from os import *\n")
    assert plugin_trial._defined_names(path) == {"*"}


@pytest.mark.parametrize(
    ("signature", "sentence"),
    [
        ("db, run", "parameter 'run' of question 'odd' needs a type"),
        ("db, run: dict", "parameter 'run' of question 'odd' needs a type"),
        ("db, *runs: str", "parameter 'runs' of question 'odd' needs a type"),
        ("db, format: str", "has a parameter 'format', which every command has"),
        ("", "the first parameter of question 'odd' must be the database"),
        ("db, run: Nothing", "the types of question 'odd' cannot be read (name 'Nothing' is not defined)"),
    ],
)
def test_a_declaration_that_no_face_can_ask_is_refused(tmp_path, signature, sentence):
    path = tmp_path / "questions.py"
    path.write_text(
        "from __future__ import annotations\nfrom dltrack_db import question\n\n\n"
        f"@question(title='Odd')\ndef odd({signature}):\n    'Odd.'\n"
    )
    with used(path, names=["odd"]):
        with pytest.raises(DltrackError, match=re.escape(sentence)):
            assert questions.find("odd").parameters
        done = dltrack("odd", "x")
        assert done.returncode == 1 and sentence in done.stderr and "Traceback" not in done.stderr


def test_the_package_declares_its_own_the_same_way():
    own = {name for name, one in questions.all_questions().items() if not one.plugin}
    assert own >= {"audit", "compare", "diff", "gate", "leaderboard", "topics"}
    for name in own:
        question = questions.find(name)
        assert question.title == question.rules.title and question.parameters
        assert question.function.__doc__.strip().startswith(question.text.split("\n")[0])
        assert all(one.input.help for one in question.parameters.values()), name
        assert not question.after or question.after in commands.all_commands()


@pytest.mark.more
def test_the_questions_of_an_installed_plugin_are_there_unless_it_is_left_out(small_database, tmp_path):
    folder = tmp_path / "weak"
    folder.mkdir()
    (folder / "plugin.toml").write_text('name = "weak"\nversion = "1"\ntitle = "Weak"\nmodule = "questions"\n')
    (folder / "questions.py").write_text(DECLARED)
    words = ("weak-topics", "p_bm25", "-c", P, "-f", "csv", "--db", small_database)
    done = process(*words, DLTRACK_PLUGINS=str(folder))
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 4, done.stderr
    assert "weak-topics" in process("--help", DLTRACK_PLUGINS=str(folder)).stdout
    assert "weak-topics" not in process("--no-plugins", "--help", DLTRACK_PLUGINS=str(folder)).stdout
    done = process("--no-plugins", *words, DLTRACK_PLUGINS=str(folder))
    assert done.returncode == 2 and "No such command 'weak-topics'" in done.stderr
    assert process("--help", DLTRACK_PLUGINS="weak").returncode == 0
