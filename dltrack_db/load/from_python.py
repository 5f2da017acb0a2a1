"""Load files or objects in memory for the Python library, without printing messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

from dltrack_db.base import recipes, tie_rules
from dltrack_db.base.files import sources, tempfolder
from dltrack_db.load import checking, in_memory, loader, plan
from dltrack_db.load.checking.findings import Finding
from dltrack_db.load.ledger import Ledger
from dltrack_db.load.loader import LoadReport
from dltrack_db.store import collections


def add_runs(
    db: Path, run: Any, collection: str, run_id: str | None, *, is_submitted: bool, replace: bool
) -> LoadReport:
    """Load runs of a collection.

    `run` is a path, a list of paths (files or folders), or an object in memory that `in_memory.write` accepts.
    """
    if sources.is_paths(run):
        files = sources.as_paths(run)
        owner, spec, ledger = Ledger.read_with_collection(db, collection, runs=files)
        planned = plan.plan_part("runs", owner, spec, files, name=run_id)
        return load(planned if is_submitted else plan.without_submissions(planned), db, ledger, replace=replace)
    with tempfolder.folder() as folder:
        owner, spec, ledger = Ledger.read_with_collection(db, collection)
        files_by_run = in_memory.write(run, run_id, spec.tie_rule, folder)
        planned = plan.plan_named_runs(owner, spec, files_by_run.items(), "a frame")
        return load(planned if is_submitted else plan.without_submissions(planned), db, ledger, replace=replace)


def check_runs(db: Path, run: Any, collection: str | None, *, allow_unknown: bool) -> list[Finding]:
    """Check runs and return the findings; `run` is as in `add_runs`."""
    if sources.is_paths(run):
        return checking.check(sources.as_paths(run), db, collection, allows_unknown=allow_unknown)[1]
    with tempfolder.folder() as folder:
        files_by_run = in_memory.write(run, None, _find_tie_rule(db, collection), folder, allows_nameless=True)
        # files are named after their runs, because a tag that differs from the file name is a finding
        names = {str(path.rename(folder / f"{name}.txt")): name for name, path in files_by_run.items()}
        findings = checking.check([Path(path) for path in names], db, collection, allows_unknown=allow_unknown)[1]
        return [replaced(one, run_id=names[one.file], file="a frame") for one in findings]


def _find_tie_rule(db: Path, collection: str | None) -> str:
    """Return the tie rule of a collection in a recipe or in the database; without a collection, the default rule."""
    if collection is None:
        return tie_rules.DEFAULT
    edition = recipes.find_edition(collection)
    specs = recipes.load(edition).collections if edition else ()
    tie_rules_by_name = {spec.collection: spec.tie_rule for spec in specs}
    return tie_rules_by_name.get(collection) or collections.in_database(db, collection)[1].tie_rule


def add_qrels(
    db: Path, files: Sequence[Path], collection: str, variant: str, min_relevance: float | None, *, replace: bool
) -> LoadReport:
    """Load label files of a collection."""
    owner, spec = collections.in_database(db, collection)
    planned = plan.plan_part("qrels", owner, spec, files, labels=variant, min_relevance=min_relevance)
    return load(planned, db, replace=replace)


def add_edition(
    db: Path, edition: str, places: Sequence[Path | str], runs: Sequence[Path | str], *, replace: bool
) -> LoadReport:
    """Load an edition."""
    recipe = recipes.load(edition)
    looked_at = [place if isinstance(place, str) and "://" in place else Path(place) for place in places]
    run_places = [run if plan.is_remote(run) else Path(run) for run in runs]
    return loader.load_edition(recipe, db, _options(replace), places=looked_at, runs=run_places)


def load(planned: plan.Plan, db: Path, ledger: Ledger | None = None, *, replace: bool = False) -> LoadReport:
    """Load a plan without messages."""
    return loader.load(planned, db, _options(replace), ledger)


def _options(replace: bool) -> loader.LoadOptions:
    return loader.LoadOptions(replace=replace, say=_quiet)


def _quiet(_text: str) -> None:
    """Print nothing; the report has the notes."""
