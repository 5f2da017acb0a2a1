"""All commands, put together."""

from __future__ import annotations

import typer

from dltrack_db.cli import check, evaluate, ingest, look, report, reproduce, verify

app = typer.Typer(
    name="dltrack",
    help="The TREC Deep Learning Track (2019-2023) as one validated DuckDB file, analysed in SQL.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(ingest.app, name="ingest")
app.command("drop")(ingest.drop)
app.command("check")(check.check)
app.command("status")(look.status)
app.command("leaderboard")(look.leaderboard)
app.command("report")(report.report)
app.command("reproduce")(reproduce.reproduce)
app.command("eval")(evaluate.evaluate)
app.command("compare")(evaluate.compare)
app.command("diff")(evaluate.diff)
app.command("sql")(look.sql)
app.command("shell")(look.shell)
app.command("validations")(look.validations)
app.command("verify")(verify.verify)
app.command("build")(verify.build)


@app.callback()
def root() -> None:
    """The TREC Deep Learning Track (2019-2023) as one validated DuckDB file, analysed in SQL."""
