"""`dltrack verify`: a sound database passes, and each kind of damage is found."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections import Counter, defaultdict
from contextlib import suppress
from types import SimpleNamespace

import duckdb
import mini_track
import pytest
from typer.testing import CliRunner

from dltrack_db import sqlfiles
from dltrack_db.base import exhaustion, resources, sql_text
from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseError
from dltrack_db.load import publish
from dltrack_db.sqlfiles import orphans
from dltrack_db.store import change_log, create, duckdb_errors, removal
from dltrack_db.store.verify import UNCHECKED, Flaw, has_todays_objects, verify
from tests.commands import dltrack, process
from tests.copies import copied, noted

MEMBER = "file 'msmarco_v2_passage/msmarco_passage_00.gz' of sample-passage"
NOTE = (
    "set variable command = 'x'; set variable dltrack_version = 'x'; set variable duckdb_version = 'x'; "
    "set variable found = ''; " + resources.script("store/change_log/note")
)


@pytest.fixture
def db(tmp_path, small_database):
    return copied(small_database, tmp_path / "x.duckdb")


@pytest.mark.more
def test_a_check_that_runs_out_of_memory_is_repeated_with_more(db, monkeypatch):
    limits, before = [], []

    def fits(con):
        before.append(con)
        return iter(())

    def check(con):
        limits.append(con.execute("select current_setting('memory_limit')").fetchone()[0])
        if len(limits) == 1:
            raise duckdb.OutOfMemoryException("no room")
        return iter(())

    monkeypatch.setattr(sys.modules[verify.__module__], "_CHECKS", (fits, check, check))
    assert verify(db) == []
    assert limits[0] == "381.4 MiB" and limits[1:] == [limits[1]] * 2 != limits[:2] and len(before) == 1


DAMAGES = (  # grouped so that none brings about what is looked for after another one of its group
    (
        ("delete from main.qrels where rowid = 5", "ledger", "qrels 'nist' of sample-docs"),
        ("update main.queries set text = 'x' where query_id = '539333'", "ledger", "queries 'sample'"),
        ("update main.runs set source_md5 = 'x' where run_id = 'alder_d1'", "ledger", "runs 'alder_d1' of sample-docs"),
        ("update main.loads set checksum = null where name = 'alder_d1'", "not checked", "1 load"),
        ("update main.official_scores set value = value + 0.2", "reference", "main.official_scores"),
        ("delete from published.cells where exhibit = 'A-T1'", "reference", "published.cells"),
        ("update store.passages set spans = '' where rowid = 3", "corpus", MEMBER),
        ("delete from main.changes where change_no = 2", "changes", "no. 3"),
        ("update main.database_info set value = 'x' where key = 'objects'", "database_info", "objects"),
        ("update store.rankings set rank = 1 where rank = 2", "rules", "'alder_d1' of sample-docs"),
        ("update main.query_scores set value = value + 1e-6", "derived", "query_scores 'alder_d1' of sample-docs"),
    ),
    (
        ("update main.qrels set relevance = 3 where rowid = 5", "ledger", "qrels 'nist' of sample-docs"),
        (  # nor does another version of DuckDB in the ledger silence anything
            "insert into main.queries (query_set, query_id, text) values ('sample', 'new', 'x');"
            "update main.loads set duckdb_version = '1.5.4'",
            "ledger",
            "queries 'sample'",
        ),
        ("delete from main.loads where name = 'alder_d1'", "ledger", "runs 'alder_d1' of sample-docs"),
        ("update main.runs set team = 'x' where run_id = 'alder_d1'", "facts", "main.runs of 'sample-docs'"),
        ("update main.loads set checksum = null where name = 'sample-passage'", "not checked", "1 load"),
        ("delete from store.passages where rowid = 3", "ledger", "corpus 'sample-passage'"),
        ("update main.changes set command = 'x' where change_no = 2", "changes", "no. 2"),
        ("update store.rankings set rank = 3 - rank where rank in (1, 2)", "rules", "'alder_d1' of sample-docs"),
        (
            "insert into main.query_scores from main.query_scores where run_id = 'p_bm25' limit 1",
            "derived",
            "query_scores 'p_bm25' of sample-passages",
        ),
        (
            "insert into main.query_attributes values ('sample', '1', 'x', 'k', 'v')",
            "facts",
            "main.query_attributes of 'x'",
        ),
    ),
    (
        ("delete from main.changes", "changes", "main.changes"),
        ("update main.table_checksums set num_rows = 9", "facts", "main.runs of 'sample-docs'"),
        ("update store.rankings set score = 'nan'", "rules", "'alder_d1' of sample-docs"),
        ("update main.qrels set relevance = 3", "derived", "judged_rankings 'alder_d1' of sample-docs"),
    ),
    (
        ("delete from main.run_topics where run_id = 'alder_d1'", "ledger", "runs 'alder_d1' of sample-docs"),
        ("delete from main.run_topics where run_id = 'alder_d1'", "rules", "'rankings'"),
        ("update main.run_topics set num_ret = num_ret + 1", "rules", "'ember_doc_a' of sample-docs"),
    ),
)
ALTERED = (
    ("create or replace view catalog.status as select 1 as x", "catalog.status"),
    ("drop macro systems.is_legal_tag", "systems.is_legal_tag"),
    ("comment on column main.qrels.relevance is 'x'", "main.qrels"),
)


@pytest.mark.more
def test_a_damaged_block_of_an_index_is_found(db):
    """An index block contains no values, so no scan reads it, but a look-up by key does."""
    with duckdb.connect(str(db), read_only=True) as con:
        tables = con.execute("select schema_name || '.' || table_name from duckdb_tables()").fetchall()
        columns = "select unnest([block_id] || coalesce(additional_block_ids, [])) from pragma_storage_info(?)"
        values = {block for table in tables for (block,) in con.execute(columns, list(table)).fetchall()}
        values |= {block for (block,) in con.execute("select block_id from pragma_metadata_info()").fetchall()}
        ((size,),) = con.execute("select block_size from pragma_database_size()").fetchall()
    content = bytearray(db.read_bytes())
    for block in set(range(len(content) // size)) - values:
        content[3 * 4096 + block * size + 4000] ^= 0xFF
    db.write_bytes(content)
    assert {one.check for one in verify(db)} == {"blocks"}
    for command, code in ((["verify"], 3), (["leaderboard", "sample-docs"], 1)):
        done = subprocess.run(
            [sys.executable, "-m", "dltrack_db", *command, "--db", str(db)], capture_output=True, text=True
        )
        assert (done.returncode, "checksum" in done.stdout + done.stderr) == (code, True), done.stderr


@pytest.mark.campaign
def test_swapped_blocks_give_one_clear_finding(db):
    """The checksums of swapped blocks are correct; DuckDB's reaction to their content varies, and it may crash."""
    places = (
        "select block_id, segment_id from pragma_storage_info('main.query_scores') where block_id >= 0 order by all"
    )
    with duckdb.connect(str(db), read_only=True) as con:
        blocks = list(dict.fromkeys(block for block, _ in con.execute(places).fetchall()))
        blocks += [row[0] for row in con.execute(places.replace("main.query_scores", "store.rankings")).fetchall()][:1]
        ((size,),) = con.execute("select block_size from pragma_database_size()").fetchall()
    content = bytearray(db.read_bytes())
    first, second = (slice(3 * 4096 + block * size, 3 * 4096 + (block + 1) * size) for block in (blocks[0], blocks[-1]))
    content[first], content[second] = content[second], content[first]
    db.write_bytes(content)
    for command, codes in ((["verify"], [3]), (["leaderboard", "sample-docs"], [0, 1])):
        done = process(*command, "--db", db)
        said = done.stdout + done.stderr
        assert done.returncode in codes, said
        assert not any(word in said for word in ("Stack Trace", "memory ran out", "internal error")), said


