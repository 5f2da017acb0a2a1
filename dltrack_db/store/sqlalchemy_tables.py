"""The tables of a database as SQLAlchemy metadata: columns, types, primary and foreign keys.

The keys come from `catalog.relations`, because DuckDB itself has only few of them: each of its keys needs an index.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb

if TYPE_CHECKING:
    import sqlalchemy

_TYPES = {
    "VARCHAR": "Text",
    "BIGINT": "BigInteger",
    "UBIGINT": "BigInteger",
    "INTEGER": "Integer",
    "SMALLINT": "SmallInteger",
    "DOUBLE": "Double",
    "BOOLEAN": "Boolean",
    "DATE": "Date",
    "MAP(VARCHAR, VARCHAR)": "JSON",
}


def read(con: duckdb.DuckDBPyConnection) -> sqlalchemy.MetaData:
    """Return the tables of the schema main, and its views with a grain, as metadata with comments and keys."""
    import sqlalchemy as sa

    made = sa.MetaData(schema="main")
    columns: dict[str, list[sa.Column[Any]]] = {}
    for name, grain, column, kind, meaning in con.execute(
        "select objects.name, string_split(grain, ', '), columns.name, type, columns.meaning "
        "from catalog.objects join catalog.columns using (object) "
        "where schema = 'main' and role = 'column' and grain is not null order by objects.name, position"
    ).fetchall():
        is_key = column in grain
        table_columns = columns.setdefault(name, [])
        table_columns.append(sa.Column(column, _type(kind), primary_key=is_key, autoincrement=False, comment=meaning))
    keys = con.execute("select object, parent, columns from catalog.relations order by all").fetchall()
    for name, table_columns in columns.items():
        links = [
            sa.ForeignKeyConstraint(key, [f"{parent}.{column}" for column in key])
            for child, parent, key in keys
            if child == f"main.{name}"
        ]
        sa.Table(name, made, *table_columns, *links)
    return made


def _type(name: str) -> sqlalchemy.types.TypeEngine[Any]:
    import sqlalchemy as sa

    if name.endswith("[]"):
        return sa.ARRAY(_type(name.removesuffix("[]")))
    if name == "TIMESTAMP WITH TIME ZONE":
        return sa.DateTime(timezone=True)
    kind: type[sa.types.TypeEngine[Any]] = getattr(sa, _TYPES.get(name, ""), sa.types.NullType)
    return kind()
