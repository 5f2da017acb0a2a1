"""`dltrack simulate`: simulate the judging of a collection."""

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
    "trials": typer.Option("--trials", help="Number of repetitions, with new random draws."),
    "seed": typer.Option("--seed", help="Seed of all random draws."),
    "leave_out_teams": typer.Option("--leave-out-teams", help="Repeat the simulation without each team's runs."),
    "stop": typer.Option("--stop", metavar="RULE", help="When to stop: heuristic, official, budget:K, fixed:J, all."),
    "growth": typer.Option("--growth", help="For heuristic: judgments per relevant item."),
    "batch": typer.Option("--batch", metavar="N", help="Judgments between two trainings: bmi or a number."),
    "pool_depth": typer.Option("--pool-depth", help="Depth of the pool, judged first."),
    "candidates": typer.Option("--candidates", help="Items to judge: judged, retrieved or corpus."),
    "max_candidates": typer.Option("--max-candidates", help="Maximum number of candidates from the corpus, by topic."),
    "depth": typer.Option("--depth", help="Minimum length of traces."),
    "text": typer.Option("--text", metavar="FILE", help="Texts to use instead of the corpus: id, tab, text."),
    "negatives": typer.Option("--negatives", help="Random texts per training, used as not relevant."),
    "name": typer.Option("--name", help="Study name. [default: COLLECTION STRATEGY SEED]"),
}


@with_option_groups
def simulate(
    options: Annotated[StudyOptions, _OPTIONS],
    cluster: Cluster = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Simulate the judging of a collection, and store the order of judging as data.

    Example: dltrack simulate trec2021-passages --strategy move-to-front

    Official labels are used as the assessor's answers. Views of schema judging
    compute scores and orders of runs by the simulated labels (docs/simulate.md).
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