def test_a_crash_of_duckdb_is_reported_as_a_finding(db, monkeypatch):
    module = sys.modules[verify.__module__]
    monkeypatch.setattr(module.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=-11, stdout=""))
    done = dltrack("verify", "--db", db)
    assert done.returncode == 3
    assert "DuckDB crashes while reading the file (signal 11)" in done.stdout


SAID_OF_DAMAGE = (  # by DuckDB 1.5.5, of blocks of trec2021 that were exchanged at random
    (
        duckdb.InternalException,
        'INTERNAL Error: Bitpacking offset is out of range at block "109" - corrupt database file',
    ),
    (duckdb.IOException, "IO Error: Corrupted ALPRD segment: stored data_byte_offset (67108872) exceeds the segments"),
    (duckdb.IOException, 'IO Error: Could not read enough bytes from file "x": attempted to read 262144 bytes'),
    (duckdb.SerializationException, "Serialization Error: Failed to deserialize: field id mismatch, expected: 100"),
    (duckdb.InvalidInputException, "Invalid Input Error: ZSTD Decompression failed: Data corruption detected"),
    (
        duckdb.OutOfMemoryException,
        "Out of Memory Error: failed to allocate data of size 4.0 TiB (3.0 MiB/381.4 MiB used)",
    ),
    (duckdb.OutOfMemoryException, "failed to allocate data of size 64.0 KiB (8.0 TiB/381.4 MiB used)"),
)
SAID_OF_OTHERS = (
    (duckdb.ConversionException, "Conversion Error: Could not convert string 'corrupt' to INT32"),
    (duckdb.OutOfMemoryException, "failed to allocate data of size 64.0 KiB (381.2 MiB/381.4 MiB used)"),
    (duckdb.IOException, "IO Error: Could not write file"),
)


