"""`dltrack sql` and every reading connection: no writing, no attaching, no files, no network, and no way to unlock."""

from __future__ import annotations

import contextlib
import subprocess
import sys

import duckdb
import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.store import database, questions

REFUSED = """
copy (select 1) to '{out}'
copy main.queries from '{secret}'
copy (select 1) to '/dev/stdout'
export database '{out}'
import database '{out}'
attach '{out}'
attach '{secret}' as s (type sqlite)
attach 'http://127.0.0.1:1/x.duckdb'
create table t as select 1
create schema z
create sequence s
create type e as enum ('a')
create index i on main.queries (query_id)
create or replace view metrics.ranked as select 1
insert into main.queries values ('a', 'b', 'c')
begin; insert into main.queries values ('a', 'b', 'c'); commit
update main.queries set text = 'x'
delete from main.qrels
drop view metrics.ranked
alter table main.queries rename to q
comment on view metrics.ranked is 'x'
pragma copy_database('x', 'y')
pragma import_database('{out}')
call enable_profiling(save_location = '{out}')
pragma enable_profiling = 'json'; pragma profiling_output = '{out}'
set profiling_output = '{out}'
set log_query_path = '{out}'
set temp_directory = '{out}'
set enable_external_access = true
set lock_configuration = false
reset enable_external_access
set allowed_paths = ['/']
set home_directory = '/tmp'
set extension_directory = '{out}'
set autoload_known_extensions = true
install httpfs
force install spatial from 'http://127.0.0.1:1'
load httpfs
load '{out}.duckdb_extension'
update extensions
create secret (type s3)
create persistent secret b (type http)
from '{secret}'
from '/dev/stdin'
from read_csv('{secret}')
from read_csv_auto('{secret}')
from read_text('{secret}')
from read_blob('{secret}')
from read_json('{secret}')
from read_json_auto('{secret}')
from read_json_objects('{secret}')
from read_json_objects_auto('{secret}')
from read_ndjson('{secret}')
from read_ndjson_auto('{secret}')
from read_ndjson_objects('{secret}')
from read_parquet('{secret}')
from read_duckdb('{secret}')
from parquet_scan('{secret}')
from parquet_metadata('{secret}')
from parquet_file_metadata('{secret}')
from parquet_full_metadata('{secret}')
from parquet_kv_metadata('{secret}')
from parquet_schema('{secret}')
from parquet_bloom_probe('{secret}', 'a', 1)
from sniff_csv('{secret}')
from glob('/etc/*')
from read_text('http://127.0.0.1:1/x')
from query('from read_text(''{secret}'')')
from json_execute_serialized_sql(json_serialize_sql('select * from read_text(''{secret}'')'))
prepare p as copy (select 1) to '{out}'; execute p
explain analyze copy (select 1) to '{out}'
select getenv('HOME')
from arrow_scan(1::pointer, 1::pointer, 1::pointer)
from arrow_scan_dumb(1::pointer, 1::pointer, 1::pointer)
from pandas_scan(1::pointer)
from python_map_function(1)
from which_secret('s3://x', 's3')
""".strip().splitlines()

# Functions of DuckDB that only read its own state or compute; functions that a new DuckDB adds must be checked first.
_HARMLESS = """
    checkpoint force_checkpoint disable_logging enable_logging disable_profiling duckdb_approx_database_count
    duckdb_columns duckdb_connection_count duckdb_constraints duckdb_coordinate_systems duckdb_databases
    duckdb_dependencies duckdb_extensions duckdb_external_file_cache duckdb_functions duckdb_indexes
    duckdb_keywords duckdb_log_contexts duckdb_logs duckdb_memory duckdb_optimizers duckdb_prepared_statements
    duckdb_schemas duckdb_secret_types duckdb_secrets duckdb_sequences duckdb_settings duckdb_table_sample
    duckdb_tables duckdb_temporary_files duckdb_types duckdb_variables duckdb_views generate_series
    icu_calendar_names json_each json_tree pg_timezone_names pragma_collations pragma_database_size
    pragma_metadata_info pragma_platform pragma_show pragma_storage_info pragma_table_info pragma_user_agent
    pragma_version query_table range repeat repeat_row seq_scan summary test_all_types test_vector_types
    truncate_duckdb_logs unnest
"""
HARMLESS = frozenset(_HARMLESS.split())


