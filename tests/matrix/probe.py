"""Run under one release of DuckDB: open a database, bind every view, ask for what people ask for; one line of JSON."""

from __future__ import annotations

import json
import sys

import duckdb

LEADERBOARD = "from systems.leaderboard order by all"
MACRO = "select collection, run_id, query_id, measure, round(value, 12) from metrics.ndcg([3]) order by all"
CHECKSUMS = "from catalog.checksums where part in ('queries', 'qrels', 'runs') order by all"
UNSOUND = "select (select count(*) from catalog.broken_chain), (select count(*) from catalog.changed_facts)"


EXAMPLES = "select object, example from catalog.objects where example is not null order by all"


def main(path: str, *, with_examples: bool = False) -> dict[str, object]:
    """What this release makes of the database."""
    con = duckdb.connect(path, read_only=True)
    views = con.execute(
        "select schema_name || '.' || view_name from duckdb_views() where not internal order by all"
    ).fetchall()
    failed = []
    for (view,) in views:
        try:
            con.execute(f"describe from {view}")
        except duckdb.Error as error:
            failed.append(f"{view}: {str(error).splitlines()[0]}")
    for name, example in con.execute(EXAMPLES).fetchall() if with_examples else ():
        try:
            con.execute(f"explain {example}").fetchall()
        except duckdb.Error as error:
            failed.append(f"the example of {name}: {str(error).splitlines()[0]}")
    answers = [con.execute(query).fetchall() for query in (LEADERBOARD, MACRO, CHECKSUMS, UNSOUND)]
    return {"version": duckdb.__version__, "views": len(views), "failed": failed, "answers": repr(answers)}


if __name__ == "__main__":
    try:
        print(json.dumps(main(sys.argv[1], with_examples="--examples" in sys.argv)))
    except duckdb.Error as error:
        print(json.dumps({"version": duckdb.__version__, "error": str(error).splitlines()[0]}))