def test_damage_is_distinguished_from_other_errors():
    assert all(duckdb_errors.damage(error(text)) for error, text in SAID_OF_DAMAGE)
    assert not any(duckdb_errors.damage(error(text)) for error, text in SAID_OF_OTHERS)
    assert "Error:" not in "".join(duckdb_errors.damage(error(text)) for error, text in SAID_OF_DAMAGE)


def test_exhausted_memory_is_reported_with_the_limit(tmp_path):
    text = "could not allocate block of size 256.0 KiB (1.3 GiB/1.3 GiB used)"
    for has_files, end in ((False, "before the command"), (True, "or load fewer files at a time")):
        with (
            pytest.raises(DatabaseError, match=rf"1\.4 GB are not enough; .*DLTRACK_MEMORY=3GB .*{end}$"),
            duckdb_errors.explain_faults(tmp_path, has_files=has_files),
            duckdb_errors.explain_faults(tmp_path),
        ):
            raise duckdb.OutOfMemoryException(text)
    asked = duckdb.OutOfMemoryException("failed to allocate data of size 128.0 GiB (2.8 MiB/1.3 GiB used)")
    assert "a single step needs 128.0 GiB" in exhaustion.advice(asked)
    assert "close other programs" in exhaustion.advice(MemoryError())


@pytest.mark.more
@pytest.mark.parametrize("damages", DAMAGES, ids=lambda damages: damages[0][0])
def test_damage_is_found(db, damages):
    with duckdb.connect(str(db)) as con:
        for damage, _, _ in damages:
            con.execute(damage)
    found = {(finding.check, finding.subject) for finding in verify(noted(db))}
    assert [damage for damage, *wanted in damages if tuple(wanted) not in found] == []


@pytest.fixture
def reordered(db):
    """Return the statement for a macro with the same body but reordered parameters, which gives other results."""
    with duckdb.connect(str(db), read_only=True) as con:
        ((body, comment),) = con.execute(
            "select macro_definition, comment from duckdb_functions() "
            "where schema_name = 'statistics' and function_name = 'difference'"
        ).fetchall()
    name = "statistics.difference"
    made = f"create or replace macro {name}(b, a, decimals := null) as {body}"
    return f"{made}; comment on macro {name} is {sql_text.literal(comment)}", name


def test_objects_of_another_version_are_found(db, reordered):
    altered = (*ALTERED, reordered)
    with duckdb.connect(str(db)) as con:
        for damage, _ in altered:
            con.execute(damage)
    assert {(one.check, one.subject) for one in verify(db)} == {("objects", name) for _, name in altered}


