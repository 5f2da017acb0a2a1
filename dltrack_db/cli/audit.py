"""`dltrack audit`: is the first run really the best, which topics say so, and how many would have been enough."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

import typer

from dltrack_db.api import Database
from dltrack_db.ask import audit as audits
from dltrack_db.base.answer import Answer
from dltrack_db.base.progress import working
from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, DEFAULT_MEASURE, Measures, OutputFormat, check_number_of_results
from dltrack_db.cli.common import Database as DatabaseFile
from dltrack_db.show import Format, print_answer, print_notes, printable, table

# Names short enough for 80 columns; the other formats keep the views' own.
SHOWN = {
    "runs": {
        "run_id": "run_id", "mean": "mean", "low_mean": "from", "high_mean": "to", "rank": "rank", "low_rank": "best",
        "high_rank": "last", "share_alone": "alone", "share_first": "first",
    },
    "topics": {
        "query_id": "query_id", "mean": "mean", "spread": "spread", "is_dead": "dead", "correlation": "corr.",
        "tau": "tau", "power": "power", "against": "against",
    },
    "sizes": {
        "num_topics": "topics", "tau": "tau", "low_tau": "from", "high_tau": "to", "tau_apart": "apart",
        "share_same_best": "same best",
    },
}  # fmt: skip
FITS = {
    "runs": table.Fit(keys=["run_id"], point=["mean", "rank", "best", "last"], expendable=["first"]),
    "topics": table.Fit(keys=["query_id"], point=["tau"]),
    "sizes": table.Fit(keys=["topics"], point=["tau"]),
}
TITLES = {
    "runs": "{collection} by {measure}: mean and rank over {trials} bootstraps of topics",
    "topics": "Topics by {measure}, worst first: how well each orders runs as all do",
    "sizes": "Rankings by {measure} over fewer topics, against all and other topics (apart)",
}


_STAGES = {
    "first": "the first run in {trials:,} bootstraps and halves of the topics",
    "runs": "ranks over {trials:,} bootstraps",
    "topics": "how well each topic tells runs apart",
    "sizes": "rankings by fewer topics",
}


class AuditTable(StrEnum):
    """A table of the audit."""

    runs = "runs"
    topics = "topics"
    sizes = "sizes"


def audit(
    collection: Annotated[
        str, typer.Argument(help="A judged task, e.g. trec2021-passages.", autocompletion=completion.collections)
    ],
    measures: Measures = DEFAULT_MEASURE,
    part: Annotated[
        AuditTable | None, typer.Option("--part", help="Only this table; in other formats than table: runs.")
    ] = None,
    trials: Annotated[int, typer.Option("--trials", min=10, max=10_000, help="How many resamplings.")] = 500,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same numbers.")] = 1,
    db: DatabaseFile = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Ask whether the first run is really the best: ranks over resampled topics, topics that tell runs apart.

    Example: dltrack audit trec2021-passages

    `best` and `last` are the 95% interval of a run's rank over bootstraps,
    `alone` the share in which it alone is first, `first` the share in which no
    run is better.

    Example: dltrack audit trec2021-passages -m map --part topics -f csv
    """
    check_number_of_results(format, measures)
    with Database(db) as opened:
        collection = opened.check_collection(collection, is_ranked=True)
        for measure in measures:
            _print(opened, part, audits.check_parameters(opened.duckdb, collection, measure, trials, seed), format)


def _print(opened: Database, part: AuditTable | None, parameters: dict[str, Any], format: Format) -> None:
    """Print the audit by one measure: the verdict and all tables, or one table."""
    parts = [part] if part else (list(AuditTable) if format is Format.table else [AuditTable.runs])
    if format is Format.table and part is None:
        print(_verdict(_ask(opened, "first", parameters).records()[0], parameters["measure"]), end="\n\n")
    for one in parts:
        answer = _ask(opened, one, parameters)
        selection = answer.select(SHOWN[one]) if format is Format.table else answer
        print_answer(replace(selection, title=TITLES[one].format(**parameters)), format, fit=FITS[one])
        print_notes(answer.notes, format)


def _ask(opened: Database, part: str, parameters: dict[str, Any]) -> Answer:
    with working(f"{_STAGES[part].format(**parameters)} (table {list(_STAGES).index(part) + 1} of {len(_STAGES)})"):
        return audits.audit(opened.duckdb, part, parameters)


def _shares(first: dict[str, object], resampling: str) -> str:
    if len(first["first_runs"]) == 1:  # type: ignore[arg-type]
        unshared = f"alone first in {first[f'share_alone_{resampling}']:.0%}"
    else:
        unshared = f"first without others in {first[f'share_without_others_{resampling}']:.0%}"
    return f"{unshared}, first or tied in {first[f'share_{resampling}']:.0%}"


def _verdict(first: dict[str, object], measure: str) -> str:
    """Return the verdict on the first run in sentences."""
    runs = ", ".join(printable(run) for run in first["first_runs"])  # type: ignore[attr-defined]
    number = len(first["first_runs"])  # type: ignore[arg-type]
    shared = f", {number} equal runs that share the place" if number > 1 else ""
    lines = [
        f"First of {first['num_runs']} by {measure}: {runs}{shared}",
        f"  scores per topic from {first['provenance']}",
        *(
            [
                f"  {printable(first['missing_run_id'])} may be better: only NIST's mean of it is known "
                f"({first['missing_value']:.4f})"
            ]
            if first["missing_run_id"]
            else []
        ),
        *(
            [
                f"  {_shares(first, 'bootstrap')} of bootstraps of the {first['num_topics']} topics",
                f"  {_shares(first, 'half')} of random halves",
                f"  runs whose rank may be 1: {first['num_contenders']}; topics that tell nothing: {first['num_dead']}",
            ]
            if first["lack"] is None
            else [f"  cannot say how sure that is: {first['lack']}"]
        ),
    ]
    return "\n".join(lines)
