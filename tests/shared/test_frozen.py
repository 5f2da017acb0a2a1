"""A frozen lake: served by an ordinary web server, attached by its address in a plain DuckDB."""

from __future__ import annotations

import http.server
import importlib.util
import io
import re
import shutil
import subprocess
import sys
import threading
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import ClassVar

import duckdb
import pytest

from dltrack_db import sqlfiles
from dltrack_db.export import frozen_lake, subset
from dltrack_db.store import database
from dltrack_db.store.lake import extensions
from tests.commands import dltrack

pytestmark = pytest.mark.skipif(
    any(
        importlib.util.find_spec(f"duckdb_extension_{name}") is None
        for name in (extensions.LAKE, extensions.OBJECT_STORE)
    ),
    reason="needs DuckDB's extensions ducklake and httpfs: make postgresql",
)
ASKED = (
    "select run_id, ndcg_cut_10, ap from systems.leaderboard where collection = 'sample-passages' order by all",
    "select run_id, rank from systems.standings('sample-passages', measures := ['P_10']) order by all",
    "select query_id, rank, doc_id from main.rankings where run_id = 'p_bm25' and collection = 'sample-passages' "
    "order by query_id, rank",
)

TRACKS = ("main.track_runs", "main.track_scores", "main.track_facts")
"""Tables whose header says `page: none`."""


class Files(http.server.SimpleHTTPRequestHandler):
    """Serve a folder with range requests; below /whole/ without them, like some web servers."""

    sent: ClassVar[list[int]] = []

    def log_message(self, format, *arguments):
        pass

    def send_head(self):
        path = self.translate_path(self.path.removeprefix("/whole"))
        try:
            content = Path(path).read_bytes()
        except OSError:
            return self.send_error(404)
        first, last = 0, len(content) - 1
        asked = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if asked and not self.path.startswith("/whole/"):
            first, last = int(asked[1]), min(int(asked[2] or last), last)
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
        else:
            self.send_response(200)
        self.sent.append(last - first + 1 if self.command == "GET" else 0)
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        return io.BytesIO(content[first : last + 1])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder and the address at which it is served."""
    folder = tmp_path_factory.mktemp("served")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def lake(site, sample_database):
    """The address of a frozen lake of the sample's passages, made for it."""
    folder, url = site
    frozen_lake.freeze(sample_database, "sample-passages", folder / "passages", url=f"{url}/passages")
    return f"{url}/passages"


def plain():
    """A plain DuckDB without dltrack."""
    con = duckdb.connect()
    extensions.load(con, extensions.LAKE, extensions.OBJECT_STORE)
    return con


def test_all_views_give_the_databases_results_in_a_plain_shell_over_http(site, lake, sample_database):
    beside = Path(sys.executable).with_name("duckdb")
    shell = str(beside) if beside.exists() else shutil.which("duckdb")
    if shell is None:
        pytest.skip("needs duckdb-cli")
    folder, _ = site
    script = [
        *(f"{extensions.statement(name)};" for name in (extensions.LAKE, extensions.OBJECT_STORE)),
        f"attach 'ducklake:{lake}/catalog.ducklake' as lake (read_only);",
        f".read {folder / 'passages' / frozen_lake.OVERLAY}",
        *(f"copy ({ask}) to '{folder}/answer{number}.parquet';" for number, ask in enumerate(ASKED)),
    ]
    done = subprocess.run([shell, "-bail"], input="\n".join(script), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    with closing(database.open_readonly(sample_database)) as whole:
        for number, ask in enumerate(ASKED):
            answer = duckdb.read_parquet(f"{folder}/answer{number}.parquet").fetchall()
            assert answer == whole.execute(ask).fetchall() != []


@pytest.mark.parametrize(("way", "megabytes"), [("", 1.5), ("/whole", 2.8)])
def test_a_leaderboard_over_http_needs_few_requests_and_bytes(site, lake, way, megabytes):
    url = f"{site[1]}{way}/passages/catalog.ducklake"
    Files.sent.clear()
    done = dltrack("--db", url, "leaderboard", "sample-passages", "-n", "1", "-f", "csv")
    assert "\nalder_p2," in done.stdout, done.stderr
    assert len(Files.sent) <= 17  # systems.field asks who was submitted, and which topics there are without labels
    assert sum(Files.sent) < megabytes * 1e6
    for refused in (("sql", "select 1", "--at", "2"), ("snapshots",)):
        done = dltrack(*refused, "--db", url)
        assert done.returncode == 2 and "which has no snapshots" in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("statements", "named"),
    [
        (
            "alter table ducklake_metadata rename to kept; create view ducklake_metadata as from kept "
            "where error('it ran') is null",
            "may contain only plain tables, but has view main.ducklake_metadata",
        ),
        ("create macro main.coalesce_all(x) as 7", "may contain only plain tables, but has macro main.coalesce_all"),
        (
            "update ducklake_view set view_name = 'runs' where view_name = 'rankings'; "
            "update ducklake_table set table_name = 'kept' where table_name = 'runs'",
            r"has views instead of tables \(main.runs\)",
        ),
    ],
)
def test_a_served_catalogue_with_anything_but_plain_tables_is_rejected(site, lake, statements, named):
    folder, url = site
    catalogue = folder / "altered" / "catalog.ducklake"
    catalogue.parent.mkdir(exist_ok=True)
    shutil.copy(folder / "passages" / "catalog.ducklake", catalogue)
    with duckdb.connect(str(catalogue)) as con:
        for statement in statements.split("; "):
            con.execute(statement)
    done = dltrack("--db", f"{url}/altered/catalog.ducklake", "sql", "select 1")
    assert done.returncode == 1 and re.search(named, done.stderr) and "ask its owner" in done.stderr, done.stderr
    assert "it ran" not in done.stderr


