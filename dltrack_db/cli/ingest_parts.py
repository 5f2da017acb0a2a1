"""`dltrack ingest PART`: one command for each type of data; its `part.toml` must contain `help`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from dltrack_db.base import names, parts
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, whole_number
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import LoadingOptions
from dltrack_db.errors import UsageError
from dltrack_db.score import levels
from dltrack_db.sqlfiles import part_queries

_FILES = Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files, or folders of such files.")]
_COLLECTION = Annotated[str, typer.Option("--collection", "-c", metavar="NAME", help="The collection of the files.")]
_COMMON = {
    "bank": Annotated[
        str, typer.Option("--bank", help="Loaded bank of the labelled nuggets. [default: named in the file]")
    ],
    "judge": Annotated[
        str, typer.Option("--judge", help="The judge, if the file names no judge. [default: the file's name]")
    ],
    "name": Annotated[str, typer.Option("--name", help="Name for the data of one file. [default: the file's name]")],
    "skip_foreign": Annotated[bool, typer.Option("--skip-foreign", help="Skip lines about other collections.")],
}
_TYPES = {"number": float, "whole": int}


def make_command(part: parts.Part) -> Callable[..., None]:
    """Return the command that loads files of a part.

    Its options are declared in `part.toml`. The command also has:

    - --name, if the names of the part's files contain '{name}'
    - --judge or --bank, if a table of the part has this column
    - --skip-foreign, if the part has a query `foreign.sql`
    """
    guests = [one for one in parts.all_parts() if one.command == part.name]
    own = [option for one in (part, *guests) for option in one.options]
    common = {
        "bank": part_queries.has_columns(part, "bank"),
        "judge": part_queries.has_columns(part, "judge"),
        "name": "{name}" in part.named,
        "skip_foreign": (part.folder / "foreign.sql").exists(),
    }
    options = {name: _COMMON[name] for name, is_taken in common.items() if is_taken}
    options |= {one.parameter: _annotation(one) for one in own}
    defaults: dict[str, object] = {name: None if one.type in _TYPES else "" for one in own for name in [one.parameter]}
    defaults = {**dict.fromkeys(options, ""), "skip_foreign": False, **defaults, "db": DEFAULT_DATABASE}

    def ingest_part(files: list[Path], collection: str, db: Path, loading: LoadingOptions, **values: Any) -> None:
        from dltrack_db.load import plan
        from dltrack_db.store import collections, database

        options_used = [one for one in own if values[one.parameter] not in (None, "")]
        for option in options_used:
            _check(option, values[option.parameter])
        chosen = _choose(part, guests, options_used)
        owner, spec = collections.in_database(db, collection, loading.patience)
        for option in options_used:
            if option.type == "labels":
                with closing(database.open_readonly(db)) as con:
                    variants = collections.variants(con, spec.collection)
                plan.check_labels(spec.collection, variants, values[option.parameter])
        if chosen.entry == "labels" and collections.awaits_labels(db, owner, spec, loading.patience):
            loading.load(plan.plan_first_labels(owner, spec, files, **values), db)
        else:
            loading.load(plan.plan_part(chosen.name, owner, spec, files, **values), db)

    parameters = {"files": _FILES, "collection": _COLLECTION, **options, "db": Database, "loading": LoadingOptions}
    kind = inspect.Parameter.KEYWORD_ONLY
    ingest_part.__dict__["__signature__"] = inspect.Signature(
        [
            inspect.Parameter(name, kind, annotation=one, default=defaults.get(name, inspect.Parameter.empty))
            for name, one in parameters.items()
        ]
    )
    return with_option_groups(ingest_part, more=f"ingest {part.name}")


def _choose(part: parts.Part, guests: Sequence[parts.Part], options: Sequence[parts.PartOption]) -> parts.Part:
    """Return the part to load: a guest if its first option is given, else the part of the command.

    Guests are parts that are loaded by the command of another part.
    """
    chosen = next((one for one in guests if one.options[0] in options), part)
    for option in options:
        if option not in chosen.options:
            home = next(one for one in (part, *guests) if option in one.options)
            if chosen is part:
                raise UsageError(f"--{option.name} needs --{home.options[0].name}; add --{home.options[0].name}")
            raise UsageError(
                f"--{option.name} cannot be combined with --{chosen.options[0].name}; leave one of them out"
            )
    return chosen


def _annotation(option: parts.PartOption) -> Any:
    flag = f"--{option.name}"
    if option.type == "whole":
        least, most = int(option.least), int(option.most)
        return Annotated[int | None, whole_number(flag, least=least, most=most, help=option.help)]
    if option.type == "number":
        return Annotated[float | None, typer.Option(flag, min=option.least, max=option.most, help=option.help)]
    return Annotated[str, typer.Option(flag, metavar=option.metavar or None, help=option.help)]


def _check(option: parts.PartOption, value: str | float | None) -> None:
    """Raise UsageError if a value is not a valid choice, or contains invisible characters."""
    if value in (None, ""):
        return
    if option.choices and value not in option.choices:
        choices = f"{', '.join(option.choices[:-1])} or {option.choices[-1]}"
        raise UsageError(f"--{option.name} must be {choices}, not {names.displayed_name(str(value))}")
    if option.type == "cuts":
        levels.check_cuts(str(value))
    if sign := names.steering_mark(str(value)):
        raise UsageError(f"--{option.name} contains {sign}; remove it")
