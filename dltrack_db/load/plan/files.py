"""Files that a user names, for a loaded collection or a new one: runs, labels, answers, scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dltrack_db.base import names
from dltrack_db.base.files import plainfile, sources
from dltrack_db.base.recipes import (
    CollectionSpec,
    ScoreSetSpec,
    check_own_name,
    check_own_variant,
    own,
    run_metadata,
    schema,
)
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.load.plan import known
from dltrack_db.load.plan.items import Item, Plan


def plan_runs(edition: str, collection: CollectionSpec, paths: Sequence[Path], run_id: str | None = None) -> Plan:
    """Any run files for a loaded collection.

    A run is called as its file is, the only one as `run_id` says.
    """
    files = sources.run_files(paths)
    if run_id is not None and len(files) > 1:
        raise UsageError(f"run_id names one run, not {len(files)} files; leave it out")
    return plan_named_runs(
        edition,
        collection,
        [(run_id or sources.run_id(path, run_metadata.run_ids(collection.collection)), path) for path in files],
    )


def plan_named_runs(
    edition: str, collection: CollectionSpec, files: Iterable[tuple[str, Path]], display_name: str = ""
) -> Plan:
    """Run files with their run ids, for a loaded collection; messages and the ledger show `display_name`."""
    items = [Item("runs", run, collection.collection, path, display_name=display_name) for run, path in files]
    return Plan(edition, (collection,), tuple(items))


def without_submissions(planned: Plan) -> Plan:
    """The same load, whose runs are said not to be submitted (`--not-submitted`)."""
    runs = [item for item in planned.items if item.part == "runs"]
    if not runs:
        raise UsageError("--not-submitted is said of runs, and none is named; add runs, or leave it out")
    for item in runs:
        if item.name in run_metadata.run_ids(str(item.collection)):
            raise UsageError(
                f"'{item.name}' was submitted to {item.collection}; leave out --not-submitted, or give the file "
                "another name"
            )
    return replace(
        planned,
        items=tuple(replace(item, is_submission=False) if item.part == "runs" else item for item in planned.items),
    )


def plan_qrels(
    edition: str,
    collection: CollectionSpec,
    paths: Sequence[Path],
    variant: str = "",
    judge: Mapping[str, object] | None = None,
    *,
    skip_foreign: bool = False,
) -> Plan:
    """More sets of labels for a loaded collection: files, or folders of them; a set is called as its file is, or as the
    recipe calls it that knows these bytes.

    `variant` is another name for the only file; `judge` says who made the labels, in the columns of
    `main.qrels_variants`. With `skip_foreign`, labels of topics or documents of other collections are left out.
    """
    files = sources.label_files(paths)
    if variant and len(files) > 1:
        raise UsageError(f"--labels names one set of labels, not {len(files)} files; leave it out")
    specs_by_md5 = {} if variant else known.label_files(collection)
    items = []
    for path in files:
        plain = plainfile.inspect(path, takes_parquet=True)
        spec = specs_by_md5.get(plain.plain_md5) or specs_by_md5.get(plain.md5)
        name = variant or (spec.name if spec else sources.label_name(path))
        if spec is None:
            check_own_variant(name, collection.collection)
        source = {"source": (spec.url if spec else None) or path.name}
        origin = source | dict(judge or {})
        level = origin.get("min_relevance", collection.min_relevance)
        if name == collection.qrels_variant and level != collection.min_relevance:
            raise UsageError(
                f"'{name}' are the official labels of {collection.collection}, which are relevant from "
                f"{collection.min_relevance} on; leave out --min-relevance"
            )
        items.append(
            Item("qrels", name, collection.collection, path, (), spec, judge=origin, skips_foreign=skip_foreign)
        )
    return Plan(edition, (collection,), tuple(items))


def plan_first_qrels(
    edition: str,
    collection: CollectionSpec,
    paths: Sequence[Path],
    variant: str = "",
    judge: Mapping[str, object] | None = None,
) -> Plan:
    """The official labels of a collection that has none yet; `variant` is what they are called, `judge` who made them.

    Their level becomes that of the collection.
    """
    files = sources.label_files(paths)
    if len(files) > 1:
        raise UsageError(
            f"{collection.collection} has no labels yet, and these are {len(files)} files; load its official labels "
            f"first: dltrack ingest qrels FILE -c {collection.collection}"
        )
    name = variant or collection.qrels_variant
    check_own_variant(name, collection.collection)
    origin = {"source": files[0].name} | dict(judge or {})
    item = Item("qrels", name, collection.collection, files[0], judge=origin)
    level = float(str(origin.get("min_relevance", collection.min_relevance)))
    if level % 1:
        raise UsageError(f"official labels have a whole number as their level, not {level:g}; {own.FRACTION_CURE}")
    return Plan(edition, (replace(collection, qrels_variant=name, min_relevance=int(level)),), (item,))


def with_labels(planned: Plan, variant: str) -> Plan:
    """The load of a new collection, its labels called otherwise."""
    (collection,) = planned.collections
    check_own_variant(variant, collection.collection)
    items = tuple(replace(item, name=variant) if item.part == "qrels" else item for item in planned.items)
    return replace(planned, collections=(replace(collection, qrels_variant=variant),), items=items)


def plan_answers(
    edition: str,
    collection: CollectionSpec,
    paths: Sequence[Path],
    part: str = "answers",
    name: str = "",
    judge: str = "",
    bank: str = "",
) -> Plan:
    """Files of generated answers, or of judgments of them, for a loaded collection; each is named after its file.

    `part` is that of the ledger; `name` is another name for the only file; `judge` is who judged where a file does
    not say; `bank` is the one whose nuggets are labelled.
    """
    files = sources.label_files(paths)
    if name and len(files) > 1:
        raise UsageError(f"--name is for one file, not for {len(files)}; leave it out")
    if name and (reason := names.problem(name)):
        raise UsageError(f"{names.displayed_name(name)} cannot be the name of {part}: {reason}")
    judges = {"name": judge} if judge else {}
    items = tuple(
        Item(part, name or sources.label_name(path), collection.collection, path, judge=judges, bank=bank)
        for path in files
    )
    return Plan(edition, (collection,), items)


def plan_scores(
    edition: str, collection: CollectionSpec, paths: Sequence[Path], variant: str, min_relevance: int | None
) -> Plan:
    """Scores per topic that somebody else computed, for a loaded collection."""
    spec = ScoreSetSpec("scores", variant, "", collection.collection, min_relevance=min_relevance)
    return Plan(
        edition,
        (collection,),
        tuple(
            Item("scores", f"{variant}/{sources.label_name(path)}", collection.collection, path, (), spec)
            for path in sources.label_files(paths)
        ),
    )


def plan_collection(
    collection: CollectionSpec, qrels: Path | None, topics: Path | None, runs: Sequence[Path], text_field: str = ""
) -> Plan:
    """A test collection that no recipe knows, from files in TREC's formats; scoring needs no topics.

    Labels may come later; `text_field` is the field of the topics that is their text.
    """
    check_own_name(collection.collection, "a collection")
    check_own_name(collection.query_set, "a query set")
    check_own_variant(collection.qrels_variant, collection.collection)
    if collection.task not in schema.TASKS:
        raise UsageError(
            f"--task knows {', '.join(schema.TASKS)}, not {names.displayed_name(collection.task)}"
            f"{did_you_mean(collection.task, schema.TASKS)}"
        )
    items = [Item("queries", collection.query_set, None, topics, text_field=text_field)] if topics else []
    if qrels:
        items.append(Item("qrels", collection.qrels_variant, collection.collection, qrels))
    if runs:
        items += [Item("runs", sources.run_id(path), collection.collection, path) for path in sources.run_files(runs)]
    return Plan(collection.collection, (collection,), tuple(items))
