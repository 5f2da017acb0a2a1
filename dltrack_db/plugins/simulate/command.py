"""`dltrack simulate`: simulated judging."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.base.progress import working
from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Cluster, Database
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.plugins.simulate.options import STRATEGIES, StudyOptions
from dltrack_db.show import printable_lines

_OPTIONS = {
    "collection": typer.Argument(help="A judged task, e.g. trec2021-passages.", autocompletion=completion.collections),
    "strategy": typer.Option("--strategy", metavar="NAME", help=f"{', '.join(STRATEGIES[:-1])} or {STRATEGIES[-1]}."),
    "trials": typer.Option("--trials", help="Repetitions, with new random draws."),
    "seed": typer.Option("--seed", help="The seed of all random draws."),
    "leave_out_teams": typer.Option("--leave-out-teams", help="Repeat it without the runs of each team."),
    "stop": typer.Option("--stop", metavar="RULE", help="heuristic, official, budget:K, fixed:J or all."),
    "growth": typer.Option("--growth", help="Judgments per relevant item (heuristic)."),
    "batch": typer.Option("--batch", metavar="N", help="Judgments per training: bmi or a number."),
    "pool_depth": typer.Option("--pool-depth", help="Depth of the pool judged first."),
    "candidates": typer.Option("--candidates", help="judged, retrieved or corpus; by strategy if not given."),
    "max_candidates": typer.Option("--max-candidates", help="Maximum texts of the corpus, by similarity to the query."),
    "depth": typer.Option("--depth", help="Minimum length of traces."),
    "text": typer.Option("--text", metavar="FILE", help="Texts instead of the loaded corpus: id, tab, text."),
    "negatives": typer.Option("--negatives", help="Items drawn as not relevant."),
    "name": typer.Option("--name", help="Name of the study. [default: from the above]"),
}


@with_option_groups
def simulate(
    options: Annotated[StudyOptions, _OPTIONS],
    cluster: Cluster = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Simulate the judging of a collection, and store the order of judging as data.

    Example: dltrack simulate trec2021-passages --strategy move-to-front

    The official labels replace the assessor. Views of schema judging compute
    scores and orders of runs by the simulated labels (docs/simulate.md).
    """
    import sys

    from dltrack_db.plugins.simulate.study import simulate as play

    with working("reading"):
        made = play(db, options, lambda line: print(printable_lines(line), file=sys.stderr, flush=True), cluster)
    if not made.is_new:
        print(printable_lines(f"{made.study}: already in the database"))
        return
    print(
        printable_lines(
            f"{made.study}: {len(made.simulations)} simulations of {made.num_topics} topics, {made.num_traces:,} "
            f"traces with {made.num_rows:,} judgments in {made.seconds:.1f} s"
        )
    )
