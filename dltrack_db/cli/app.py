"""All commands, put together."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from dltrack_db.cli import (
    check,
    describe,
    evaluate,
    export,
    guide,
    ingest,
    leaderboard,
    look,
    report,
    reproduce,
    trec_eval,
    trec_eval_options,
    verify,
)
from dltrack_db.cli.common import DEFAULT_DATABASE

app = typer.Typer(
    name="dltrack",
    help="The TREC Deep Learning Track (2019-2023) as one validated DuckDB file, analysed in SQL.",
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(ingest.app, name="ingest")
app.command("drop")(ingest.drop)
app.command("check")(check.check)
app.command("status")(look.status)
app.command("leaderboard")(leaderboard.leaderboard)
app.command("views")(describe.views)
app.command("describe")(describe.describe)
app.command("report")(report.report)
app.command("reproduce")(reproduce.reproduce)
app.command("export")(export.export)
app.command("eval")(evaluate.evaluate)
app.command("compare")(evaluate.compare)
app.command("diff")(evaluate.diff)


@app.command(
    "trec-eval",
    help=f"{trec_eval_options.SUMMARY}\n\n{trec_eval_options.DIFFERENCES}\n\nExample: {trec_eval_options.EXAMPLE}",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
def listed_trec_eval(context: typer.Context) -> None:
    """Lists the command, which runs without typer (dltrack_db/cli/__init__.py) because importing it takes longer."""
    raise typer.Exit(trec_eval.main(context.args))


app.command("sql")(look.sql)
app.command("shell")(look.shell)
app.command("validations")(look.validations)
app.command("verify")(verify.verify)
app.command("build")(verify.build)


@app.callback(invoke_without_command=True)
def root(context: typer.Context) -> None:
    """The TREC Deep Learning Track (2019-2023) as one validated DuckDB file, analysed in SQL."""
    if context.invoked_subcommand is None:
        guide.show(Path(os.environ.get("DLTRACK_DB", DEFAULT_DATABASE)))