A_TOPIC = "(select min(answer_id) from main.run_topics)"
RULES_BROKEN = (
    (
        f"insert into main.run_topics from main.run_topics where answer_id = {A_TOPIC}",
        [
            "a document is returned once per topic",
            "an answer_id belongs to one run and topic",
            "num_ret in run_topics is the number of retrieved items",
            "ranks follow the tie rule of the collection",
            "ranks go from 1 without gaps",
        ],
    ),
    (
        f"delete from store.rankings where answer_id = {A_TOPIC}",
        ["a topic in run_topics has a retrieved item", "num_ret in run_topics is the number of retrieved items"],
    ),
    (
        f"update store.rankings set rank = rank + 1 where answer_id = {A_TOPIC} and rank > 5",
        ["ranks follow the tie rule of the collection", "ranks go from 1 without gaps"],
    ),
    (
        f"delete from store.rankings where answer_id = {A_TOPIC} and rank = 1",
        [
            "num_ret in run_topics is the number of retrieved items",
            "ranks follow the tie rule of the collection",
            "ranks go from 1 without gaps",
        ],
    ),
)


def test_which_rule_is_broken(db):
    """For runs: each damage breaks exactly these rules."""
    with duckdb.connect(str(db)) as con:
        for damage, rules in RULES_BROKEN:
            con.execute("begin")
            con.execute(damage)
            found = con.execute("select distinct rule from catalog.broken_rules order by rule").fetchall()
            con.execute("rollback")
            assert [rule for (rule,) in found] == rules, damage


FACTS = "select table_name from catalog.changed_facts"
CHECKS = (
    "select reason from catalog.broken_chain",
    "select corpus from catalog.changed_members",
    "select name from catalog.ledger_counts where not is_sound",
    "select rule from catalog.broken_rules",
    "select derived_table from catalog.stale_derivations",
)
"""Ordered from the fastest to the slowest."""


def _changed(column, kind):
    """Return a value that differs from the column's current value."""
    if kind == "VARCHAR":
        return f"coalesce({column}, '') || 'x'"
    if kind == "BOOLEAN":
        return f"not coalesce({column}, false)"
    if kind.startswith(("TIME", "DATE")):
        return f"coalesce({column}, now()::{kind}) + interval 1 day"
    return f"coalesce({column}, 0) + 1"


def _unnoticed_of_derived(con, table, columns):
    """Return the columns with an unreported change; each is changed in another run, so one query covers all."""
    runs = con.execute(f"select collection, run_id, min(rowid) from main.{table} group by all order by all").fetchall()
    changed = list(zip(columns, runs, strict=False))
    assert len(changed) == len(columns)
    for (column, kind), (*_, row) in changed:
        con.execute(f'update main.{table} set "{column}" = {_changed(column, kind)} where rowid = {row}')
    query = "select collection, run_id from catalog.stale_derivations where derived_table = $1"
    told = con.execute(query, [table]).fetchall()
    return [f"{table}.{column}" for (column, _), (*run, _) in changed if tuple(run) not in told]


def _change_first_row(con, table, column, kind):
    first = f"rowid = (select min(rowid) from {table})"
    con.execute(f'update {table} set "{column}" = {_changed(column, kind)} where {first}')


def _taken(con, columns):
    """Return the columns that the database itself allows to be changed."""
    for each in columns:
        con.execute("begin")
        with suppress(duckdb.Error):
            _change_first_row(con, *each)
            yield each
        con.execute("rollback")


def _unnoticed_by(con, query, columns):
    """The columns whose change alters no row of `query` that names their table: one column of each table at a time."""
    sound, unnoticed, seen = set(con.execute(query).fetchall()), [], Counter()
    places = [(seen.update([each[0]]), seen[each[0]])[1] for each in columns]
    for place in range(1, max(places) + 1):
        changed = [each for each, its in zip(columns, places, strict=True) if its == place]
        con.execute("begin")
        for each in changed:
            _change_first_row(con, *each)
        told = {name for name, *_ in sound ^ set(con.execute(query).fetchall())}
        con.execute("rollback")
        unnoticed += [each for each in changed if each[0] not in told]
    return unnoticed


