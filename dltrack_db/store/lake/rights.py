"""The user's role in the PostgreSQL of a shared database, and missing rights of its roles.

DuckLake creates tables in the catalogue whenever someone writes, and only the role that created a table may read it. So
everyone who writes acts as one role, the owner of the catalogue, whose default privileges let others read.
"""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass, fields

import duckdb

from dltrack_db.base import resources
from dltrack_db.base.sql_text import literal
from dltrack_db.errors import DatabaseError
from dltrack_db.store import connection
from dltrack_db.store.lake import extensions
from dltrack_db.store.lake.address import Address

_REFUSAL = re.compile(
    r"permission denied|must be owner of|transaction is aborted|unsuccessful query result", re.IGNORECASE
)
"""Messages of PostgreSQL to a role without rights, and of DuckDB about a transaction that failed because of that."""


@dataclass(frozen=True)
class Rights:
    """The user's role and rights; roles are quoted for SQL, lists joined by commas, None if empty."""

    member: str
    owner: str
    place: str
    may_write: bool
    is_member: bool
    is_owner: bool
    readers: str | None
    closed: str | None
    foreign_tables: str | None
    other_owners: str | None

    @property
    def owner_statement(self) -> str:
        """Statement that lets the user act as the owner of the catalogue from the next connection on."""
        granting = "" if self.is_member else f"grant {self.owner} to {self.member}; "
        return f"{granting}alter role {self.member} in database {self.place} set role = {self.owner}"

    @property
    def reader_statements(self) -> str:
        """Statements that let roles read existing and future tables."""
        readers = self.readers or self.member
        return (
            f"grant select on all tables in schema public to {readers}; alter default privileges for role {self.owner} "
            f"in schema public grant select on tables to {readers}"
        )


def read(con: duckdb.DuckDBPyConnection, alias: str) -> Rights:
    """Query the user's rights from a PostgreSQL that is attached as `alias`."""
    result = con.execute(f"from postgres_query({literal(alias)}, {literal(resources.script('store/lake/rights'))})")
    names = [column[0] for column in result.description or []]
    row = dict(zip(names, result.fetchone() or (), strict=True))
    return Rights(**{field.name: row[field.name] for field in fields(Rights)})


def read_at(address: Address) -> Rights:
    """Query the user's rights from the PostgreSQL of a lake, in a separate connection."""
    with closing(connection.connect(threads=1)) as con:
        extensions.load(con, extensions.POSTGRES)
        con.execute(f"attach {literal(address.postgres)} as catalogue (type postgres, read_only)")
        return read(con, "catalogue")


def session_user(con: duckdb.DuckDBPyConnection, alias: str) -> str:
    """Return the role that connected to a PostgreSQL that is attached as `alias`."""
    row = con.execute(f"from postgres_query({literal(alias)}, 'select session_user')").fetchone()
    return str(row[0]) if row else ""


def check_writer(rights: Rights, address: Address) -> None:
    """Reject a role that may only read, or whose changes others could not read."""
    if not rights.may_write:
        raise DatabaseError(
            f"you may only read {address.catalogue}; nothing was changed, ask its owner for a role of "
            "PostgreSQL that may write"
        )
    if lack := explain_lack(rights, address, "nothing was changed, "):
        raise DatabaseError(lack)


def is_refusal(error: BaseException) -> bool:
    """Return whether an error may be what a role without rights meets."""
    return bool(_REFUSAL.search(str(error)))


def explain(error: BaseException, address: Address, outcome: str = "") -> DatabaseError | None:
    """Return the error about missing rights and how to grant them; None if something else failed."""
    if address.is_frozen or not is_refusal(error):
        return None
    try:
        lack = explain_lack(read_at(address), address, outcome)
    except duckdb.Error:  # the server cannot be reached, which the caller reports
        return None
    return DatabaseError(lack) if lack else None


def explain_lack(rights: Rights, address: Address, outcome: str = "") -> str | None:
    """Describe missing rights of the user or others, and how to grant them; `outcome` says what happened to a change.

    None if no right is missing, or if the user only reads.
    """
    fix = f"{outcome}ask an administrator of PostgreSQL to run, in database {rights.place}"
    if rights.foreign_tables:
        foreign_tables = rights.foreign_tables.split(", ")
        statements = "; ".join(f"alter table {name} owner to {rights.owner}" for name in foreign_tables)
        reading_grant = f"; {rights.reader_statements}" if rights.readers else ""
        return (
            f"{rights.foreign_tables} of {address.catalogue} belong to {rights.other_owners} instead of "
            f"{rights.owner}, so others cannot read them; {fix}: {statements}{reading_grant}; and for "
            f"{rights.other_owners}, who wrote them: alter role … in database {rights.place} set role = {rights.owner}"
        )
    if rights.closed:
        return (
            f"as {rights.member} you may not read {rights.closed} of {address.catalogue}; {fix}: "
            f"{rights.reader_statements}"
        )
    if rights.may_write and not rights.is_owner:
        return (
            f"others could not read what you write into {address.catalogue} as {rights.member}, because its tables "
            f"belong to {rights.owner}; {fix}: {rights.owner_statement}"
        )
    return None


def grant_statements(rights: Rights) -> list[str]:
    """Return the PostgreSQL statements that let NAME write and READERS read a new lake."""
    writer = Rights(**{**vars(rights), "member": "NAME", "is_member": True})
    readers = Rights(**{**vars(rights), "readers": "READERS"}).reader_statements
    return [f"create role NAME login in role {rights.owner}", writer.owner_statement, *readers.split("; ")]
