"""Opening databases: read-only means read-only, several times, and refusals say what to do."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from dltrack_db.errors import DatabaseError, UntrustedError
from dltrack_db.load import publish
from dltrack_db.store import create, database, facts, template, versions


def test_a_database_opens_more_than_once_in_a_process(sample_database):
    first, second = database.open_readonly(sample_database), database.open_readonly(sample_database)
    assert (
        first.execute("select count(*) from main.runs").fetchone()
        == second.execute("select count(*) from main.runs").fetchone()
    )
    first.close()
    second.close()


def test_another_database_is_refused(tmp_path):
    path = tmp_path / "other.duckdb"
    duckdb.connect(str(path)).execute("create table t as select 1")
    with pytest.raises(DatabaseError, match="is not a dltrack database; make one with"):
        database.open_readonly(path)
    con = database.connect()
    database.attach(con, path, read_only=False)
    with pytest.raises(DatabaseError, match="is a DuckDB database that dltrack did not create; choose another file"):
        create.initialize(con, path, facts.get(con))


def test_no_database_at_all_is_refused(tmp_path):
    path = tmp_path / "text.duckdb"
    path.write_text("not a database" * 1000)
    with pytest.raises(DatabaseError, match="is not a DuckDB database"):
        database.open_readonly(path)


@pytest.mark.more
def test_another_table_schema_is_refused(tmp_path):
    path = tmp_path / "old.duckdb"
    template.copy_to(path)
    con = database.connect()
    database.attach(con, path, read_only=False)
    con.execute("update main.database_info set value = '0' where key = 'schema_version'")
    con.close()
    with pytest.raises(
        DatabaseError, match=rf"has table schema 0, .* needs schema {versions.SCHEMA_VERSION}; load the"
    ):
        database.open_readonly(path)


@pytest.mark.campaign
def test_building_again_drops_what_no_file_defines_any_more_and_keeps_what_users_made(tmp_path):
    path = tmp_path / "x.duckdb"
    template.copy_to(path)
    with closing(duckdb.connect(str(path))) as earlier:
        earlier.execute("create view metrics.gone as select 1 as x")
        earlier.execute("create view metrics.mine as select 1 as x")
        noted = "update main.database_info set value = value || ',view if exists metrics.gone' where key = 'objects'"
        earlier.execute(noted)
        earlier.execute("update main.database_info set value = 'older' where key = 'views_hash'")
    con = database.connect()
    database.attach(con, path, read_only=False)
    with database.transaction(con):
        create.initialize(con, path, facts.get(con))
    left = con.execute("select view_name from duckdb_views() where view_name in ('gone', 'mine')").fetchall()
    assert left == [("mine",)]
    con.close()


def test_a_template_made_while_its_files_changed_is_not_kept(tmp_path, monkeypatch):
    """Under a name that tells what it is made of it would give every new database the views of another moment."""
    monkeypatch.setattr(template, "make", Path.touch)
    places = [tmp_path / "before.duckdb", tmp_path / "after.duckdb"]
    monkeypatch.setattr(template, "cache_path", lambda: places.pop(0))
    assert template.cached_template() is None
    assert list(tmp_path.iterdir()) == []
    places[:] = [tmp_path / "same.duckdb"] * 2
    assert template.cached_template() == tmp_path / "same.duckdb"
    assert [path.name for path in tmp_path.iterdir()] == ["same.duckdb"]


def test_a_template_that_cannot_be_copied_leaves_nothing_behind(tmp_path, monkeypatch):
    """A disk that fills while the template is copied must not leave half a database for the load to trip over."""

    def half(source, target):
        target.write_bytes(source.read_bytes()[:5000])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(template.shutil, "copyfile", half)
    template.copy_to(tmp_path / "new.duckdb")
    assert not (tmp_path / "new.duckdb").exists()
    monkeypatch.undo()
    template.copy_to(tmp_path / "new.duckdb")
    database.open_readonly(tmp_path / "new.duckdb").close()


@pytest.mark.campaign
def test_the_macros_of_an_attached_file_answer_after_use(sample_database, tmp_path):
    """As docs/architecture.md says: what a macro names is looked for in the catalogue in use, not in its own."""
    con = duckdb.connect()
    con.execute(f"attach '{sample_database}' as foo (read_only)")
    assert con.execute("select count(*) from foo.systems.leaderboard").fetchone() == (40,)  # views know where they are
    with pytest.raises(duckdb.CatalogException, match="gains_at does not exist"):
        con.execute("from foo.metrics.ndcg([3])")
    con.execute("use foo")
    wanted = con.execute("select count(*), sum(value) from metrics.ndcg([3])").fetchone()
    assert wanted[0] > 1000
    template.make(tmp_path / "empty.duckdb")
    con.execute(f"attach '{tmp_path / 'empty.duckdb'}' as other (read_only)")
    con.execute("use other")
    assert con.execute("select count(*) from foo.metrics.ndcg([3])").fetchone() == (0,)  # the other one's: none
    con.execute("use foo")
    assert con.execute("select count(*), sum(value) from metrics.ndcg([3])").fetchone() == pytest.approx(wanted)
    con.close()


def test_every_release_of_the_tables_has_its_steps():
    """A schema version without steps from the one before could not be reached."""
    from dltrack_db.store import rewrite

    numbers = {int(path.name.split("_")[0]) for path in rewrite.MIGRATIONS.glob("*.sql")}
    assert numbers == set(range(versions.OLDEST_SCHEMA + 1, int(versions.SCHEMA_VERSION) + 1))


@pytest.mark.more
def test_rows_in_a_column_that_nobody_knows_are_not_dropped(unchanged, tmp_path):
    path = Path(shutil.copy(unchanged, tmp_path / "x.duckdb"))
    with closing(duckdb.connect(str(path))) as con:
        con.execute("alter table main.queries add column mine varchar default 'x'")
        con.execute("update main.database_info set value = 'x' where key = 'views_hash'")
    with pytest.raises(UntrustedError, match="load the files into a new database") as refused:
        database.open_readonly(path)
    assert "drop" not in str(refused.value)
    with pytest.raises(
        DatabaseError,
        match=r"main.queries was made by another version of dltrack and has rows with columns that .* \(mine\)",
    ):
        publish.rebuild(path)