def test_a_change_in_any_column_of_any_table_is_detected(db):
    """All tables with rows are tested: a table without a checksum fails here."""
    con = duckdb.connect(str(db), config={"threads": 1})
    columns = con.execute(
        "select schema_name || '.' || table_name, column_name, data_type from duckdb_columns() "
        "join duckdb_tables() using (schema_name, table_name) where not duckdb_columns.internal "
        "and estimated_size > 0 order by all"
    ).fetchall()
    missed, tried = [], 0
    for derived in ("judged_rankings", "query_scores"):
        its = [(column, kind) for table, column, kind in columns if table == f"main.{derived}"]
        con.execute("begin")
        missed += _unnoticed_of_derived(con, derived, its)
        con.execute("rollback")
        columns = [each for each in columns if each[0] != f"main.{derived}"]
        tried += len(its)
    columns = list(_taken(con, columns))
    tried += len(columns)
    shipped = {name for (name,) in con.execute("select table_name from catalog.reference_checksums").fetchall()}
    of_release = [each for each in columns if each[0] in shipped]
    missed += _unnoticed_by(con, "from catalog.reference_checksums", of_release)
    left = _unnoticed_by(con, FACTS, [each for each in columns if each[0] not in shipped])
    checks, before = CHECKS, None
    for table, column, kind in left:
        con.execute("begin")
        _change_first_row(con, table, column, kind)
        checks = checks if table == before else CHECKS
        noticing = next((check for check in checks if con.execute(check).fetchone()), None)
        before, checks = table, sorted(CHECKS, key=lambda check: check != noticing)  # mostly the next column's, too
        if noticing is None:
            missed.append(f"{table}.{column}")
        con.execute("rollback")
    assert missed == []
    assert tried > 130


def test_an_overlay_of_a_server_without_earlier_connection_is_not_verified(db):
    with duckdb.connect(str(db)) as con:
        con.execute(
            "insert into main.database_info "
            "values ('lake_catalogue', 'ducklake:postgres:dbname=x'), ('lake_data', '/nowhere/')"
        )
    done = CliRunner().invoke(app, ["verify", "--db", str(db)])
    assert done.exit_code == 4
    assert "never connected" in done.output


def test_checksums_are_md5_sums_over_the_rows(db):
    """They are recomputed with Python's md5: they do not depend on DuckDB."""

    def digest(text):
        return int.from_bytes(hashlib.md5(text.encode()).digest()[::-1]) >> 32

    con = duckdb.connect(str(db), read_only=True)
    answers = defaultdict(list)
    for query, doc, rank, score in con.execute(
        "select query_id, doc_id, submitted_rank, score from main.rankings where run_id = 'alder_d1'"
    ).fetchall():
        answers[query].append(digest(f"{rank} {score} {doc}"))
    found = sum(digest(f"{len(docs)} {sum(docs)} {query}") for query, docs in answers.items())
    assert con.execute("select checksum from main.loads where name = 'alder_d1'").fetchone() == (str(found),)
    queries = con.execute("select query_id, text from main.queries where query_set = 'sample'").fetchall()
    found = sum(digest("".join(f"{len(each.encode())}:{each}" for each in row)) for row in queries)
    assert con.execute("select checksum from main.loads where part = 'queries'").fetchone() == (str(found),)


def _rename(db, run, to, tables):
    with duckdb.connect(str(db)) as con:
        for table in tables:
            con.execute(f"update main.{table} set run_id = '{to}' where run_id = '{run}'")


def test_a_manual_change_is_reported_until_it_is_accepted(unchanged, tmp_path):
    path = copied(unchanged, tmp_path / "x.duckdb")
    with duckdb.connect(str(path)) as con:
        con.execute("update main.runs set team = 'x' where run_id = 'a'")
        assert change_log.find_foreign_changes(con) == "main.runs of mini-docs"
        con.execute("update main.table_checksums set checksum = '1' where table_name = 'main.collections'")
    assert {(found.check, found.subject) for found in verify(noted(path)) if found.is_fault} == {
        ("facts", "main.collections of 'mini-docs'"),
        ("facts", "main.runs of 'mini-docs'"),
        ("changes", "no. 2"),
    }
    publish.rebuild(path, accept=True)
    assert verify(path) == []


