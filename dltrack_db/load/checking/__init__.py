"""The checker a participant runs before submitting: the loader's expectations, and the rules of systems.run_rules.

Generated answers and nuggets are checked by the expectations of their loads (`written.py`).
Nothing is loaded: the files are staged in memory, and the views that describe
loaded runs are built over the staged rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import duckdb

from dltrack_db.base import recipes, resources, sql_text
from dltrack_db.base.files import duckpath, plainfile, sources, tempfolder
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import FormatError, SourceError, UsageError
from dltrack_db.load import expectations
from dltrack_db.load.checking import answers_and_nuggets
from dltrack_db.load.checking.findings import Finding
from dltrack_db.load.plan import Item, Plan
from dltrack_db.load.staging import StagedFile, Staging, check_text
from dltrack_db.score import scratch
from dltrack_db.store import collections, database, states

_RULES = "systems.run_rules"
_UNKNOWN = "documents are in the corpus"
"""The rule that documents which are added later break."""
_NEEDED = (_RULES, "main.queries", "main.qrels", "main.collection_parts", "main.loads", "metrics.place")
KNOWN_TABLES = {
    **scratch.TEXTS,
    "systems.ranked_teams": "collection varchar, team varchar",
    "systems.returned_items": "collection varchar, query_id varchar, doc_id varchar, team varchar",
}
"""Tables of the checker's database that are copied from the real one, if there is one."""


def check(
    paths: Sequence[Path], db: Path, collection: str | None, *, allows_unknown: bool = False
) -> tuple[list[str], list[Finding]]:
    """The runs checked, and the findings on them; with `allows_unknown` documents that the texts lack are no error.

    Without a collection only what holds for any run is checked; with one that
    the database does not hold, what its recipe says of it.

    Raises:
        SourceError: a path is missing or no file, or two files have the same run id.
        UsageError: nobody knows the collection.
    """
    files = sources.run_files(paths)
    spec, known_file = _conventions(db, collection, files)
    findings: list[Finding] = []
    with tempfolder.folder() as folder:
        run_files: list[StagedFile] = []
        written_files: list[StagedFile] = []
        for number, path in enumerate(files, start=1):
            run = sources.run_id(path)
            try:
                plain = plainfile.open_plain(path, folder)
                part = answers_and_nuggets.detect_part(plain)
                file = StagedFile(number, Item(part, run, spec.collection, path), plain, str(path), "none")
                check_text(file)
                (run_files if part == "runs" else written_files).append(file)
            except (SourceError, FormatError) as error:
                findings.append(Finding(run, "error", "the file can be read", 1, None, str(error), str(path)))
        for some, check_files in ((run_files, _check_staged), (written_files, answers_and_nuggets.check)):
            if some:
                with closing(database.connect(spill=folder / "spill")) as con:
                    findings += check_files(con, Plan("check", (spec,), ()), some, known_file)
    if allows_unknown:
        findings = [replace(one, severity="note") if one.rule == _UNKNOWN else one for one in findings]
    order = {"error": 0, "warning": 1, "note": 2}
    findings.sort(key=lambda one: (one.run_id, order[one.severity], one.rule, one.line or 0))
    return [sources.run_id(path) for path in files], findings


def _conventions(db: Path, collection: str | None, runs: Sequence[Path]) -> tuple[CollectionSpec, Path | None]:
    """Return the conventions of the collection, and the database that knows its topics."""
    if collection is None:
        states.check_today("a check without --collection asks no database")
        return CollectionSpec(collection="", task="", query_set=""), None
    if db.exists():
        with closing(database.open_readonly(db)) as con:
            if collections.is_held(con, collection):
                return collections.loaded_collection(con, collections.find_collection(con, collection, db, runs))[1], db
    else:
        states.check_today(f"there is no database {db}")
    for name in recipes.names():
        for spec in recipes.load(name).collections:
            if spec.collection == collection:
                return spec, None
    raise UsageError(f"there is no collection '{collection}' in {db} or in a recipe; see: dltrack status")


def _check_staged(
    con: duckdb.DuckDBPyConnection, plan: Plan, files: list[StagedFile], known_file: Path | None
) -> list[Finding]:
    staging = Staging(con, plan)
    staging.read(files)
    files_by_id = {file.file_id: file for file in files}
    con.execute(resources.script("ingest/staging/know_staged"))
    staging.summarize_rankings()
    findings = _expectations(con, files_by_id) + [finding for file in files for finding in _tags(con, file)]
    con.execute("attach ':memory:' as checked")
    con.execute("use checked")
    scratch.build_over(con, _NEEDED, KNOWN_TABLES)
    if known_file is not None:
        _copy_known_tables(con, known_file)
    con.execute("use memory")
    con.execute(resources.script("load/checking/2_readable_rows"))
    staging.summarize_rankings()
    con.execute("use checked")
    for step in ("1_collections", "4_runs", "6_rankings"):
        con.execute(resources.script(f"ingest/publish/{step}"))
    files_by_run = {file.item.name: file for file in files}
    reported_rules = {(finding.run_id, finding.rule) for finding in findings}
    query = f"select run_id, severity, rule, found, detail from {_RULES}"
    for run, severity, rule, num_found, detail in con.execute(query).fetchall():
        if (run, rule) not in reported_rules:
            findings.append(Finding(run, severity, rule, num_found, None, detail, files_by_run[run].source))
    return findings


def _expectations(con: duckdb.DuckDBPyConnection, files: dict[int, StagedFile]) -> list[Finding]:
    """Return what would keep the loader from publishing, with the first lines of each file at fault."""
    suite = expectations.load_suite("rankings")
    offences = [
        (entry, offender)
        for entry in suite.expectations
        if entry.severity == "error"
        for offender in expectations.offenders(con, suite, entry)
    ]
    return [
        Finding(file.item.name, "error", entry.name, offender.found, offender.line, offender.detail, file.source)
        for entry, offender in offences
        for file in [files[offender.file_id]]
    ]


def _tags(con: duckdb.DuckDBPyConnection, file: StagedFile) -> list[Finding]:
    sql_text.set_variables(con, path=duckpath.for_reader(file.plain.path))
    lines = resources.script("ingest/read/lines")
    con.execute(f"create or replace temp view lines as {lines}")
    return [
        Finding(
            file.item.name,
            "error",
            "the tag is the same on every line",
            num_found,
            line,
            f"tag '{expectations.shorten(tag)}'",
            file.source,
        )
        for num_found, line, tag in con.execute(resources.script("load/checking/tags")).fetchall()
    ]


def _copy_known_tables(con: duckdb.DuckDBPyConnection, known_file: Path) -> None:
    database.attach(con, known_file, read_only=True, alias="known")
    con.execute("use checked")
    try:
        con.execute(resources.script("load/checking/1_context"))
    except duckdb.CatalogException as error:
        raise UsageError(
            f"{known_file} has the views of another dltrack; bring it up to date with: dltrack build"
        ) from error
    finally:
        con.execute("detach known")
