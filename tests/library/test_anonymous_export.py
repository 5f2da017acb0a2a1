"""`dltrack export --anonymous`: the same numbers under other names, and no trace of the old ones."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.export import pseudonyms
from dltrack_db.store import database
from tests.copies import copied

COLLECTION = "sample-passages"


def exported(db, folder, key, form):
    done = CliRunner().invoke(
        app,
        ["export", COLLECTION, "--to", str(folder), "-f", form, "--anonymous", str(key), "--db", str(db)],
        catch_exceptions=False,
    )
    assert done.exit_code == 0, done.output
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def known(sample_database):
    con = database.open_readonly(sample_database)
    runs = con.execute("select run_id, team from main.runs where collection = $1", [COLLECTION]).fetchall()
    scores = con.execute(
        "select run_id, round(value, 9) from metrics.run_scores where collection = $1 and measure = 'map'", [COLLECTION]
    ).fetchall()
    con.close()
    return runs, sorted(value for _, value in scores)


@pytest.mark.more
def test_tables_tell_no_run_and_no_team_and_the_same_scores(sample_database, known, tmp_path):
    import duckdb

    files = exported(sample_database, tmp_path / "out", tmp_path / "key", "csv")
    text = b"".join(files.values()).decode()
    runs, scores = known
    assert [run for run, _ in runs if f",{run}," in text] == []
    assert [team for _, team in runs if team and f",{team}," in text] == []
    out = duckdb.sql(
        f"select run_id, avg(value) from '{tmp_path}/out/query_scores.csv' where measure = 'map' "
        "group by all order by 1"
    ).fetchall()
    assert sorted(round(value, 9) for _, value in out) == pytest.approx(scores, abs=1e-8)
    listed = duckdb.sql(f"select run_id, tag, source_file from '{tmp_path}/out/runs.csv'").fetchall()
    assert [row[0] for row in listed] == sorted(row[0] for row in listed), "not in the order of their real names"
    assert all(run.startswith("run-") and file is None for run, _, file in listed)


# What every exported column tells, but those that identify: neither whose a run is nor what it was called.
TELLING_NOTHING = {
    "collections": "collection edition year task title corpus query_set qrels_variant min_relevance run_depth "
    "overview_depth ncg_depth tie_rule excludes_query_id expected_runs follows citation",
    "qrels": "collection variant query_id doc_id relevance iteration gain stratum",
    "queries": "query_set query_id text text_field",
    "query_scores": "collection query_id measure value",
    "rankings": "collection query_id doc_id submitted_rank score rank",
    "runs": "collection subtask category stage dense in_overview is_submission judged",
    "subtopic_qrels": "collection variant query_id subtopic doc_id relevance",
}


@pytest.mark.campaign
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_every_column_of_every_table_is_known_to_identify_or_not(sample_database, tmp_path, form):
    import duckdb

    db = tmp_path / "described.duckdb"
    copied(sample_database, db)
    con = duckdb.connect(str(db))
    # all that identifies is there, and different for each run
    con.execute(
        "update main.runs set tag = run_id || '!', team = coalesce(team, 'somebody'), source_file = run_id || '.txt', "
        "submitted_on = date '2021-08-01' + length(run_id)::integer, submitted_md5 = md5(run_id), "
        "source_md5 = md5('x' || run_id)"
    )
    runs = con.execute("select columns(*)::varchar from main.runs where collection = $1", [COLLECTION]).fetchall()
    names = [column[0] for column in con.description]
    con.close()
    exported(db, tmp_path / "out", tmp_path / "key", form)
    assert {path.stem for path in (tmp_path / "out").iterdir()} == TELLING_NOTHING.keys()
    seen = set()
    for table, harmless in TELLING_NOTHING.items():
        rows = duckdb.sql(f"select columns(*)::varchar from '{tmp_path}/out/{table}.{form}'")
        told = [name for name in rows.columns if name not in harmless.split()]
        assert set(told) == set(rows.columns) & pseudonyms.IDENTIFYING.keys()
        assert set(harmless.split()) == set(rows.columns) - set(told)
        for name in told:
            known = {row[names.index(name)] for row in runs}
            assert len(known) > 1
            assert None not in known
            assert not known & {row[0] for row in rows.project(f'"{name}"').fetchall()}, name
        seen |= set(told)
    assert seen == pseudonyms.IDENTIFYING.keys()


@pytest.mark.campaign
def test_the_same_key_gives_the_same_names_another_one_others(sample_database, tmp_path):
    one = exported(sample_database, tmp_path / "a", tmp_path / "key", "trec")
    again = exported(sample_database, tmp_path / "b", tmp_path / "key", "trec")
    other = exported(sample_database, tmp_path / "c", tmp_path / "other", "trec")
    assert one == again
    runs = {name for name in one if name.startswith("runs/")}
    assert runs and not runs & set(other)
    for name in runs:
        tags = {line.split()[5] for line in one[name].decode().splitlines()}
        assert tags == {name.rpartition("input.")[2]}


def test_the_key_is_private(tmp_path):
    key = pseudonyms.read_key(tmp_path / "key")
    assert len(key) == 32 and pseudonyms.read_key(tmp_path / "key") == key
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    (tmp_path / "key").chmod(0o644)
    with pytest.raises(UsageError, match="other users can read the key; run: chmod 600"):
        pseudonyms.read_key(tmp_path / "key")


@pytest.mark.parametrize(
    ("text", "told"), [("no key", "does not contain a key"), ("abcd", "has 2 bytes, but needs 32")]
)
def test_what_is_no_key_is_refused(tmp_path, text, told):
    (tmp_path / "key").write_text(text)
    (tmp_path / "key").chmod(0o600)
    with pytest.raises(UsageError, match=told):
        pseudonyms.read_key(tmp_path / "key")
