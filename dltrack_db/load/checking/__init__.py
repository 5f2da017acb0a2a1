"""Check runs before their submission, by the expectations of a load and the rules of systems.run_rules.

The files are staged in memory, and the views about runs are built over the staged rows. Plug-ins recognize files with
other kinds of data (`detect.py` next to plugin.toml); these files are checked by the expectations of their loads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import duckdb

from dltrack_db.base import plugins, recipes, resources, sql_text
from dltrack_db.base.files import duckpath, plainfile, sources, tempfolder
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import FormatError, SourceError, UsageError
from dltrack_db.load import expectations
from dltrack_db.load.checking import written
from dltrack_db.load.checking.findings import Finding
from dltrack_db.load.plan import Item, Plan, StagedFile
from dltrack_db.load.staging import Staging, check_text
from dltrack_db.score import scratch
from dltrack_db.store import collections, connection, database, derive, states

_RULES = "systems.run_rules"
_UNKNOWN = "documents are in the corpus"
"""Rule that also fails for documents that will be added to the corpus later."""
_UNSEEN = "documents are known"
"""Rule that depends on the documents of other runs."""
_NEEDED = (
    _RULES,
    "main.queries",
    "main.qrels",
    "main.collection_parts",
    "main.loads",
    "metrics.place",
    "metrics.exclusions",
    "metrics.is_measured",
)
KNOWN_TABLES = {
    **scratch.TEXTS,
    "systems.ranked_teams": "collection varchar, team varchar",
    "systems.returned_items": "collection varchar, query_id varchar, doc_id varchar, team varchar",
}
"""Tables of the checker's database and their columns; their rows are copied from the user's database, if it exists."""


def check(
    paths: Sequence[Path], db: Path, collection: str | None, *, allows_unknown: bool = False
) -> tuple[list[str], list[Finding]]:
    """Check run files; return the run ids and the findings, errors first.

    Without a collection, only rules that apply to all runs are checked. If the database does not have the collection,
    its recipe is used. `allows_unknown` reports unknown documents as notes, not as errors.
    """
    files = sources.run_files(paths)
    findings: list[Finding] = []
    with tempfolder.folder() as folder, _connection(folder / "spill") as con:
        spec, is_loaded = _conventions(con, db, collection, files)
        run_files: list[StagedFile] = []
        written_files: list[StagedFile] = []
        for number, path in enumerate(files, start=1):
            run = sources.run_id(path)
            try:
                plain = plainfile.open_plain(path, folder)
                part = _detect_part(plain)
                file = StagedFile(number, Item(part, run, spec.collection, path), plain, str(path), "none")
                check_text(file)
                (run_files if part == "runs" else written_files).append(file)
            except (SourceError, FormatError) as error:
                findings.append(Finding(run, "error", "the file can be read", 1, None, str(error), str(path)))
        scratch.expect(con, [file.plain.path for file in (*run_files, *written_files)])
        for some, check_files in ((written_files, written.check), (run_files, _check_staged)):
            if some:
                findings += check_files(con, Plan("check", (spec,), ()), some, is_loaded=is_loaded)
                con.execute("drop schema memory.staging cascade")
    if allows_unknown:
        findings = [replace(one, severity="note") if one.rule == _UNKNOWN else one for one in findings]
    order = {"error": 0, "warning": 1, "note": 2}
    findings.sort(key=lambda one: (one.run_id, order[one.severity], one.rule, one.line or 0))
    return [sources.run_id(path) for path in files], findings


def _detect_part(plain: plainfile.PlainFile) -> str:
    """Return the part that a plug-in recognizes in the file, or 'runs'."""
    return next((part for one in plugins.load_modules("detect") if (part := one.detect_part(plain))), "runs")


@contextmanager
def _connection(spill: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    con = database.connect(spill=spill, threads=1)
    try:
        yield con
    finally:
        connection.release(con)


def _conventions(
    con: duckdb.DuckDBPyConnection, db: Path, collection: str | None, runs: Sequence[Path]
) -> tuple[CollectionSpec, bool]:
    """Return the conventions of the collection, and True if the database has it; the database is then attached."""
    if collection is None:
        states.check_today("a check without --collection reads no database")
        return CollectionSpec(collection="", task="", query_set=""), False
    if db.exists():
        database.attach(con, db, read_only=True)
        database.check_version(con, db)
        if is_held := collections.is_held(con, collection):
            spec = collections.loaded_collection(con, collections.find_collection(con, collection, db, runs))[1]
        con.execute("use memory")
        if is_held:
            return spec, True
    else:
        states.check_today(f"there is no database {db}")
    for name in recipes.names():
        for spec in recipes.load(name).collections:
            if spec.collection == collection:
                return spec, False
    raise UsageError(
        f"there is no collection '{collection}' in {db} or in a recipe; list all collections with: dltrack status"
    )


def _check_staged(
    con: duckdb.DuckDBPyConnection, plan: Plan, files: Sequence[StagedFile], *, is_loaded: bool
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
    if is_loaded:
        _run_known(con, "1_context")
    con.execute("use memory")
    if con.execute(resources.script("load/checking/2_readable_rows")).fetchall() != [(0,)]:
        staging.summarize_rankings()
    con.execute("use checked")
    for step in ("1_collections", "4_runs", "6_rankings"):
        con.execute(resources.script(f"ingest/publish/{step}"))
    derive.leave_out(con)
    if is_loaded:
        _run_known(con, "3_some_runs", "4_returned_items")
    rules = _broken_rules(con)
    if is_loaded and any(rule == _UNSEEN for _, _, rule, _, _ in rules):  # also read the documents of all other runs
        con.execute("set variable runs_asked = null")
        _run_known(con, "4_returned_items")
        rules = _broken_rules(con)
    files_by_run = {file.item.name: file for file in files}
    reported_rules = {(finding.run_id, finding.rule) for finding in findings}
    return findings + [
        Finding(run, severity, rule, num_found, None, detail, files_by_run[run].source)
        for run, severity, rule, num_found, detail in rules
        if (run, rule) not in reported_rules
    ]


def _broken_rules(con: duckdb.DuckDBPyConnection) -> list[tuple[str, str, str, int, str]]:
    return con.execute(f"select run_id, severity, rule, found, detail from {_RULES}").fetchall()


def _expectations(con: duckdb.DuckDBPyConnection, files: dict[int, StagedFile]) -> list[Finding]:
    """Return the violations of expectations that would stop a load, with the first offending lines of each file."""
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
    if _has_one_tag(file.plain):
        return []
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


def _has_one_tag(plain: plainfile.PlainFile) -> bool:
    """Return True if every line ends with the tag of the first line; a fast test that most files pass."""
    fields = plain.first_line.split()
    separator = "\t" if plain.has_tab else " "
    return len(fields) == 6 and plain.path.read_bytes().count(f"{separator}{fields[5]}\n".encode()) == plain.lines


def _run_known(con: duckdb.DuckDBPyConnection, *steps: str) -> None:
    try:
        for step in steps:
            con.execute(resources.script(f"load/checking/{step}"))
    except duckdb.CatalogException as error:
        raise UsageError(
            "the views in the database are from another version of dltrack; update them with: dltrack build"
        ) from error