def test_a_frozen_lake_cannot_be_changed(lake):
    with closing(plain()) as con:
        con.execute(f"attach 'ducklake:{lake}/catalog.ducklake' as lake (read_only)")
        with pytest.raises(duckdb.Error, match="read-only"):
            con.execute("insert into lake.main.queries select * from lake.main.queries")


@pytest.mark.campaign
def test_views_in_the_lake_work_whatever_name_it_is_attached_under(lake):
    with closing(plain()) as con:
        con.execute(f"attach 'ducklake:{lake}/catalog.ducklake' as public (read_only)")
        con.execute("create table main.qrels (collection varchar)")  # a visitor's own table of that name
        views = con.execute(
            "select schema_name || '.' || view_name from duckdb_views() where database_name = 'public' and not internal"
        ).fetchall()
        assert {("main.rankings",), ("labels.known_variants",), ("metrics.query_scores",)} <= set(views)
        for (view,) in views:
            con.execute(f"from public.{view} limit 1")
        assert con.execute("select distinct collection from public.main.rankings").fetchall() == [("sample-passages",)]
        assert con.execute("select count(*) > 0 from public.labels.known_variants").fetchone() == (True,)


@pytest.mark.campaign
def test_a_frozen_lake_contains_only_the_collection_and_no_history(lake):
    with closing(plain()) as con:
        con.execute(f"attach 'ducklake:{lake}/catalog.ducklake' as lake (read_only)")
        for table in (*sorted({*subset.PRIVATE} - {"main.loads"}), *subset.CORPORA, *TRACKS):
            assert con.execute(f"select count(*) from lake.{table}").fetchone() == (0,), table
        for obj in sqlfiles.tables():
            columns = {row[0] for row in con.execute(f"describe lake.{obj.full_name}").fetchall()}
            if "collection" in columns and obj.schema != "published" and obj.full_name != "main.official_scores":
                of_topics = (
                    " where part <> 'queries'" if obj.full_name == "main.loads" else ""
                )  # those name a query set
                rows = con.execute(f"select distinct collection from lake.{obj.full_name}{of_topics}").fetchall()
                assert set(rows) <= {("sample-passages",)}, obj.full_name


def test_a_copy_of_a_frozen_lake_passes_verification(lake, sample_database, tmp_path):
    """The lake contains the synthetic sample; `dltrack verify` compares every row of the copy with its ledger."""
    url = f"{lake}/catalog.ducklake"
    done = dltrack("lake", "copy", url, tmp_path / "copy.duckdb")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'copy.duckdb'} is a copy of {url}\n"), done.stderr
    ledger = "select part, name, measured_rows, md5, checksum from main.loads where {} order by all"
    told = "collection = 'sample-passages' or part = 'queries'"
    with (
        closing(duckdb.connect(tmp_path / "copy.duckdb")) as copy,
        closing(duckdb.connect(sample_database, read_only=True)) as whole,
    ):
        assert copy.execute(ledger.format("true")).fetchall() == whole.execute(ledger.format(told)).fetchall() != []
        assert copy.execute("select count(*) from main.loads where contains(source, '/')").fetchone() == (0,)
    with closing(database.open_readonly(tmp_path / "copy.duckdb")) as copy, closing(database.open_readonly(sample_database)) as whole:  # fmt: skip # noqa: E501
        for ask in ASKED:
            assert copy.execute(ask).fetchall() == whole.execute(ask).fetchall() != []


def test_a_lake_frozen_without_an_address_can_be_moved_and_documents_how_to_attach_it(site, sample_database):
    folder, url = site
    target = folder / "made"
    done = dltrack("export", "sample", "--ducklake", target, "--db", sample_database)
    assert "overlay.sql explains how to attach the DuckLake" in done.stdout
    assert "submitted runs are not public" in done.stderr
    shutil.move(target, folder / "elsewhere")
    head = (folder / "elsewhere" / frozen_lake.OVERLAY).read_text(encoding="utf-8").splitlines()[1]
    attach = head.removeprefix("--     ").replace("ducklake:", f"ducklake:{url}/elsewhere/")
    with closing(plain()) as con:
        con.execute(attach.replace("data_path 'data/'", f"data_path '{url}/elsewhere/data/'"))
        assert con.execute("select count(*) > 0 from lake.main.qrels").fetchone() == (True,)
        assert con.execute("select count(distinct collection) from lake.main.rankings").fetchone() > (1,)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["sample", "--ducklake", "{}", "--to", "x"], "leave out the other options"),
        (["sample", "--ducklake", "{}", "--format", "csv"], "leave out the other options"),
        (["sample", "--to", "{}", "--url", "https://example.org"], "no valid output is named; pass --to DIR"),
        (["sample"], "no valid output is named; pass --to DIR"),
        (["sample", "--ducklake", "{}/full"], "is not empty"),
        (["sample", "--ducklake", "{}/new", "--url", "https://a'b"], "is not a valid URL"),
        (["nothing", "--ducklake", "{}/new"], "nothing"),
    ],
)
def test_a_failed_freeze_is_reported_and_leaves_no_files(sample_database, tmp_path, arguments, told):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    filled = [argument.format(tmp_path) for argument in arguments]
    done = dltrack("export", *filled, "--db", sample_database)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert told in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["full"]
