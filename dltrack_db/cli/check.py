"""`dltrack check`: check runs before they are submitted or loaded."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.show import Format, print_rows, printable, table
from dltrack_db.show.text import wrap

if TYPE_CHECKING:
    from dltrack_db.load.checking.findings import Finding

UNFIT = 1
"""Exit code if a run has an error."""
INDENT = " " * 11
LEAST = 20
"""Minimum width of a finding's text, even on narrower terminals."""


def check(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="Files of runs, answers or nuggets, or folders of them.")
    ],
    collection: Annotated[
        str | None, typer.Option("--collection", "-c", help="Collection of the runs, for its topics and depth.")
    ] = None,
    allow_unknown: Annotated[
        bool, typer.Option("--allow-unknown", help="Documents missing from the loaded texts are notes, not errors.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Check runs before they are submitted or loaded: form, tag, topics, depth, duplicates, order, ties, ids.

    Example: dltrack check my_run.txt --collection trec2021-passages

    If all texts of the collection, or all their ids, are loaded, a document that is missing from them is an error
    (with --allow-unknown, a note). If neither is loaded, but runs of three other teams are, there is a warning if half
    of a run's first ten documents appear neither in another team's run nor in the labels.

    Generated answers (reports of RAG, RAGTIME and DRAGUN, runs of iKAT) are recognized by their JSON. The checks are
    those of a load and of the track's validator: fields, topics, citations (in the corpus, if it is loaded), number of
    words (RAG, DRAGUN, iKAT) or characters (RAGTIME). Nuggets and the questions of DRAGUN are checked, too.

    Exit code: 1 if a run has an error, else 0; warnings and notes do not change it.
    """
    from dltrack_db.load.checking import check as findings_of

    checked, findings = findings_of(runs, db, collection, allows_unknown=allow_unknown)
    if format is Format.table:
        if len(checked) > 1:
            _print_total(checked, findings)
        for run in checked:
            _print_findings(run, [one for one in findings if one.run_id == run])
    else:
        columns = ["run_id", "severity", "rule", "found", "line", "detail", "file"]
        print_rows(columns, [tuple(getattr(one, column) for column in columns) for one in findings], format)
    if any(one.severity == "error" for one in findings):
        raise typer.Exit(UNFIT)


def _print_total(runs: list[str], findings: list[Finding]) -> None:
    """Print how many runs have no error, and how many runs break each rule."""
    broken: dict[tuple[str, str], set[str]] = {}
    for one in findings:
        broken.setdefault((one.severity, one.rule), set()).add(one.run_id)
    unfit = {run for (severity, _), those in broken.items() if severity == "error" for run in those}
    print(f"{len(runs)} runs: {len(runs) - len(unfit)} fit, {len(unfit)} unfit")
    for severity in ("error", "warning", "note"):
        for (kind, rule), those in sorted(broken.items(), key=lambda each: (-len(each[1]), each[0])):
            if kind == severity:
                they = "1 run breaks" if len(those) == 1 else f"{len(those)} runs break"
                print(f"  {severity:7}  {they} the rule '{printable(rule)}'")
    print()


def _print_findings(run: str, findings: list[Finding]) -> None:
    """Print whether a run is fit (has no error), and each broken rule with the lines that break it."""
    rules: dict[tuple[str, str, int], list[Finding]] = {}
    for one in findings:
        rules.setdefault((one.severity, one.rule, one.found), []).append(one)
    counts = Counter(severity for severity, *_ in rules)
    summary = ", ".join(f"{counts[kind]} {kind}{'s' * (counts[kind] != 1)}" for kind in ("error", "warning", "note"))
    print(f"{printable(run)}: {'unfit' if counts['error'] else 'fit'}: {summary}")
    width = table.terminal_width(sys.stdout)
    text_width = None if width is None else max(width - len(INDENT), LEAST)
    for (severity, rule, found), lines_found in rules.items():
        if lines_found[0].line is None:  # the rule is about the whole run
            sentences = [one.detail for one in lines_found]
        else:
            rows = "1 row breaks" if found == 1 else f"{found:,} rows break"
            sentences = [f"{rows} the rule '{rule}'", *(f"line {one.line}: {one.detail}" for one in lines_found)]
        texts = map(printable, sentences)
        lines = [line for text in texts for line in ([text] if text_width is None else wrap(text, text_width))]
        print(f"  {severity:7}  {lines[0]}")
        for line in lines[1:]:
            print(f"{INDENT}{line}")
