"""Recipes of users: a TOML file next to the files of a track, with stricter checks than for dltrack's recipes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from dltrack_db.base import names, recipes
from dltrack_db.base.recipes import CollectionSpec, FileSetSpec, FileSpec, Recipe, schema
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import RecipeError, SourceError

_SHOWN = 10
"""Maximum number of file names in a message."""
_LOOKED_AT = 1000
"""Maximum number of files that are compared with a missing name."""
FRACTION_CURE = (
    "add --min-relevance 1, and name a fraction in binary measures, as in -m 'AP(rel=0.5)'; or load the file a second "
    "time: dltrack ingest qrels FILE -c NAME --labels OTHER --min-relevance 0.5"
)
"""Advice on binary measures of official labels with fractions: the level of a collection is a whole number."""
_NOT_FOR_ALL = ("uses", "needs_loaded", "files_how", "generator", "generated_runs", "runs_url", "editions")


def is_path(name: str) -> bool:
    """Return True if an edition is given as the path of a recipe."""
    return name.endswith(".toml")


def read(path: Path) -> Recipe:
    """Read a user's recipe; its files are in its folder, or at https addresses."""
    try:
        recipe = recipes.read(path)
    except OSError as error:
        raise RecipeError(f"{path} cannot be read ({error.strerror}); name the recipe's file") from error
    for field in _NOT_FOR_ALL:
        if getattr(recipe, field):
            raise RecipeError(f"{path}: '{field}' is only for recipes that dltrack ships; leave it out")
    if not recipe.collections:
        raise RecipeError(f"{path}: no [[collections]]; a recipe describes at least one judged task")
    if not recipe.files:
        raise RecipeError(f"{path}: no [[files]]; a recipe names at least one file to load")
    for name, what in _names_given(recipe):
        recipes.check_own_name(name, what)
    topics = [spec.name for spec in recipe.part_files("queries")]
    for number, collection in enumerate(recipe.collections):
        if topics and collection.query_set not in topics:
            _, line = schema.place(path, "collections", number, "query_set")
            raise RecipeError(
                f"{path}, line {line}: no file with part = \"queries\" is named '{collection.query_set}'; valid names: "
                f"{', '.join(topics)}{did_you_mean(collection.query_set, topics)}"
            )
    for spec in recipe.files:
        for name in (spec.file, *(spec.folders if isinstance(spec, FileSetSpec) else ())):
            if not _is_inside(name):
                raise RecipeError(
                    f"{path}: file {names.displayed_name(name)} is not a plain file name; files must be in the "
                    "recipe's folder or below"
                )
        for address in filter(None, (spec.url, *spec.mirrors)):
            if not _is_address(address):
                raise RecipeError(
                    f"{path}: {names.displayed_name(address)} is not an https address, or contains a user name"
                )
    return replace(recipe, home=path.resolve().parent, collections=tuple(_with_labels(path, recipe)))


def _with_labels(path: Path, recipe: Recipe) -> Iterator[CollectionSpec]:
    """Yield the collections with the name of their official labels, which may be left out if there is one set."""
    for number, spec in enumerate(recipe.collections):
        sets = [file.name for file in recipe.part_files("qrels") if file.collection == spec.collection]
        if not sets or spec.qrels_variant in sets:
            yield spec
        elif spec.qrels_variant == recipes.OWN_LABELS and len(sets) == 1:
            yield replace(spec, qrels_variant=sets[0])
        else:
            _, line = schema.place(path, "collections", number, "qrels_variant")
            raise RecipeError(
                f"{path}, line {line}: the official labels of {spec.collection} are '{spec.qrels_variant}', but no "
                f"file has them; valid names: {', '.join(sets)}{did_you_mean(spec.qrels_variant, sets)}"
            )


def missing(recipe: Recipe, spec: FileSpec) -> str:
    """Return the message on a missing file without address, with the files of the folder."""
    home = recipe.home or Path()
    files = islice((each for each in home.rglob("*") if each.is_file()), _LOOKED_AT)
    there = sorted(str(each.relative_to(home)) for each in files)
    more = f" and {len(there) - _SHOWN} more" if len(there) > _SHOWN else ""
    path, line = schema.place(home / f"{recipe.id}.toml", "files", recipe.files.index(spec), "file")
    return (
        f"{path.name}, line {line}: {home} has no file '{spec.file}', and the entry has no url; the folder has "
        f"{', '.join(there[:_SHOWN])}{more}{did_you_mean(spec.file, there)}"
    )


def check_confined(recipe: Recipe, paths: Iterable[Path]) -> None:
    """Check that no file of a user's recipe is a link to a file outside of its folder."""
    home = recipe.home
    for path in paths:
        if home and path.absolute().is_relative_to(home) and not path.resolve().is_relative_to(home):
            raise SourceError(f"{path} is a link to a file outside of the recipe's folder {home}; put a copy there")


def _names_given(recipe: Recipe) -> list[tuple[str, str]]:
    names_taken_by = [(recipe.id, "an edition")]
    for spec in recipe.collections:
        names_taken_by += [(spec.collection, "a collection"), (spec.query_set, "a query set")]
    return names_taken_by


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts and "\\" not in name and "\0" not in name


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme == "https" and bool(parts.hostname) and "@" not in parts.netloc and parts.port != 0
    except ValueError:  # a malformed port or bracket
        return False
