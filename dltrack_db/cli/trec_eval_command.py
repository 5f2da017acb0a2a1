"""The entry of `dltrack trec-eval` in the table of commands; `cli.main` calls the program directly, which is faster."""

from __future__ import annotations

import typer

from dltrack_db.cli import trec_eval_options

SETTINGS = {
    "help": f"{trec_eval_options.SUMMARY}\n\n{trec_eval_options.DIFFERENCES}\n\nExample: {trec_eval_options.EXAMPLE}",
    "add_help_option": False,
    "context_settings": {"ignore_unknown_options": True, "allow_extra_args": True},
}


def trec_eval(context: typer.Context) -> None:
    """Run the program when typer calls the command, as in tests."""
    from dltrack_db.cli import trec_eval as program

    raise typer.Exit(program.main(context.args))
