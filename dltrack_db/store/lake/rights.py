"""The user's role and rights in the PostgreSQL database of a lake, and messages about missing rights.

DuckLake creates catalogue tables when a user writes, and by default only the role that created a table may read it. So
all writers must act as the same role, the owner of the catalogue. The owner's default privileges let others read.
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
"""Matches PostgreSQL's messages about missing rights, and DuckDB's about transactions that fail because of them."""


@dataclass(frozen=True)
class Rights:
    """The user's role and rights, as the script `rights` returns them.

    Names are quoted for SQL. A list is a text with commas; an empty list is None.
    """

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
    """Return the user's rights in the PostgreSQL database that is attached as `alias`."""
    result = con.execute(f"from postgres_query({literal(alias)}, {literal(resources.script('store/lake/rights'))})")
    names = [column[0] for column in result.description or []]
    row = dict(zip(names, result.fetchone() or (), strict=True))
    return Rights(**{field.name: row[field.name] for field in fields(Rights)})


def read_at(address: Address) -> Rights:
    """Return the user's rights in the PostgreSQL database of a lake, using a separate connection."""
    with closing(connection.connect(threads=1)) as con:
        extensions.load(con, extensions.POSTGRES)
        con.execute(f"attach {literal(address.postgres)} as catalogue (type postgres, read_only)")
        return read(con, "catalogue")


def session_user(con: duckdb.DuckDBPyConnection, alias: str) -> str:
    """Return the role of the connection to the PostgreSQL database that is attached as `alias`."""
    row = con.execute(f"from postgres_query({literal(alias)}, 'select session_user')").fetchone()
    return str(row[0]) if row else ""


def check_writer(rights: Rights, address: Address) -> None:
    """Raise DatabaseError if the user's role may only read, or if others could not read what it writes."""
    if not rights.may_write:
        raise DatabaseError(
            f"you may only read {address.catalogue}, so nothing was changed; ask its owner for a PostgreSQL role that "
            "may write"
        )
    if lack := explain_lack(rights, address, "nothing was changed; "):
        raise DatabaseError(lack)


def is_refusal(error: BaseException) -> bool:
    """Return True if an error may be due to missing rights."""
    return bool(_REFUSAL.search(str(error)))


def explain(error: BaseException, address: Address, outcome: str = "") -> DatabaseError | None:
    """Return an error about the missing rights that caused `error`, and how to grant them; None for other causes."""
    if address.is_frozen or not is_refusal(error):
        return None
    try:
        lack = explain_lack(read_at(address), address, outcome)
    except duckdb.Error:  # the server cannot be reached, which the caller reports
        return None
    return DatabaseError(lack) if lack else None


def explain_lack(rights: Rights, address: Address, outcome: str = "") -> str | None:
    """Describe missing rights of this user or other users, and how to grant them; None if no right is missing.

    `outcome` is a text on the failed change, such as 'nothing was changed; '.
    """
    fix = f"{outcome}ask an administrator of PostgreSQL to run, in database {rights.place}"
    if rights.foreign_tables:
        foreign_tables = rights.foreign_tables.split(", ")
        statements = "; ".join(f"alter table {name} owner to {rights.owner}" for name in foreign_tables)
        reading_grant = f"; {rights.reader_statements}" if rights.readers else ""
        return (
            f"the tables {rights.foreign_tables} of {address.catalogue} belong to {rights.other_owners} instead of "
            f"{rights.owner}, so other users cannot read them; {fix}: {statements}{reading_grant}; and for "
            f"{rights.other_owners}, who wrote them: alter role … in database {rights.place} set role = {rights.owner}"
        )
    if rights.closed:
        return (
            f"as {rights.member} you may not read the tables {rights.closed} of {address.catalogue}; {fix}: "
            f"{rights.reader_statements}"
        )
    if rights.may_write and not rights.is_owner:
        return (
            f"other users could not read the data that you write into {address.catalogue} as {rights.member}, because "
            f"its tables belong to {rights.owner}; {fix}: {rights.owner_statement}"
        )
    return None


def grant_statements(rights: Rights) -> list[str]:
    """Return the PostgreSQL statements that let the role NAME write and the roles READERS read a new lake."""
    writer = Rights(**{**vars(rights), "member": "NAME", "is_member": True})
    readers = Rights(**{**vars(rights), "readers": "READERS"}).reader_statements
    return [f"create role NAME login in role {rights.owner}", writer.owner_statement, *readers.split("; ")]