@pytest.mark.more
def test_changes_by_another_program_are_reported_until_accepted(db):
    """Manual changes, also after the next load; unchecked, unloaded and missing data; renamed runs."""
    with duckdb.connect(str(db)) as con:
        con.execute("update main.runs set team = 'x' where run_id = 'alder_d1'")
    removal.drop(noted(db), removal.DropRequest(("sample-passages",)))
    assert [(found.check, found.detail) for found in verify(db)] == [
        ("changes", "before this change, other software had changed main.runs of sample-docs")
    ]
    with duckdb.connect(str(db)) as con:
        con.execute(
            "update main.loads set checksum = null where name = 'd_bm25'; update store.members set checksum = '1';"
            "insert into main.qrels_variants by name select * replace ('mine' as variant) "
            "from main.qrels_variants limit 1;"
            "insert into main.qrels by name select * replace ('mine' as variant) from main.qrels "
            "where collection = (select collection from main.qrels_variants where variant = 'mine') limit 9;"
            "delete from main.runs where run_id = 'alder_rr'; delete from store.rankings where answer_id in "
            "(select answer_id from main.run_topics where run_id = 'alder_rr');"
            "delete from main.run_topics where run_id = 'alder_rr'"
        )
    _rename(db, "alder_d1", "other", ["runs", "run_topics"])
    _rename(db, "alder_d2", "another", ["runs", "run_topics", "query_scores", "judged_rankings"])
    noted(db)
    assert [(found.check, found.subject) for found in verify(db) if not found.is_fault] == [(UNCHECKED, "1 load")]
    publish.rebuild(db, accept=True)
    assert verify(db) == []
    with duckdb.connect(str(db), read_only=True) as con:
        scored = "select distinct run_id from main.query_scores where run_id in ('other', 'another') or run_id in "
        gone = "('alder_d1', 'alder_d2', 'alder_rr')"
        assert con.execute(f"{scored} {gone} order by all").fetchall() == [("another",), ("other",)]
        kept = con.execute("select name, source from main.loads where name in ('other', 'another') order by 1")
        assert [(name, source.split("input.")[-1]) for name, source in kept.fetchall()] == [
            ("another", "alder_d2.gz"),
            ("other", "alder_d1.gz"),
        ]


@pytest.mark.more
def test_contradicting_rows_cannot_be_accepted(db):
    _rename(db, "alder_d1", "other", ["runs"])
    noted(db)
    with pytest.raises(
        DatabaseError, match=r"some rows contradict each other: .*a row of run_topics refers to a row of"
    ):
        publish.rebuild(db, accept=True)


@pytest.mark.campaign
def test_every_row_without_its_parent_breaks_a_rule(empty_db):
    """Each table has one row with keys that no other table has: every relation in the catalogue is reported."""
    relations = {row[:2] for row in empty_db.execute("select object, parent from catalog.relations").fetchall()}
    tables = {child for child, _ in relations} - {"main.rankings", *(f"main.{name}" for name in orphans.LEFT_OUT)}
    assert len(tables) > 15
    for number, table in enumerate(sorted(tables)):
        columns = empty_db.execute(f"describe {table}").fetchall()
        keys = empty_db.execute("select flatten(list(columns)) from catalog.relations where object = $1", [table])
        (needed,) = keys.fetchone()
        made = {name: _some(name, kind, number) for name, kind, null, *_ in columns if null == "NO" or name in needed}
        values = ", ".join(f"{value} as {name}" for name, value in made.items())
        empty_db.execute(f"insert into {table} by name select {values}")
    told = {row[:2] for row in empty_db.execute("select object, parent from catalog.orphans").fetchall()}
    assert told == {(child, parent) for child, parent in relations if child in tables}
    rules = {row[0] for row in empty_db.execute("select rule from catalog.broken_rules").fetchall()}
    assert {f"a row of {child[5:]} refers to a row of {parent[5:]}" for child, parent in told} <= rules
    assert "a topic in run_topics has a retrieved item" in rules


