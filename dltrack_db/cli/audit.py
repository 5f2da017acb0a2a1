"""`dltrack audit`: check how certain the first rank is, which topics decide it, and how many topics are enough."""

from __future__ import annotations

from dltrack_db.base.answer import Answer
from dltrack_db.cli.questions import Ask, show
from dltrack_db.show import Format, print_answer, print_notes, printable, table

# Column names that fit into 80 columns; formats other than table have the names of the views.
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


def draw(ask: Ask, format: Format) -> None:
    """Print the verdict and all tables of an audit, or only the table of --part."""
    part = ask.arguments["part"]
    if format is not Format.table or part == "first":
        show(ask(), format, ask.question.rules)
        return
    if part is None:
        print(_verdict(ask(part="first")), end="\n\n")
    for name in [part] if part else SHOWN:
        answer = ask(part=name)
        print_answer(answer.select(SHOWN[name]), format, fit=FITS[name])
        print_notes(answer.notes, format)


def _shares(first: dict[str, object], resampling: str) -> str:
    if len(first["first_runs"]) == 1:  # type: ignore[arg-type]
        unshared = f"alone first in {first[f'share_alone_{resampling}']:.0%}"
    else:
        unshared = f"only these runs first in {first[f'share_without_others_{resampling}']:.0%}"
    return f"{unshared}, first or tied in {first[f'share_{resampling}']:.0%}"


def _verdict(answer: Answer) -> str:
    """Return lines on how certain the first rank is."""
    first: dict[str, object] = answer.records()[0]
    runs = ", ".join(printable(run) for run in first["first_runs"])  # type: ignore[attr-defined]
    number = len(first["first_runs"])  # type: ignore[arg-type]
    shared = f", {number} tied runs" if number > 1 else ""
    lines = [
        f"First of {first['num_runs']} by {first['measure']}: {runs}{shared}",
        f"  source of the scores per topic: {first['provenance']}",
        *(
            [
                f"  {printable(first['missing_run_id'])} may be better: only its mean by NIST is available "
                f"({first['missing_value']:.4f})"
            ]
            if first["missing_run_id"]
            else []
        ),
        *(
            [
                f"  {_shares(first, 'bootstrap')} of bootstraps of the {first['num_topics']} topics",
                f"  {_shares(first, 'half')} of random halves",
                f"  runs that may be first: {first['num_contenders']}; uninformative topics: {first['num_dead']}",
            ]
            if first["lack"] is None
            else [f"  the certainty of this result cannot be computed: {first['lack']}"]
        ),
    ]
    return "\n".join(lines)
