"""Writes the notebooks of this folder from the cells below: `python examples/make.py && ruff format examples`.

Notebooks are kept without outputs; the tests execute them on the sample. They run from wherever they are opened (the
folder of this file in VS Code, that of the server in Jupyter, a copy anywhere) with a kernel that has dltrack.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

START = """import os
import subprocess
import sys
from pathlib import Path

import dltrack_db as dl

# The database: DLTRACK_DB, else dltrack.duckdb in this folder or one above it, else the sample, made in this folder.
places = [folder / "dltrack.duckdb" for folder in (Path.cwd(), *Path.cwd().parents)]
path = os.environ.get("DLTRACK_DB") or next((place for place in places if place.is_file()), places[0])
if not Path(path).exists():
    subprocess.run([sys.executable, "-m", "dltrack_db", "--quiet", "ingest", "sample", "--db", str(path)], check=True)
db = dl.open(path)
held = db.collections()["collection"].to_list()
COLLECTION = os.environ.get("DLTRACK_COLLECTION") or ("sample-passages" if "sample-passages" in held else held[-1])
print(f"{COLLECTION} in {path}")"""

NOTEBOOKS: dict[str, list[str]] = {
    "1-tour": [
        "# A tour\n\nA database, its leaderboard, its views, and a query of your own.",
        START,
        "db.collections().select('collection', 'title', 'min_relevance', 'tie_rule')",
        "db.leaderboard(COLLECTION).select('run_id', 'team', 'category', 'rr', 'ndcg_cut_10', 'ap').head(10)",
        "## What can be asked\n\nEvery view says what it means and where its definition is from.",
        "db.sql(\"select object, summary from catalog.objects where schema = 'judging' order by object\").pl()",
        "db.columns('judging.topic_statistics').select('name', 'type', 'meaning')",
        "## A query of your own",
        'db.sql("""\n    select query_id, num_rel, num_judged, rel_ratio\n    from judging.topic_statistics\n'
        '    where collection = $1\n    order by rel_ratio desc\n    limit 5\n""", [COLLECTION]).pl()',
        "## A figure\n\nAn Altair chart over the rows of a view; hover, click the legend, `.save('figure.pdf')`.",
        "db.figure('ndcg-by-type', COLLECTION)",
        "db.close()",
    ],
    "2-reproduce-trec-2021": [
        "# The passage table and figures of TREC 2021\n\nWith TREC 2021 and its submitted runs loaded, these are the "
        "overview's table and figures; with the sample, the same views over synthetic runs.",
        START,
        "board = db.leaderboard(COLLECTION)\nboard.select('run_id', 'team', 'subtask', 'category', 'rr_ms', 'rr', "
        "'ndcg_cut_10', 'ncg_cut_100', 'ap')",
        "Every printed number is in the database, beside what the views compute:",
        'db.sql("""\n    select exhibit, row_key, "column", published, computed, status\n'
        "    from published.comparison\n"
        "    where exhibit = 'D-T3' and status <> 'needs data'\n    limit 10\n\"\"\").pl()",
        "db.figure('ndcg-by-type', COLLECTION)",
        "db.figure('best-nnlm-vs-trad', COLLECTION)",
        "db.figure('fullrank-vs-rerank', COLLECTION)",
        "db.figure('query-length', COLLECTION)",
        "db.close()",
    ],
    "3-your-own-run": [
        "# Comparing your own run\n\nA run is a frame: query_id, doc_id, score. Here it is BM25 with its first ten "
        "items turned round, to have something to compare.",
        START,
        'import polars as pl\n\nbase = db.sql("""\n    select run_id, query_id, doc_id, score from main.rankings\n'
        '    where collection = $1 and run_id = \'p_bm25\'\n""", [COLLECTION]).pl()\n'
        "place = pl.col('score').rank('ordinal', descending=True).over('query_id')\n"
        "mine = base.with_columns(\n    run_id=pl.lit('mine'),\n"
        "    score=pl.when(place <= 10).then(1e6 + place).otherwise(pl.col('score')),\n)",
        'qrels = db.sql("""\n    select query_id, doc_id, relevance from main.qrels\n'
        '    where collection = $1 and variant = \'nist\'\n""", [COLLECTION]).pl()',
        "dl.evaluate(pl.concat([base, mine]), qrels, ['nDCG@10', 'RR(rel=2)', 'map', 'recall_100'], min_relevance=2)",
        "Topic by topic, and what moved:",
        "per_topic = dl.evaluate(pl.concat([base, mine]), qrels, ['nDCG@10'], per_query=True)\n"
        "per_topic.pivot('run_id', index='query_id', values='value').with_columns(\n"
        "    change=pl.col('mine') - pl.col('p_bm25')\n).sort('change').head(5)",
        "To keep it beside the others, load it: `dltrack ingest runs mine.txt --collection …`. Loaded runs have tests:",
        'db.sql("""\n    select run_id, mean_difference, p_value, verdict\n'
        "    from systems.board($1, baseline := 'p_bm25')\n"
        '    order by mean_difference desc\n    limit 5\n""", [COLLECTION]).pl()',
        "db.close()",
    ],
    "4-label-agreement": [
        "# Label agreement\n\nSets of labels side by side: NIST's grades, MS MARCO's sparse labels, and any others.",
        START,
        "db.sql('from labels.grade_counts where collection = $1 order by variant, relevance', [COLLECTION]).pl()",
        'db.sql("""\n    select variant_a, variant_b, num_items, agreement, kappa\n    from labels.kappa\n'
        '    where collection = $1 and variant_a = \'nist\'\n""", [COLLECTION]).pl()',
        "The NIST grades of items that the sparse labels call relevant:",
        "db.sql('from labels.sparse_vs_nist where collection = $1 order by relevance', [COLLECTION]).pl()",
        "db.figure('grade-counts', COLLECTION)",
        "db.close()",
    ],
    "5-your-own-view": [
        "# Writing your own view\n\nA view is a query with a name. In a temporary database it can be tried out; in "
        "`sql/` it becomes part of dltrack, see docs/extending.md.",
        START,
        'db.duckdb.execute("""\n    create or replace temp view hard_topics as\n'
        "    select collection, query_id, max(value) as best, median(value) as median\n"
        "    from metrics.query_scores\n    where measure = 'ndcg_cut_10'\n"
        '    group by collection, query_id\n""")\n'
        "hard = db.sql('from hard_topics where collection = $1 order by best limit 10', [COLLECTION]).pl()\nhard",
        "Frames join with tables, too:",
        "db.duckdb.register('hard', hard)\n"
        "db.sql('select hard.query_id, queries.text, hard.best from hard join main.collections using (collection) '\n"
        "       'join main.queries using (query_set, query_id) order by hard.best').pl()",
        "And any Altair chart draws a frame:",
        "import altair as alt\n\nalt.Chart(hard).mark_bar().encode(x='best', y=alt.Y('query_id', sort=None))",
        "db.close()",
    ],
}


def cell(text: str, number: int) -> nbformat.NotebookNode:
    """A cell: prose where it reads as prose."""
    is_prose = text.startswith("#") or (text[0].isupper() and text.rstrip().endswith((".", ":")))
    made = new_markdown_cell(text) if is_prose else new_code_cell(text)
    made["id"] = f"cell-{number}"
    return made


def main() -> None:
    """Write all notebooks."""
    folder = Path(__file__).parent
    for name, cells in NOTEBOOKS.items():
        notebook = new_notebook(cells=[cell(text, number) for number, text in enumerate(cells)])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, folder / f"{name}.ipynb")


if __name__ == "__main__":
    sys.exit(main())