def _some(name, kind, number):
    """Return a value that the column accepts and no other table has."""
    if kind == "VARCHAR":
        of_few = {"verified": "none", "tie_rule": "float", "winner": "a", "strategy": "cal", "pooled_runs": "loaded"}
        return f"'{of_few.get(name, 'judged' if name == 'candidates' else f'no {number}')}'"
    if kind.startswith(("TIME", "DATE")):
        return f"now()::{kind}"
    if kind == "BOOLEAN":
        return "true"
    return f"null::{kind}" if kind.endswith("]") or kind.startswith(("MAP", "STRUCT")) else f"{number + 1}::{kind}"


def test_the_command_has_separate_exit_codes_for_faults_and_unchecked_data(unchanged, monkeypatch):
    sound = dltrack("verify", "--db", unchanged)
    assert (sound.returncode, sound.stderr) == (0, "")
    fault, unchecked = (Flaw(check, "x", "x", "x") for check in ("ledger", UNCHECKED))
    for findings, code in (([fault], 3), ([unchecked], 4), ([unchecked, fault], 3)):
        monkeypatch.setattr(sys.modules[verify.__module__], "verify", lambda _, findings=findings, **__: findings)
        assert dltrack("verify", "--db", unchanged).returncode == code


@pytest.mark.campaign
def test_a_build_does_not_recreate_current_objects(db, reordered, tmp_path, monkeypatch):
    reference = ("delete from published.cells where exhibit = 'A-T1'", "")
    version = ("update main.database_info set value = '1.0.0' where key = 'duckdb_version'", "")
    for damage, _ in (*ALTERED, reordered, reference, version):
        spoiled = copied(db, tmp_path / "spoiled.duckdb")
        with duckdb.connect(str(spoiled)) as con:
            con.execute(damage)
        assert not has_todays_objects(spoiled), damage
    with monkeypatch.context() as patch:
        patch.setattr(create, "make_objects", None)
        assert publish.rebuild(db) == 2


def test_objects_built_by_another_duckdb_are_not_current(unchanged, tmp_path):
    path = copied(unchanged, tmp_path / "x.duckdb")
    with duckdb.connect(str(path)) as con:
        con.execute("update main.database_info set value = '1.0.0' where key = 'duckdb_version'")
    assert not has_todays_objects(noted(path))


@pytest.mark.more
def test_a_build_of_an_unchanged_database_does_nothing(unchanged, tmp_path, monkeypatch):
    path = copied(unchanged, tmp_path / "x.duckdb")
    assert [publish.rebuild(path) for _ in range(2)] == [1, None]
    assert publish.rebuild(path, accept=True) == 1
    with duckdb.connect(str(path)) as con:
        con.execute("delete from main.query_scores")
    assert [publish.rebuild(path) for _ in range(2)] == [1, None]
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("from main.query_scores limit 1").fetchone()
    monkeypatch.setattr(sqlfiles, "file_state", lambda: "another")
    assert publish.rebuild(path) == 1


@pytest.mark.campaign
def test_rebuilding_repairs_objects_and_derived_tables(db, reordered, monkeypatch):
    """This includes objects that another program alters after the build's check and before the build has the lock."""

    def spoiled_after(path):
        is_todays = has_todays_objects(path)
        with duckdb.connect(str(path)) as con:
            con.execute(
                "drop view catalog.status; delete from main.query_scores; create view main.mine as select 1 as x"
            )
            con.execute(f"comment on table main.qrels is 'x'; {reordered[0]}")
            con.execute("update main.official_scores set value = value + 0.2")
        return is_todays

    monkeypatch.setattr(sys.modules[verify.__module__], "has_todays_objects", spoiled_after)
    publish.rebuild(db)
    assert verify(db) == []
    assert duckdb.connect(str(db), read_only=True).execute("from main.mine").fetchone() == (1,)


def test_the_state_of_a_file_depends_on_every_checksum_and_fact(empty_db):
    facts, states = {"table_name": "a", "scope": "x", "num_rows": 1, "checksum": "2"}, set()
    for other in ({}, *({name: f"{value}9"} for name, value in facts.items())):
        empty_db.execute("delete from main.table_checksums")
        mini_track.insert(empty_db, "main.table_checksums", [facts | other])
        states |= {*empty_db.execute("select state from catalog.state").fetchall()}
    assert len(states) == 1 + len(facts)
