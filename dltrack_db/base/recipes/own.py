"""Users' recipes: TOML files in the folder of a track's files, checked more strictly than dltrack's recipes."""

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
"""Advice for official labels that are fractions: a collection's relevance level must be a whole number."""
_NOT_FOR_ALL = ("uses", "needs_loaded", "files_how", "generator", "generated_runs", "runs_url", "editions")


def is_path(name: str) -> bool:
    """Return True if the user's name for an edition is the path of a recipe."""
    return name.endswith(".toml")


def read(path: Path) -> Recipe:
    """Read a user's recipe; its data files must be in the recipe's folder or below, or at https addresses."""
    try:
        recipe = recipes.read(path)
    except OSError as error:
        raise RecipeError(f"{path} cannot be read ({error.strerror}); give the path of a recipe file") from error
    for field in _NOT_FOR_ALL:
        if getattr(recipe, field):
            raise RecipeError(f"{path}: '{field}' is only valid in recipes that dltrack ships; remove it")
    if not recipe.collections:
        raise RecipeError(f"{path}: the recipe has no judged task; add a [[collections]] entry")
    if not recipe.files:
        raise RecipeError(f"{path}: the recipe has no file to load; add a [[files]] entry")
    for name, what in _names_given(recipe):
        recipes.check_own_name(name, what)
    topics = [spec.name for spec in recipe.part_files("queries")]
    for number, collection in enumerate(recipe.collections):
        if topics and collection.query_set not in topics:
            _, line = schema.place(path, "collections", number, "query_set")
            raise RecipeError(
                f"{path}, line {line}: query_set is '{collection.query_set}', but no file with part = \"queries\" has "
                f"this name; valid names: {', '.join(topics)}{did_you_mean(collection.query_set, topics)}"
            )
    for spec in recipe.files:
        for name in (spec.file, *(spec.folders if isinstance(spec, FileSetSpec) else ())):
            if not _is_inside(name):
                raise RecipeError(
                    f"{path}: {names.displayed_name(name)} is not a path in the recipe's folder; move the file there, "
                    "and write its path without .."
                )
        for address in filter(None, (spec.url, *spec.mirrors)):
            if not _is_address(address):
                raise RecipeError(
                    f"{path}: {names.displayed_name(address)} must be an https address without a user name"
                )
    return replace(recipe, home=path.resolve().parent, collections=tuple(_with_labels(path, recipe)))


def _with_labels(path: Path, recipe: Recipe) -> Iterator[CollectionSpec]:
    """Yield the collections; one without the name of its official labels gets the name of its only label set."""
    for number, spec in enumerate(recipe.collections):
        sets = [file.name for file in recipe.part_files("qrels") if file.collection == spec.collection]
        if not sets or spec.qrels_variant in sets:
            yield spec
        elif spec.qrels_variant == recipes.OWN_LABELS and len(sets) == 1:
            yield replace(spec, qrels_variant=sets[0])
        else:
            _, line = schema.place(path, "collections", number, "qrels_variant")
            raise RecipeError(
                f"{path}, line {line}: the official label set of {spec.collection} is '{spec.qrels_variant}', but no "
                f"file has this name; valid names: {', '.join(sets)}{did_you_mean(spec.qrels_variant, sets)}"
            )


def missing(recipe: Recipe, spec: FileSpec) -> str:
    """Return the message about a missing file without an address; it lists the files in the recipe's folder."""
    home = recipe.home or Path()
    files = islice((each for each in home.rglob("*") if each.is_file()), _LOOKED_AT)
    there = sorted(str(each.relative_to(home)) for each in files)
    more = f" and {len(there) - _SHOWN} more" if len(there) > _SHOWN else ""
    path, line = schema.place(home / f"{recipe.id}.toml", "files", recipe.files.index(spec), "file")
    return (
        f"{path.name}, line {line}: there is no file '{spec.file}' in {home}, and the entry has no url; existing files "
        f"are {', '.join(there[:_SHOWN])}{more}{did_you_mean(spec.file, there)}"
    )


def check_confined(recipe: Recipe, paths: Iterable[Path]) -> None:
    """Check that no file of a user's recipe is a link to a file outside the recipe's folder."""
    home = recipe.home
    for path in paths:
        if home and path.absolute().is_relative_to(home) and not path.resolve().is_relative_to(home):
            raise SourceError(f"{path} is a link to a file outside the recipe's folder {home}; put a copy there")


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
