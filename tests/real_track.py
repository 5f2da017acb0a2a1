"""The real TREC files, read straight into the tables for tests of the views.

All NIST labels and topics of 2019 and 2021, all run descriptions, and the
submitted 2021 passage runs on the judged topics.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import duckdb
from mini_track import derive

from dltrack_db import resources

TEXT = "auto_detect=false, header=false, quote='', escape=''"
COLLECTION_KEYS = ("collection", "year", "task", "corpus", "query_set", "qrels_variant", "min_relevance", "ncg_depth")


def load(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Fill an empty database from the folder of real files."""
    for year in (2019, 2021):
        recipe = tomllib.loads((resources.RECIPES / f"trec{year}.toml").read_text())
        for entry in recipe["collections"]:
            values = [entry.get(key, 100 if key == "ncg_depth" else None) for key in COLLECTION_KEYS]
            con.execute(
                f"insert into main.collections (edition, {', '.join(COLLECTION_KEYS)}) "
                f"values (?, {', '.join('?' for _ in COLLECTION_KEYS)})",
                [recipe["id"], *values],
            )
        topics = folder / "msmarco" / ("msmarco-test2019-queries.tsv" if year == 2019 else "2021_queries.tsv")
        con.execute(
            f"insert into main.queries select 'trec{year}', id, rtrim(text, chr(13)) from read_csv('{topics}', "
            rf"{TEXT}, delim='\t', columns={{id: 'varchar', text: 'varchar'}})"
        )
    for name, collection in (
        ("2019qrels-docs.txt", "trec2019-docs"),
        ("2019qrels-pass.txt", "trec2019-passages"),
        ("2021.qrels.docs.final.txt", "trec2021-docs"),
        ("2021.qrels.pass.final.txt", "trec2021-passages"),
    ):
        con.execute(
            f"insert into main.qrels select '{collection}', 'nist', query, item, grade, iteration from read_csv("
            f"'{folder / 'deep' / name}', {TEXT}, delim=' ', "
            "columns={query: 'varchar', iteration: 'varchar', item: 'varchar', grade: 'smallint'})"
        )
    con.execute(
        "insert into main.runs by name select *, true as is_submission from read_csv("
        f"'{resources.INGEST / 'runs' / 'runs.csv'}', header=true, nullstr='', types={{dense: 'boolean'}})"
    )
    runs = folder / "runs" / "trec2021-passages" / "input.*.gz"
    con.execute(
        "insert into main.rankings select 'trec2021-passages', "
        r"regexp_extract(filename, 'input\.(.*)\.gz', 1), query, item, rank, score, "
        "row_number() over (partition by filename, query order by score::float desc, item desc) "
        f"from read_csv('{runs}', {TEXT}, delim='\\t', filename=true, columns={{query: 'varchar', q0: 'varchar', "
        "item: 'varchar', rank: 'integer', score: 'double', tag: 'varchar'}) "
        "semi join main.qrels on query = query_id and collection = 'trec2021-passages'"
    )
    con.execute(
        "update main.runs set source_file = 'input.' || run_id where collection = 'trec2021-passages' and run_id in "
        "(select distinct run_id from main.rankings)"
    )
    derive(con)
