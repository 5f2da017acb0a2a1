"""Three members of a group with separate roles, which the statements in the guide (docs/shared.md) create."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from dltrack_db.store import lake
from dltrack_db.store.lake import extensions, overlay, session
from tests.loading.mini_edition import RUN_A, Mini
from tests.shared.postgresql import PORT, Server
from tests.shared.test_attacks import said

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "server.md"


@pytest.fixture(scope="module")
def statements() -> list[str]:
    """Return the SQL blocks of the guide: the roles, and the grants to run after the tables are created."""
    return re.findall(r"```sql\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def administer(server: Server, statement: str) -> None:
    """Run a statement in PostgreSQL as its administrator."""
    server.run("psql", "-h", str(server.folder), "-p", PORT, "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-c", statement, "trec")  # fmt: skip # noqa: E501


def psql_rows(server: Server, query: str) -> list[str]:
    """Return the first column of a query that the administrator runs."""
    with closing(duckdb.connect(config={"allow_unsigned_extensions": True})) as con:
        extensions.load(con, extensions.POSTGRES)
        con.execute(
            f"attach 'host={server.folder} port={PORT} user=postgres dbname=trec' as pg (type postgres, read_only)"
        )
        return [row[0] for row in con.execute("from postgres_query('pg', $q$" + query + "$q$)").fetchall()]


def member(server: Server, name: str, folder: Path, *more: str) -> Path:
    """Connect as a member; return the path of the overlay."""
    db = folder / f"{name}.duckdb"
    catalogue = f"ducklake:postgres:host={server.folder} port={PORT} user={name} dbname=trec"
    said("connect", catalogue, "--data", folder / "data", "--db", db, *more)
    return db


@pytest.fixture(scope="module")
def members(server: Server, statements: list[str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The overlays of ada and eva, who write, and of ben, who reads, as the guide sets them up."""
    folder = tmp_path_factory.mktemp("members")
    lines = GUIDE.read_text(encoding="utf-8").splitlines()
    here = ("-h", str(server.folder), "-p", PORT, "-U", "postgres")
    for program, arguments in re.findall(r"^sudo -u postgres (create\w+) (.*)$", "\n".join(lines), re.MULTILINE):
        server.run(program, *here, *arguments.split())
    roles, grants = statements
    administer(server, roles)
    (folder / "data").mkdir()
    (folder / "data").chmod(0o2775)
    ada = member(server, "ada", folder, "--init")
    administer(server, grants)
    Mini(folder / "mini").load(ada)
    return {"ada": ada, "eva": member(server, "eva", folder), "ben": member(server, "ben", folder)}


def runs_of(db: Path) -> list[str]:
    """Return the runs that a member can read."""
    return said("sql", "-f", "csv", "select run_id from systems.leaderboard order by all", "--db", db).split()[1:]


def runs_of_plain(db: Path) -> list[str]:
    """Return the runs that a member can read with a plain DuckDB."""
    address = overlay.find_address(db)
    assert address is not None
    with closing(duckdb.connect(db, read_only=True, config={"allow_unsigned_extensions": True})) as plain:
        for line in lake.shell_lines(address):
            plain.execute(line)
        return [row[0] for row in plain.execute("select run_id from systems.leaderboard order by all").fetchall()]


def test_three_members_write_and_read_in_turn(members: dict[str, Path], tmp_path: Path) -> None:
    """With the synthetic mini edition: every member can read tables that another member created."""
    ada, eva, ben = members["ada"], members["eva"], members["ben"]
    third = tmp_path / "third.txt"
    third.write_text(RUN_A.replace("tagA", "third"))
    turns: list[tuple[Path, tuple[object, ...], list[str]]] = [
        (ada, ("drop", "a", "-c", "mini-docs"), ["b"]),
        (eva, ("ingest", "runs", third, "-c", "mini-docs"), ["b", "third"]),
        (ada, ("lake", "maintain", "--keep", "0"), ["b", "third"]),
        (eva, ("lake", "maintain", "--keep", "0"), ["b", "third"]),
        (ada, ("rename", "third", "fourth", "-c", "mini-docs"), ["b", "fourth"]),
        (eva, ("drop", "b", "-c", "mini-docs"), ["fourth"]),
    ]
    for who, command, runs in turns:
        said(*command, "--db", who)
        assert runs_of(eva if who == ada else ada) == runs, command
        assert runs_of_plain(ben) == runs, command
    assert runs_of(ben) == ["fourth"]
    assert "is sound" in said("verify", "--db", ben)
    authors = "select distinct author from lake.snapshots() where author is not null order by all"
    assert said("sql", "-f", "csv", authors, "--db", ben).split() == ["author", "ada", "eva"]
    data = Path(str(overlay.find_address(ada).data))
    assert {path.stat().st_mode for path in data.rglob("*") if path.is_dir()} == {data.stat().st_mode}


def test_a_member_whose_tables_others_could_not_read_is_rejected(members: dict[str, Path], server: Server) -> None:
    """The error contains the statement that fixes the problem."""
    administer(server, "alter role eva in database trec reset role")
    told = said("drop", "mini-docs", "--db", members["eva"])
    assert "other users could not read the data that you write" in told
    assert "nothing was changed" in told
    administer(server, told[told.index("alter role") :])
    assert "now called" in said("rename", "fourth", "fifth", "-c", "mini-docs", "--db", members["eva"])


def test_tables_with_the_wrong_owner_are_named_with_the_statement_that_fixes_them(
    members: dict[str, Path], server: Server
) -> None:
    """An earlier version of the guide created such tables; the statements in the error fix them."""
    eva, ben = members["eva"], members["ben"]
    tables = psql_rows(server, "select relname from pg_class where relname like 'ducklake_inlined_delete_%' and relkind = 'r'")  # fmt: skip # noqa: E501
    for table in tables:
        administer(server, f"alter table {table} owner to ada; revoke select on {table} from trec_reader")
    refused = [
        said(*command, "--db", db)
        for db, command in [
            (ben, ("leaderboard", "mini-docs")),
            (ben, ("status",)),
            (ben, ("verify",)),
            (eva, ("drop", "mini-docs")),
        ]
    ]
    for told in refused:
        assert f"alter table {tables[0]} owner to trec_owner" in told
    cure = told[told.index("alter table") : told.index("; and for ada, who wrote")]
    administer(server, cure)
    assert runs_of_plain(ben) == ["fifth"]


def test_a_reader_without_grants_is_told_the_missing_grants(members: dict[str, Path], server: Server) -> None:
    ben = members["ben"]
    administer(server, "revoke select on all tables in schema public from trec_reader")
    told = said("leaderboard", "mini-docs", "--db", ben)
    assert "as ben you may not read" in told
    administer(server, told[told.index("grant select") :])
    assert runs_of(ben) == ["fifth"]


def test_a_folder_without_group_access_is_reported(members: dict[str, Path]) -> None:
    address = overlay.find_address(members["eva"])
    assert address is not None
    message = f'IO Error: Cannot open file "{address.data}main/runs/x.parquet": Permission denied'
    told = str(session._explain_absence(message, address, "nothing was changed; "))
    assert re.search(
        rf"you may not open \S*main/runs/x.parquet of {re.escape(address.catalogue)}; nothing was changed", told
    )
    assert f"chmod -R g+rwX {address.data}" in told
