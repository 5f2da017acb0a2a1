"""A shared database has the same rows and gives the same results as a file."""

from __future__ import annotations

import math
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import duckdb
import pytest

from dltrack_db import sqlfiles
from dltrack_db.base import recipes
from dltrack_db.load import loader
from dltrack_db.store import database, lake
from dltrack_db.store.lake import overlay, session
from tests.loading.mini_edition import Mini

# What tells when, by whom and where something was done, which two loads never share.
PASSING = {"published_at", "started_at", "checked_at", "changed_at", "batch_id", "state", "link", "load_id", "load_no"}
TIMES_AND_NUMBERS = PASSING | {"size", "source", "checksum", "command", "change_no", "answer_id", "source_file"}
OF_BATCHES_AND_MOMENTS = {"catalog.changes", "catalog.state", "catalog.fact_checksums"}
UNPACKED = re.compile(r"\S*/dltrack-\w+/")  # where the sample was written, in an example of an expectation
# The examples of macros name the track's collections, runs and topics; the sample has others.
OF_THE_SAMPLE = {
    "trec2021": "sample",
    "trec2023": "sample",
    "msmarco-v1-dev": "sample",
    "'p_bm25'": "'alder_p1'",
    "p_bm25rm3": "alder_p2",
    "pash_f1": "brisk_p_dense",
    "pash_doc_f1": "ember_doc_a",
    "2082": "539333",
}


SCRATCH = duckdb.connect()
TABLES = {obj.full_name for obj in sqlfiles.tables()} | {"main.rankings"}


def is_compared(obj):
    """Return True if the results of a view or macro are compared: it reads a table, or all are to be compared.

    Objects that read only views get the same rows from these views in the lake and in the file.
    """
    return bool(os.environ.get("DLTRACK_SHARED_ALL")) or not TABLES.isdisjoint(obj.references)


def select(obj):
    """Return the query for a relation without columns that differ between any two loads; None if no column remains.

    The columns come from the header, which tests/test_sqlfiles.py compares with the live ones, so no view is planned.
    """
    kind = {"kind"} if obj.full_name == "catalog.objects" else set()  # a table of a file is a view of an overlay
    listed = ", ".join(f'"{name}"' for name in obj.header.columns if name not in TIMES_AND_NUMBERS | kind)
    return f"select {listed} from {obj.full_name}" if listed else None


def plain(value):
    return UNPACKED.sub("", value) if isinstance(value, str) else value


def same(left, right):
    """Return True if two values are the same, or two numbers differ by at most 1e-12."""
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-12, abs_tol=1e-12) or (math.isnan(left) and math.isnan(right))
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return plain(left) == plain(right)


def ordered(table):
    """The rows of an Arrow table in an order that ignores last digits."""
    rows = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
    return sorted(rows, key=lambda row: str([f"{v:.9f}" if isinstance(v, float) else plain(v) for v in row]))


def difference(both, query):
    """Return row counts and the first different rows of a query's two results; None if the results are the same."""
    with ThreadPoolExecutor(2) as pool:
        ours, theirs = pool.map(lambda con: con.execute(query).to_arrow_table(), both)
    # the very same rows, as nearly everywhere: large ones are not worth Python's time
    if len(ours) == len(theirs) and not SCRATCH.execute("from ours except all from theirs limit 1").fetchall():
        return None
    left, right = ordered(ours), ordered(theirs)
    differing = [(a, b) for a, b in zip(left, right, strict=False) if not same(a, b)][:2]
    return (len(left), len(right), differing) if differing or len(left) != len(right) else None


def loaded(name, request):
    """An edition in a lake and in a file; a real year with all runs and scores only if requested."""
    if name == "mini":
        file = request.getfixturevalue("tmp_path_factory").mktemp("file") / "mini.duckdb"
        Mini(file.parent / "mini").load(file)
        return request.getfixturevalue("mini_lake"), file
    if name == "sample":
        return request.getfixturevalue("sample_lake"), request.getfixturevalue("sample_database")
    if not os.environ.get("DLTRACK_SHARED_REAL"):
        pytest.skip("takes minutes: DLTRACK_SHARED_REAL=1 compares a real year")
    places = [request.getfixturevalue("real_data")]
    folder = request.getfixturevalue("tmp_path_factory").mktemp("real-year")
    lake.connect(request.getfixturevalue("server").address(folder / "lake"), folder / "lake.duckdb", init=True)
    for db in (folder / "lake.duckdb", folder / "file.duckdb"):
        report = loader.load_edition(recipes.load(name), db, loader.LoadOptions(), places=places)
        print(db.stem, report.rows, report.files)
    return folder / "lake.duckdb", folder / "file.duckdb"


@pytest.fixture(
    scope="module",
    params=[
        "mini",
        pytest.param("sample", marks=pytest.mark.campaign),
        pytest.param("trec2021", marks=pytest.mark.real),
    ],
)
def both(request, tmp_path_factory):
    """Connections to the same edition in a lake and in a file, with `published.computed` stored, which takes seconds.

    The mini edition has no published numbers, so it is compared without this view.
    """
    connections = []
    for path in loaded(request.param, request):
        own = tmp_path_factory.mktemp("own") / "own.duckdb"
        shutil.copyfile(path, own)
        con = database.connect()
        database.attach(con, own, read_only=False)
        if (address := overlay.find_address(path)) is not None:
            session.attach(con, address, read_only=True)
        connections.append(con)
    is_published = request.param != "mini"
    assert not is_published or difference(connections, "from published.computed") is None
    for con in connections if is_published else ():
        con.execute("create table published.kept as from published.computed")
        con.execute("create or replace view published.computed as from published.kept")
    yield connections
    for con in connections:
        con.close()


@pytest.mark.campaign
def test_every_table_is_equal(both):
    names = overlay.shared_tables() - {"main.changes", "main.table_checksums"}
    objects = [obj for obj in sqlfiles.tables() if obj.full_name in names]
    unequal = {obj.full_name: difference(both, query) for obj in objects if (query := select(obj))}
    print(f"{len(unequal)} compared")
    assert {name: found for name, found in unequal.items() if found} == {}


@pytest.mark.campaign
def test_every_view_is_equal(both, request):
    left_out = ("published.", "exhibits.") if "[mini]" in request.node.name else ("published.computed",)
    views = [obj for obj in sqlfiles.all_objects() if obj.kind == "view" and is_compared(obj)]
    wanted = [
        obj for obj in views if obj.full_name not in OF_BATCHES_AND_MOMENTS and not obj.full_name.startswith(left_out)
    ]
    unequal = {obj.full_name: difference(both, query) for obj in wanted if (query := select(obj))}
    print(f"{len(unequal)} compared")
    assert {name: found for name, found in unequal.items() if found} == {}


@pytest.mark.campaign
def test_every_macro_is_equal(both, request):
    """Every macro as the example in its header calls it."""
    unequal = {}
    for obj in sqlfiles.all_objects():
        if "macro" in obj.kind and is_compared(obj) and "now()" not in obj.header.example:
            query = obj.header.example.split(";")[0]
            for official, own in OF_THE_SAMPLE.items() if "[sample]" in request.node.name else ():
                query = query.replace(official, own)
            unequal[obj.full_name] = difference(both, query)
    print(f"{len(unequal)} compared")
    assert {name: found for name, found in unequal.items() if found} == {}
