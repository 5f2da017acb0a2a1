"""The user in the PostgreSQL of a shared database, and the rights that its roles are missing.

DuckLake makes tables in the catalogue whenever somebody writes, and a table of PostgreSQL is closed to all but the role
that made it. So all who write act as one role, the owner of the catalogue, whose default privileges let others read.
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
"""Messages of PostgreSQL to a role without rights, and of DuckDB about a transaction that failed for it."""


@dataclass(frozen=True)
class Rights:
    """The user's role and rights: roles are quoted as SQL, lists are joined by commas, None where empty."""

    member: str
    owner: str
    place: str
    may_write: bool
    is_member: bool
    is_owner: bool
    readers: str | None
    closed: str | None
    foreigners: str | None
    strangers: str | None

    @property
    def owner_statement(self) -> str:
        """The statement by which one acts as the owner of the catalogue from the next connection on."""
        granting = "" if self.is_member else f"grant {self.owner} to {self.member}; "
        return f"{granting}alter role {self.member} in database {self.place} set role = {self.owner}"

    @property
    def reader_statements(self) -> str:
        """The statements that let roles read what is there and what will be."""
        readers = self.readers or self.member
        return (
            f"grant select on all tables in schema public to {readers}; alter default privileges for role {self.owner} "
            f"in schema public grant select on tables to {readers}"
        )


def read(con: duckdb.DuckDBPyConnection, alias: str) -> Rights:
    """Ask a PostgreSQL that is attached as `alias` who one is there."""
    result = con.execute(f"from postgres_query({literal(alias)}, {literal(resources.script('store/lake/rights'))})")
    names = [column[0] for column in result.description or []]
    row = dict(zip(names, result.fetchone() or (), strict=True))
    return Rights(**{field.name: row[field.name] for field in fields(Rights)})


def read_at(address: Address) -> Rights:
    """Ask the PostgreSQL of a lake who one is there, by a connection of its own."""
    with closing(connection.connect(threads=1)) as con:
        extensions.load(con, extensions.POSTGRES)
        con.execute(f"attach {literal(address.postgres)} as catalogue (type postgres, read_only)")
        return read(con, "catalogue")


def session_user(con: duckdb.DuckDBPyConnection, alias: str) -> str:
    """Return the role with which one connected to a PostgreSQL that is attached as `alias`."""
    row = con.execute(f"from postgres_query({literal(alias)}, 'select session_user')").fetchone()
    return str(row[0]) if row else ""


def check_writer(rights: Rights, address: Address) -> None:
    """Refuse a role that may only read, or whose changes would be closed to others."""
    if not rights.may_write:
        raise DatabaseError(
            f"you may only read {address.catalogue}; nothing was changed, ask the group's owner for a role of "
            "PostgreSQL that may write"
        )
    if lack := explain_lack(rights, address, "nothing was changed, "):
        raise DatabaseError(lack)


def is_refusal(error: BaseException) -> bool:
    """Return whether an error may be what a role without rights meets."""
    return bool(_REFUSAL.search(str(error)))


def explain(error: BaseException, address: Address, outcome: str = "") -> DatabaseError | None:
    """Return the error on missing rights, with who gives them; None if something else failed."""
    if address.is_frozen or not is_refusal(error):
        return None
    try:
        lack = explain_lack(read_at(address), address, outcome)
    except duckdb.Error:  # it cannot even be reached, which others say
        return None
    return DatabaseError(lack) if lack else None


def explain_lack(rights: Rights, address: Address, outcome: str = "") -> str | None:
    """Say what is closed to oneself or would be to others, and what opens it; `outcome` is what became of a change.

    None where nothing is lacking, or where one may only read.
    """
    cure = f"{outcome}let an administrator of PostgreSQL say, in database {rights.place}"
    if rights.foreigners:
        statements = "; ".join(f"alter table {name} owner to {rights.owner}" for name in rights.foreigners.split(", "))
        reading_grant = f"; {rights.reader_statements}" if rights.readers else ""
        return (
            f"{rights.foreigners} of {address.catalogue} belong to {rights.strangers} and not to {rights.owner}, so "
            f"that others cannot read them; {cure}: {statements}{reading_grant}; and for {rights.strangers}, who "
            f"wrote: alter role … in database {rights.place} set role = {rights.owner}"
        )
    if rights.closed:
        return (
            f"as {rights.member} you may not read {rights.closed} of {address.catalogue}; {cure}: "
            f"{rights.reader_statements}"
        )
    if rights.may_write and not rights.is_owner:
        return (
            f"what you write into {address.catalogue} as {rights.member} would be closed to all others, because its "
            f"tables belong to {rights.owner}; {cure}: {rights.owner_statement}"
        )
    return None


def grant_statements(rights: Rights) -> list[str]:
    """Statements by which the owner of a new lake lets NAME write and READERS read, in PostgreSQL."""
    writer = Rights(**{**vars(rights), "member": "NAME", "is_member": True})
    readers = Rights(**{**vars(rights), "readers": "READERS"}).reader_statements
    return [f"create role NAME login in role {rights.owner}", writer.owner_statement, *readers.split("; ")]
