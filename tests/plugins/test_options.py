"""Options that plug-ins add to commands: a function runs in place of the command, and is imported only then."""

from __future__ import annotations

import sys
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from dltrack_db.base import plugins
from dltrack_db.base.plugin_description import LeftOut, read
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.errors import UsageError

DESCRIPTION = """\
name = "people"
version = "1"
title = "People and models"

[options.probe.correct]
call = "answers:correct"
flag = true
help = "Correct a model."

[options.probe.people-set]
call = "answers:correct"
help = "By these people."

[options.probe.others]
call = "answers:other"
metavar = "LIST"
help = "Something else."
"""
MODULE = """\
def correct(*, collection, labels, correct, people_set):
    print("in place:", collection, labels, correct, repr(people_set))


def other(**options):
    print("other:", sorted(options))
"""


@pytest.fixture
def probe(tmp_path):
    """A command with one option, to which a plug-in adds three."""
    (tmp_path / "plugin.toml").write_text(DESCRIPTION)
    (tmp_path / "answers.py").write_text(MODULE)
    plugins.use([read(tmp_path, "")])
    app = typer.Typer()

    def command(collection: str, labels: Annotated[str, typer.Option("--labels")] = "") -> None:
        print("command:", collection, labels)

    app.command("probe")(with_option_groups(command, more="probe"))
    yield lambda *words: CliRunner().invoke(app, ["c", *words])
    plugins.use(None)
    sys.modules.pop("dltrack_plugins.people.answers", None)


def test_a_function_runs_in_place_of_the_command_if_one_of_its_options_is_given(probe):
    assert probe("--labels", "x").output == "command: c x\n"
    shown = probe("--help").output
    assert all(name in shown for name in ("--correct", "--people-set", "--others")) and "LIST" in shown
    assert "dltrack_plugins.people.answers" not in sys.modules, "neither help nor the command needs the plug-in"
    assert probe("--labels", "x", "--correct").output == "in place: c x True ''\n"
    assert probe("--people-set", "nist").output == "in place: c  False 'nist'\n"
    assert probe("--others", "a").output == "other: ['collection', 'labels', 'others']\n"


def test_options_of_two_functions_are_refused_together(probe):
    error = probe("--correct", "--others", "a").exception
    assert isinstance(error, UsageError)
    assert str(error) == "--correct and --others cannot be combined; leave out all but one of them"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "flag = true",
            'flag = "yes"',
            r"\[options.probe.correct\]: 'flag' is unknown or of the wrong type; valid keys: call, help",
        ),
        ('help = "Correct a model."', "", r"\[options.probe.correct\] has no help; add it"),
        ("answers:other", "nothing:other", r"\[options.probe.others\]: 'nothing:other' must be MODULE:FUNCTION"),
        (
            DESCRIPTION[DESCRIPTION.index("[options") :],
            "[options]\nprobe = 1",
            r"options.probe is not a table; write \[opt",
        ),
    ],
)
def test_what_is_wrong_with_an_option_is_named(tmp_path, old, new, reason):
    (tmp_path / "answers.py").write_text(MODULE)
    (tmp_path / "plugin.toml").write_text(DESCRIPTION.replace(old, new))
    with pytest.raises(LeftOut, match=reason):
        read(tmp_path, "")
