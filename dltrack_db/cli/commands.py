"""The table of commands, with the module of each command and its line in `dltrack --help`.

The module of a command is imported only when the command is called; help, completion and other commands do not import
it. The line of help is the first sentence of the command's help (a test compares the two). Questions
(`ask.questions`) and plug-ins declare further commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from dltrack_db.base import plugins

if TYPE_CHECKING:
    from dltrack_db.ask.questions import DeclaredQuestion
    from dltrack_db.base.plugin_description import Plugin, PluginCommand


class Command(NamedTuple):
    """A command: its module in `dltrack_db.cli`, its function (or the Typer of a group), and its line of help."""

    module: str
    attribute: str
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
            "Remove editions, collections, simulations, corpora, runs or sets of labels, with all their data.",
        ),
        "rename": Command(
            "rename",
            "rename",
            "Rename a loaded run or set of labels; submitted runs and official labels cannot be renamed.",
        ),
        "export": Command("export", "export", "Write a collection's topics, labels, runs and scores to files."),
        "status": Command(
            "look", "status", "Show the loaded data of each edition, next to the data of a complete copy."
        ),
        "sources": Command(
            "sources",
            "sources",
            "List the official files with address, size and checksum, or check that they are still available.",
        ),
        "validations": Command(
            "look", "validations", "Show the checks (expectations) of every load, and whether they passed."
        ),
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
        "gate": Command("gate", "gate", "Test by measure whether a new run is worse than an old one; for CI."),
        "fuse": Command(
            "fuse", "fuse", "Fuse loaded runs into a new one and load it: by reciprocal ranks, scores or votes."
        ),
        "explain": Command(
            "explain",
            "explain",
            "Find the settings behind a number: relevance level, tie rule, topics, depth, gain, judged items only.",
        ),
        "judges": Command(
            "judges",
            "judges",
            "Compare other labels with the official ones: do they agree, and do they rank the runs alike?",
        ),
    },
    "Analysis": {
        "views": Command("describe", "views", "List tables, views and macros, each with a one-line summary."),
        "describe": Command(
            "describe",
            "describe",
            "Show the meaning, source, columns and an example of an object; "
            "or facts about a collection, a run or labels.",
        ),
        "sql": Command("look", "sql", "Run a query, read-only: no writing, no files, no network."),
        "shell": Command("look", "shell", "Open the DuckDB shell on the database, read-only unless --write is given."),
        "cite": Command(
            "cite",
            "cite",
            "Print a fingerprint of a collection's loaded data, with BibTeX for the track's paper and for dltrack.",
        ),
    },
    "Extensions": {
        "plugins": Command(
            "plugins", "app", "List the plug-ins that were found, with their sources, contents and errors."
        )
    },
    "The database file": {
        "verify": Command(
            "verify",
            "verify",
            "Check a database: compare facts with their checksums, and compute derived tables again.",
        ),
        "build": Command(
            "verify", "build", "Update the views, macros and derived tables of a database to this release of dltrack."
        ),
        "compact": Command(
            "verify",
            "compact",
            "Free the space of replaced and dropped rows: write a new file, check it, and rename it.",
        ),
    },
    "A database for a group": {
        "connect": Command(
            "lake",
            "connect",
            "Connect FILE to a database that a group shares: tables in DuckLake, their catalogue in PostgreSQL.",
        ),
        "snapshots": Command(
            "lake",
            "snapshots",
            "List the snapshots of a shared database (for --at), name a snapshot, or restore a snapshot.",
        ),
        "lake": Command("lake", "app", "Maintain, upgrade, copy, back up and restore a shared database."),
    },
}
"""The commands by heading of `dltrack --help`."""

DRAWINGS = {"audit": "audit", "diff": "diff"}
"""Modules for questions whose answer is printed as several tables, by command; their function `draw` prints it."""

COMMANDS = {name: command for section in SECTIONS.values() for name, command in section.items()}
"""All commands of this table by name, without the commands of questions and plug-ins."""


def questions() -> dict[str, DeclaredQuestion]:
    """Return questions by command name, except questions whose name is that of a command in the table or a plug-in."""
    from dltrack_db.ask import questions

    names = {*COMMANDS, *plugin_commands()}
    return {one.command: one for one in questions.all_questions().values() if one.command not in names}


def plugin_commands() -> dict[str, tuple[Plugin, PluginCommand]]:
    """Return the commands of plug-ins by name.

    If two plug-ins define the same command, the first one is used; bundled plug-ins come first.
    """
    commands_by_name: dict[str, tuple[Plugin, PluginCommand]] = {}
    for plugin in (*plugins.own(), *plugins.usable()):
        for command in plugin.commands:
            if command.name not in COMMANDS:
                commands_by_name.setdefault(command.name, (plugin, command))
    return commands_by_name


def sections() -> Mapping[str, Mapping[str, str]]:
    """Return all commands by heading, each with its line of help.

    A command of a question or plug-in comes after the command that its declaration names with `after`.
    """
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
    """Return all commands with their lines of help."""
    return {name: summary for lines in sections().values() for name, summary in lines.items()}


def takes_snapshot(name: str) -> bool:
    """Return True if a command has the option --at, which selects a snapshot of a shared database."""
    return plugin_commands()[name][1].reads if name in plugin_commands() else name in READING or name not in COMMANDS


READING = frozenset(
    [
        *("status", "validations", "export", "leaderboard", "eval", "check", "compare", "gate", "explain", "judges"),
        *("views", "describe", "sql", "shell", "cite", "verify"),
    ]
)
"""The commands of the table that have the option --at; every question has it, too."""