@pytest.fixture
def places(tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("a,b\nsecret,1\n")
    return {"out": tmp_path / "written", "secret": secret}


@pytest.fixture(scope="module")
def sandbox(sample_database):
    con = database.open_readonly(sample_database)
    yield con
    con.close()


@pytest.mark.parametrize("statement", REFUSED)
def test_forbidden_statements_are_rejected_and_write_nothing(sandbox, places, statement, tmp_path):
    with pytest.raises((duckdb.Error, RuntimeError)):
        sandbox.execute(statement.format(**places)).fetchall()
    with contextlib.suppress(duckdb.Error):
        sandbox.execute("rollback")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret.csv"]


@pytest.mark.parametrize(
    "statement", ["attach ':memory:' as m; create table m.t as select 1", "use memory; create table t (a int)"]
)
def test_statements_that_change_only_memory_leave_no_files(sample_database, statement, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = sample_database.stat()
    con = database.open_readonly(sample_database)
    con.execute(statement)
    con.close()
    assert list(tmp_path.iterdir()) == []
    assert sample_database.stat().st_mtime_ns == before.st_mtime_ns


def test_every_table_function_is_known_as_harmless_or_tested(sandbox):
    tried = " ".join(REFUSED)
    names = sandbox.execute(
        "select distinct function_name from duckdb_functions() where function_type = 'table' and internal"
    ).fetchall()
    unknown = [name for (name,) in names if name not in HARMLESS and f"{name}(" not in tried]
    assert unknown == []


def test_logging_to_a_file_is_not_possible(sample_database, tmp_path):
    # In a separate process, because DuckDB 1.5 aborts when it closes a log that it may not write.
    script = (
        "import sys, pathlib; from dltrack_db import database\n"
        "con = database.open_readonly(pathlib.Path(sys.argv[1]))\n"
        "con.execute(f\"call enable_logging(level = 'trace', storage = 'file', storage_path = '{sys.argv[2]}')\")\n"
        "con.execute(\"select write_log('x' || range) from range(10000)\")\n"
    )
    out = tmp_path / "log"
    subprocess.run([sys.executable, "-c", script, sample_database, out], capture_output=True, timeout=120, check=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "query",
    [
        "call enable_logging('QueryLog')",
        "/* a */ call main.enable_logging()",
        "from enable_logging()",
        'select (select count(*) from system.main."Enable_Logging"())',
        "explain analyze from enable_logging()",
        "from query('from query(''from enable_logging()'')')",
        "from query('from ena' || 'ble_logging()')",
        "pivot (from enable_logging()) on Success",
        "with a as materialized (from enable_logging()) from a",
        "prepare x as from enable_logging(); execute x",
        "from json_execute_serialized_sql('{}')",
        "select 1 where exists (from checkpoint())",
        "pragma enable_profiling",
    ],
)
def test_functions_that_change_the_process_are_rejected_anywhere_in_a_query(sample_database, query):
    done = CliRunner().invoke(app, ["sql", query, "--db", str(sample_database)])
    assert isinstance(done.exception, UsageError)
    assert any(word in str(done.exception) for word in ("changes", "CALL is allowed only for"))


LOGS = "enable_logging(level := 'trace', storage := 'file', storage_path := '/x')"


@pytest.mark.parametrize(
    "query",
    [
        "from my.log",
        "call my.logs()",
        "from my.asked('from ena' || $$ble_logging(storage := 'file', storage_path := '/x')$$)",
        "from query_table('my.' || 'log')",
        "explain analyze from my.log",
        "explain (analyze, format json) from my.log",
        "set variable x = (select Success from my.log)",
        "prepare x as from my.log; execute x",
        "pivot my.log on Success",
    ],
)
def test_forbidden_functions_inside_a_third_partys_view_or_macro_are_rejected(strangers_log, query):
    with contextlib.closing(database.open_readonly(strangers_log)) as con:
        *first, last = con.extract_statements(query)
        for statement in first[: query.startswith("prepare")]:
            questions.check(con, statement, query)
            con.execute(statement)
        with pytest.raises(
            UsageError, match=r"enable_logging\(\) is not allowed|may run macro my\.asked, which may change"
        ):
            questions.check(con, (first or [last])[0] if query.startswith("pivot") else last, query)


def test_a_third_partys_view_cannot_end_a_command(strangers_log):
    command = [sys.executable, "-m", "dltrack_db", "sql", "from my.log", "--db", strangers_log]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)  # it was aborted
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr


@pytest.fixture(scope="module")
def strangers_log(sample_database, tmp_path_factory):
    path = tmp_path_factory.mktemp("stranger") / "s.duckdb"
    path.write_bytes(sample_database.read_bytes())
    with duckdb.connect(str(path)) as con:
        con.execute(f"create schema my; create macro my.logs() as table from {LOGS}")
        con.execute("create view my.log as from my.logs(); create macro my.asked(text) as table from query(text)")
    return path


def test_queries_that_only_read_are_allowed(sandbox):
    for query in (
        "call pragma_version()",
        "call metrics.ndcg([7])",
        "from query('from main.runs')",
        "pivot main.qrels on relevance using count(*)",
        "explain (format json) from main.runs",
        "pragma version; show tables; summarize main.runs",
    ):
        for statement in sandbox.extract_statements(query):
            questions.check(sandbox, statement, query)


def test_variables_of_the_caller_are_not_tables(sandbox):
    import polars

    frame = polars.DataFrame({"a": [1]})
    assert frame.height == 1
    with pytest.raises(duckdb.Error, match="frame does not exist"):
        sandbox.execute("from frame")
