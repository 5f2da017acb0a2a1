"""Plan the load of files that a user names, for a loaded collection or a new collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from dltrack_db.base import names, parts, recipes
from dltrack_db.base.files import plainfile, sources
from dltrack_db.base.recipes import (
    CollectionSpec,
    FileSpec,
    check_own_name,
    check_own_variant,
    own,
    run_metadata,
    schema,
)
from dltrack_db.base.recipes.entries import entry_class
from dltrack_db.base.suggest import did_you_mean, unknown
from dltrack_db.errors import UsageError
from dltrack_db.load.plan import known
from dltrack_db.load.plan.items import Item, Plan


def plan_part(part: str, edition: str, collection: CollectionSpec, paths: Sequence[Path], **options: object) -> Plan:
    """Plan files of one part, or folders of such files, for a loaded collection.

    part.toml of the part defines the names of files and the valid `options`; `name`, `judge`, `bank` and `skip_foreign`
    are valid for every part.
    """
    kind = parts.get(part)
    files = sources.run_files(paths) if part == "runs" else sources.label_files(paths)
    values = {key: value for key, value in options.items() if value not in (None, "")}
    names_file = kind.named.strip("{}")
    if names_file in values and len(files) > 1:
        option = "run_id" if part == "runs" else f"--{names_file}"
        raise UsageError(f"{option} names one file, but there are {len(files)} files; leave out {option}")
    if kind.entry == "labels":
        items = _label_items(collection, files, values)
    else:
        items = [_item(kind, collection, path, values) for path in files]
    skips_foreign = bool(values.get("skip_foreign")) if (kind.folder / "foreign.sql").exists() else None
    return Plan(edition, (collection,), tuple(replace(item, skips_foreign=skips_foreign) for item in items))


def _item(kind: parts.Part, collection: CollectionSpec, path: Path, values: Mapping[str, object]) -> Item:
    """Return the item of a file, with its name and the judge from the options, as defined in part.toml."""
    if kind.name == "runs":
        file_name = sources.run_id(path, run_metadata.run_ids(collection.collection))
    else:
        file_name = sources.label_name(path)
    pieces = dict.fromkeys(("name", "labels"), file_name)
    pieces |= {one.parameter: _default(one, collection) for one in kind.options if one.default is not None}
    pieces |= {key: _check_piece(kind, key, str(value)) for key, value in values.items() if f"{{{key}}}" in kind.named}
    name = kind.named.format(file=file_name, **pieces)
    judge = {
        one.parameter: values[one.parameter]
        for one in kind.options
        if one.sets == "judge" and one.parameter in values and f"{{{one.parameter}}}" not in kind.named
    }
    if "judge" in values and "{judge}" not in kind.named:
        judge["name"] = values["judge"]
    spec, bank = _entry(kind, name, collection, values), str(values.get("bank", ""))
    return Item(kind.name, name, collection.collection, path, (), spec, judge=judge, bank=bank)


def _entry(kind: parts.Part, name: str, collection: CollectionSpec, values: Mapping[str, object]) -> FileSpec | None:
    """Return a recipe entry for a file whose name includes the name of a set ('set/file'); None for other files."""
    if "/" not in kind.named:
        return None
    keys = {one.parameter: values.get(one.parameter, one.default) for one in kind.options if one.sets == "entry"}
    return entry_class(kind.name)(kind.name, name.partition("/")[0], "", collection.collection, **keys)  # type: ignore[arg-type]


def _default(option: parts.PartOption, collection: CollectionSpec) -> str:
    return str(option.default).format(**asdict(collection))


def _check_piece(kind: parts.Part, option: str, piece: str) -> str:
    if reason := names.problem(piece):
        what = {"name": kind.name, "labels": "labels"}.get(option, f"a {option}")
        raise UsageError(f"{names.displayed_name(piece)} cannot be the name of {what}: {reason}")
    return piece


def _label_items(collection: CollectionSpec, files: Sequence[Path], values: Mapping[str, object]) -> list[Item]:
    """Return items of label files, named by the option, by the recipe that has their checksum, or after the file."""
    specs_by_md5 = {} if "labels" in values else known.label_files(collection)
    items = []
    for path in files:
        plain = plainfile.inspect(path, takes_parquet=True)
        spec = specs_by_md5.get(plain.plain_md5) or specs_by_md5.get(plain.md5)
        item = _item(parts.get("qrels"), collection, path, {**values, "labels": spec.name} if spec else values)
        if spec is None:
            check_own_variant(item.name, collection.collection)
        level = values.get("min_relevance", collection.min_relevance)
        if item.name == collection.qrels_variant and level != collection.min_relevance:
            raise UsageError(
                f"the official labels of {collection.collection} ('{item.name}') have the relevance level "
                f"{collection.min_relevance}; leave out --min-relevance"
            )
        name = spec.file if spec and not spec.url else ""  # the user's file name may be private
        origin = {"source": (spec.url if spec else None) or name or path.name}
        items.append(replace(item, spec=spec, judge=origin | dict(item.judge), display_name=name))
    return items


def plan_first_labels(edition: str, collection: CollectionSpec, paths: Sequence[Path], **options: object) -> Plan:
    """Plan the official labels of a collection that has no labels yet; the collection gets their relevance level."""
    files = sources.label_files(paths)
    if len(files) > 1:
        raise UsageError(
            f"{collection.collection} has no labels yet, and {len(files)} files are given; first load only the file of "
            f"official labels: dltrack ingest qrels FILE -c {collection.collection}"
        )
    level = float(str(options.get("min_relevance") or collection.min_relevance))
    if level % 1:
        raise UsageError(
            f"the relevance level of official labels must be a whole number, not {level:g}; {own.FRACTION_CURE}"
        )
    name = str(options.get("labels") or collection.qrels_variant)
    official = replace(collection, qrels_variant=name, min_relevance=int(level))
    return plan_part("qrels", edition, official, files, **options | {"labels": name})


def plan_named_runs(
    edition: str, collection: CollectionSpec, files: Iterable[tuple[str, Path]], display_name: str = ""
) -> Plan:
    """Plan run files, given as (run id, path); messages and the ledger contain `display_name` instead of the path."""
    items = [Item("runs", run, collection.collection, path, display_name=display_name) for run, path in files]
    return Plan(edition, (collection,), tuple(items))


def plan_collection(
    collection: CollectionSpec, qrels: Path | None, topics: Path | None, runs: Sequence[Path], text_field: str = ""
) -> Plan:
    """Plan a new test collection from files in TREC's formats; labels and topics may be loaded later.

    `text_field` is the name of the field with the text of topics; '' for the usual field.
    """
    name = collection.collection
    check_own_name(name, "a collection")
    check_own_name(collection.query_set, "a query set")
    check_own_variant(collection.qrels_variant, name)
    if collection.task not in schema.TASKS:
        raise UsageError(
            f"--task must be {', '.join(schema.TASKS[:-1])} or {schema.TASKS[-1]}, not "
            f"{names.displayed_name(collection.task)}{did_you_mean(collection.task, schema.TASKS)}"
        )
    items = [Item("queries", collection.query_set, None, topics, text_field=text_field)] if topics else []
    if qrels:
        items.append(Item("qrels", collection.qrels_variant, name, qrels))
    if runs:
        items += plan_part("runs", name, collection, runs).items
    return Plan(name, (collection,), tuple(items))


def without_submissions(planned: Plan) -> Plan:
    """Return the plan with all runs marked as not submitted (`--not-submitted`)."""
    runs = [item for item in planned.items if item.part == "runs"]
    if not runs:
        raise UsageError("--not-submitted works only with runs; add runs, or leave out --not-submitted")
    for item in runs:
        if item.name in run_metadata.run_ids(str(item.collection)):
            raise UsageError(
                f"run '{item.name}' was submitted to {item.collection}; leave out --not-submitted, or rename the file"
            )
    return replace(
        planned,
        items=tuple(replace(item, is_submission=False) if item.part == "runs" else item for item in planned.items),
    )


def check_labels(collection: str, loaded: Iterable[str], name: str) -> None:
    """Raise UsageError if the label set `name` is neither in `loaded` nor in a recipe of the collection."""
    official = [
        spec.name
        for recipe in map(recipes.load, recipes.names())
        for part in ("qrels", "scores")
        for spec in recipe.part_files(part)
        if spec.collection == collection
    ]
    known_labels = list(dict.fromkeys([*loaded, *official]))
    if name not in known_labels:
        raise UsageError(
            f"{collection} has no labels {names.displayed_name(name)}{unknown(name, known_labels)}; load the labels "
            f"with: dltrack ingest qrels FILE -c {collection}"
        )
