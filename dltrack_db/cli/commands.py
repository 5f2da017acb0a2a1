"""The table of commands: where each is defined, and its line in `dltrack --help`; questions are commands, too.

A command's module is imported when the command is called, so that help, completion and the other commands do not wait
for it. A line here is the first sentence of the command's own help, which a test holds it to. Commands of questions
(`ask.questions`) and of plug-ins are not headings here: their lines are read from their declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from dltrack_db.base import plugins

if TYPE_CHECKING:
    from dltrack_db.ask.questions import DeclaredQuestion
    from dltrack_db.base.plugin_description import Plugin, PluginCommand


class Command(NamedTuple):
    """A command of the table: its module, its function and its line of help."""

    module: str
    """of `dltrack_db.cli`"""
    attribute: str
    """the function, or the Typer of a group of commands"""
    summary: str


SECTIONS: dict[str, dict[str, Command]] = {
    "Data in and out": {
        "ingest": Command(
            "ingest",
            "app",
            "Load data into the database: validated first, published in one transaction, or not at all.",
        ),
        "drop": Command(
            "drop",
            "drop",
            "Remove editions, collections, simulations, corpora, runs or sets of labels, with all that is theirs.",
        ),
        "rename": Command(
            "rename",
            "rename",
            "Give a loaded run or set of labels another name; submitted runs and official labels keep theirs.",
        ),
        "export": Command("export", "export", "Write a collection's topics, labels, runs and scores to files."),
        "status": Command("look", "status", "Show what is loaded, against what a complete copy of each edition holds."),
        "sources": Command(
            "sources",
            "sources",
            "List the official files with address, size and checksum, or check that they are still there.",
        ),
        "validations": Command("look", "validations", "Show what every load was checked for, and whether it passed."),
    },
    "Runs and scores": {
        "leaderboard": Command(
            "leaderboard",
            "leaderboard",
            "Rank the runs of a collection by the measures of its overview paper, or by others.",
        ),
        "eval": Command("evaluate", "evaluate", "Score run files against a loaded collection, without loading them."),
        "score": Command("score", "score", "Recompute all scores of loaded runs, on one machine or on a Ray cluster."),
        "trec-eval": Command(
            "trec_eval_command",
            "trec_eval",
            "Evaluate one run file against one qrels file as trec_eval does: same options, same output, no database.",
        ),
        "check": Command(
            "check",
            "check",
            "Check runs before they are submitted or loaded: form, tag, topics, depth, duplicates, order, ties, ids.",
        ),
        "compare": Command(
            "evaluate",
            "compare",
            "Compare two loaded runs: wins and losses over topics, difference with 95% interval, and p-values.",
        ),
        "gate": Command(
            "gate",
            "gate",
            "Judge whether a new run is worse than an old one, by measure; for a pipeline that stops where it is.",
        ),
        "fuse": Command(
            "fuse",
            "fuse",
            "Fuse loaded runs into one, which is loaded too: by reciprocal ranks, by scores, or by votes.",
        ),
        "explain": Command(
            "explain",
            "explain",
            "Find the choices that give a number: relevance level, tie rule, topics, depth, gain, judged items only.",
        ),
        "judges": Command(
            "judges",
            "judges",
            "Compare other labels with the official ones: do they agree, and do they rank the runs alike?",
        ),
    },
    "Analysis": {
        "views": Command("describe", "views", "List tables, views and macros with one sentence each."),
        "describe": Command(
            "describe",
            "describe",
            "Show what an object means, its source, columns and a query to try; "
            "or facts about a collection, a run or labels.",
        ),
        "sql": Command("look", "sql", "Run a query, read-only: no writing, no files, no network."),
        "shell": Command("look", "shell", "Open the DuckDB shell on the database, read-only unless --write is given."),
        "cite": Command(
            "cite",
            "cite",
            "Print a fingerprint of the data loaded of a collection, with BibTeX of the track's paper and of dltrack.",
        ),
    },
    "Extensions": {
        "plugins": Command(
            "plugins",
            "app",
            "List the plug-ins that were found: where, what each brings, and what is wrong with it.",
        ),
    },
    "The database file": {
        "verify": Command(
            "verify",
            "verify",
            "Check a database again: every loaded or shipped fact against its checksum, and all that is computed from "
            "them.",
        ),
        "build": Command(
            "verify", "build", "Bring views, macros and derived tables of a database up to date with this dltrack."
        ),
        "compact": Command(
            "verify",
            "compact",
            "Free the space of replaced and dropped rows in the file: a new file is written, checked, and renamed.",
        ),
    },
    "A database for a group": {
        "connect": Command(
            "lake",
            "connect",
            "Make FILE lead to a database that a group shares: tables in DuckLake, their catalogue in PostgreSQL.",
        ),
        "snapshots": Command(
            "lake",
            "snapshots",
            "List the states of a shared database, which --at asks for, name one for good, or bring one back.",
        ),
        "lake": Command("lake", "app", "Look after the data files of a shared database."),
    },
}
"""The commands by the heading they stand under."""

DRAWINGS = {"audit": "audit", "diff": "diff"}
"""Modules of questions whose command prints more than one table: `draw` prints it."""

COMMANDS = {name: command for section in SECTIONS.values() for name, command in section.items()}
"""The commands of the table, without those of questions."""


def questions() -> dict[str, DeclaredQuestion]:
    """Return the questions that are commands by their names; one with the name of another command is none."""
    from dltrack_db.ask import questions

    names = {*COMMANDS, *plugin_commands()}
    return {one.command: one for one in questions.all_questions().values() if one.command not in names}


def plugin_commands() -> dict[str, tuple[Plugin, PluginCommand]]:
    """Return the commands of plug-ins by name, of dltrack's own first; one with the name of another is none."""
    commands_by_name: dict[str, tuple[Plugin, PluginCommand]] = {}
    for plugin in (*plugins.own(), *plugins.usable()):
        for command in plugin.commands:
            if command.name not in COMMANDS:
                commands_by_name.setdefault(command.name, (plugin, command))
    return commands_by_name


def sections() -> Mapping[str, Mapping[str, str]]:
    """Return all commands by heading, each with its line of help; one that is added stands where it says itself."""
    headings = {heading: {name: one.summary for name, one in table.items()} for heading, table in SECTIONS.items()}
    entries = [
        (name, command.after, command.summary, plugin.name) for name, (plugin, command) in plugin_commands().items()
    ]
    entries += [(name, one.after, one.summary, one.plugin) for name, one in questions().items()]
    for name, after, summary, plugin in entries:
        heading = next((each for each, lines in headings.items() if after in lines), "")
        if not heading:
            headings.setdefault(f"Questions of {plugin or 'dltrack'}", {})[name] = summary
            continue
        lines = list(headings[heading].items())
        index = list(headings[heading]).index(after) + 1
        headings[heading] = dict([*lines[:index], (name, summary), *lines[index:]])
    return headings


def all_commands() -> dict[str, str]:
    """Return all commands, each with its line of help."""
    return {name: summary for lines in sections().values() for name, summary in lines.items()}


def takes_snapshot(name: str) -> bool:
    """Return whether a command takes --at, the snapshot of a shared database that is asked."""
    return plugin_commands()[name][1].reads if name in plugin_commands() else name in READING or name not in COMMANDS


READING = frozenset(
    [
        "status",
        "validations",
        "export",
        "leaderboard",
        "eval",
        "check",
        "compare",
        "gate",
        "explain",
        "judges",
        "views",
        "describe",
        "sql",
        "shell",
        "cite",
        "verify",
    ]
)
"""The commands of the table that take --at, the snapshot of a shared database that is asked; all questions do."""
