"""Write the notebooks of this folder, with outputs on the sample: `python examples/make.py`.

Tests execute the notebooks and compare the outputs. A notebook runs in any folder, with a kernel that has dltrack.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from dltrack_db.base import recipes
from dltrack_db.load import loader

START = """import os
import subprocess
import sys
from pathlib import Path

import dltrack_db as dl

# The database: DLTRACK_DB, or dltrack.duckdb in this folder or a parent folder; without it, the sample is loaded here.
places = [folder / "dltrack.duckdb" for folder in (Path.cwd(), *Path.cwd().parents)]
path = os.environ.get("DLTRACK_DB") or next((place for place in places if place.is_file()), places[0])
if not Path(path).exists():
    subprocess.run([sys.executable, "-m", "dltrack_db", "--quiet", "ingest", "sample", "--db", str(path)], check=True)
db = dl.open(path)
held = db.collections()["collection"].to_list()
liked = [name for name in ("trec2021-passages", "sample-passages", *held) if name in held]
COLLECTION = os.environ.get("DLTRACK_COLLECTION") or liked[0]
print(COLLECTION)"""

OF_SAMPLE = "The outputs below are from the synthetic sample, which needs no network."

NOTEBOOKS: dict[str, list[str]] = {
    "1-score-my-run": [
        "# Score my run against TREC 2021\n\n`dltrack ingest trec2021` downloads 2 MB of public data: queries, "
        "judgments and per-topic scores of the submitted runs. After that, every cell uses TREC 2021. " + OF_SAMPLE,
        START,
        "## Your run\n\nA run is a file (`run = 'my_run.txt'`), a frame with query_id, doc_id and score, a dict, or an "
        "object of your library. This example ranks the judged passages by their grades plus noise:",
        'run = db.sql("""\n    select query_id, doc_id, relevance + ascii(md5(doc_id)) % 16 as score\n'
        "    from main.qrels join main.collections using (collection)\n"
        '    where collection = $1 and variant = qrels_variant\n""", [COLLECTION]).pl()',
        "## Scores of your run, and its rank among the submitted runs\n\nThe conventions of the track decide which "
        "grades are relevant and how ties are broken. The run is not loaded.",
        "db.evaluate(run, COLLECTION, run_id='mine')",
        "Measures can be named as in trec_eval or ir_measures:",
        "db.evaluate(run, COLLECTION, ['nDCG@20', 'recall_100', 'AP(rel=1)', 'RBP(rel=2,p=0.8)'], run_id='mine')",
        "The five worst topics, compared with the submitted runs:",
        "worst = db.evaluate(run, COLLECTION, ['nDCG@10'], run_id='mine', per_query=True).sort('value').head(5)\n"
        'db.sql("""\n    select worst.query_id, text, worst.value as mine, median, best\n    from worst\n'
        "    join (\n        select query_id, median(value) as median, max(value) as best\n"
        "        from metrics.query_scores\n"
        "        where collection = $1 and measure = 'ndcg_cut_10'\n        group by query_id\n    ) using (query_id)\n"
        "    join main.collections on collection = $1\n    join main.queries using (query_set, query_id)\n"
        '    order by mine, query_id\n""", [COLLECTION])',
        "## The submitted runs\n\nLoad your run to include it in tests and charts: "
        "`db.add_run(run, COLLECTION, run_id='mine')`. It is never treated as a submission.",
        "db.leaderboard(COLLECTION, ['nDCG@10', 'map', 'recip_rank']).head(5)",
        "## Coming from other libraries\n\n| | before | dltrack |\n|---|---|---|\n"
        "| ranx | `ranx.evaluate(qrels, run, ['ndcg@10'])` | `db.evaluate(run, 'trec2021-passages', ['nDCG@10'])` |\n"
        "| PyTerrier | `pt.Experiment([bm25], topics, qrels, ['map'])` | "
        "`db.evaluate(bm25.transform(topics), 'trec2021-passages', ['map'])` |\n"
        "| ir_measures | `ir_measures.calc_aggregate([nDCG@10], qrels, run)` | "
        "`db.evaluate(run, 'trec2021-passages', [nDCG@10])` |\n\n"
        "You can pass objects of these libraries directly. With your own qrels instead of a database, use "
        "`dl.evaluate(run, qrels, ['nDCG@10'])`.",
        "db.close()",
    ],
    "2-tour": [
        "# A tour\n\nThis notebook shows a database, its leaderboard, its views, and your own query.",
        START,
        "db.collections().select('collection', 'title', 'min_relevance', 'tie_rule')",
        "db.leaderboard(COLLECTION).select('run_id', 'team', 'category', 'rr', 'ndcg_cut_10', 'ap').head(10)",
        "## Views\n\nEvery view has a description and the source of its definition.",
        "db.sql(\"select object, summary from catalog.objects where schema = 'judging' order by object\")",
        "db.columns('judging.topic_statistics').select('name', 'type', 'meaning')",
        "## Your own query",
        'db.sql("""\n    select query_id, num_rel, num_judged, rel_ratio\n    from judging.topic_statistics\n'
        '    where collection = $1\n    order by rel_ratio desc\n    limit 5\n""", [COLLECTION])',
        "## A figure\n\nA figure is an Altair chart of the rows of a view. Hover over marks, click the legend, or save "
        "the chart with `.save('figure.pdf')`.",
        "db.figure('ndcg-by-type', COLLECTION)",
        "db.close()",
    ],
    "3-reproduce-trec-2021": [
        "# The passage table of TREC 2021, and its figures\n\nIf TREC 2021 and its submitted runs are loaded, this "
        "notebook shows the overview's table and figures. With the sample, it shows the same views of synthetic runs.",
        START,
        "board = db.leaderboard(COLLECTION)\nboard.select('run_id', 'team', 'subtask', 'category', 'rr_ms', 'rr', "
        "'ndcg_cut_10', 'ncg_cut_100', 'ap')",
        "A view compares the printed numbers with the computed numbers:",
        'db.sql("""\n    select exhibit, row_key, "column", published, computed, status\n'
        "    from published.comparison\n"
        '    where exhibit = \'D-T3\'\n    order by status = \'needs data\', row_key, "column"\n    limit 10\n""")',
        "db.figure('ndcg-by-type', COLLECTION)",
        "db.figure('fullrank-vs-rerank', COLLECTION)",
        "All other figures are listed by `db.figures()`.",
        "db.close()",
    ],
    "4-label-agreement": [
        "# Label agreement\n\nThis notebook compares sets of labels: NIST's grades, MS MARCO's sparse labels, and "
        "others.",
        START,
        "db.sql('from labels.grade_counts where collection = $1 order by variant, relevance', [COLLECTION])",
        'db.sql("""\n    select variant_a, variant_b, num_items, agreement, kappa\n    from labels.kappa\n'
        '    where collection = $1 and variant_a = \'nist\'\n""", [COLLECTION])',
        "The NIST grades of items that are relevant by the sparse labels:",
        "db.sql('from labels.sparse_vs_nist where collection = $1 order by relevance', [COLLECTION])",
        "db.figure('grade-counts', COLLECTION)",
        "## Labelling methods\n\nLabels can be whole grades, fractions, preferences or nuggets. This view compares the "
        "number of labels, the agreement with the official labels, and the order of the runs. "
        "`dltrack ingest llm-methods` loads labels by GPT-4o with all methods; `db.figure('methods', COLLECTION)` "
        "draws them.",
        'db.sql("""\n    select variant, scale, num_labels, num_topics, agreement, tau, tau_ascending\n'
        '    from labels.method_study\n    where collection = $1\n    order by tau desc\n""", [COLLECTION])',
        "db.close()",
    ],
    "5-your-own-view": [
        "# Writing your own view\n\nA view is a query with a name. Try your query as a temporary view. To make the "
        "view part of dltrack, write it into a file in `sql/`, see docs/extending.md.",
        START,
        'db.duckdb.execute("""\n    create or replace temp view hard_topics as\n'
        "    select collection, query_id, max(value) as best, median(value) as median\n"
        "    from metrics.query_scores\n    where measure = 'ndcg_cut_10'\n"
        '    group by collection, query_id\n""")\n'
        "hard = db.sql('from hard_topics where collection = $1 order by best limit 10', [COLLECTION]).pl()\nhard",
        "You can join frames with tables:",
        "db.duckdb.register('hard', hard)\n"
        "db.sql('select hard.query_id, queries.text, hard.best from hard join main.collections using (collection) '\n"
        "       'join main.queries using (query_set, query_id) order by hard.best')",
        "You can draw a frame with any Altair chart:",
        "import altair as alt\n\nalt.Chart(hard).mark_bar().encode(x='best', y=alt.Y('query_id', sort=None))",
        "## From SQLAlchemy\n\n`dl.metadata` returns the tables with their primary and foreign keys, so that joins "
        "need no conditions. `sqlalchemy.ext.automap` turns these tables into classes with relationships.",
        "import sqlalchemy as sa\n\ndb.close()\nengine, tables = dl.engine(path), dl.metadata(path).tables\n"
        "judged, labels = tables['main.judged_rankings'], tables['main.qrels']\n"
        "query = (\n    sa.select(judged.c.run_id, sa.func.avg(labels.c.relevance).label('mean_grade'))\n"
        "    .join_from(judged, labels)\n"
        "    .where(judged.c.collection == COLLECTION, judged.c.variant == 'nist', judged.c['rank'] <= 10)\n"
        "    .group_by(judged.c.run_id)\n    .order_by(sa.desc('mean_grade'), judged.c.run_id)\n    .limit(5)\n)\n"
        "with engine.connect() as con:\n    for row in con.execute(query):\n"
        "        print(f'{row.run_id:15} {row.mean_grade:.4f}')",
    ],
    "6-judge-in-place-of-nist": [
        "# Can a model replace the people who judge?\n\nTo answer the question for GPT-4o, GPT-4 and Llama 3.2 with "
        "public data, run `dltrack ingest trec2019 llm-methods` and set `DLTRACK_COLLECTION=trec2019-passages`. "
        + OF_SAMPLE,
        START,
        "## Do judges agree on items?\n\nKappa is the agreement beyond chance, on the items that both judges graded. "
        "Compare it with the kappa between people, which is about .2 to .5 on passages.",
        "judges = db.judges(COLLECTION)\n"
        "judges.select('variant', 'kind', 'model', 'num_pairs', 'kappa', 'kappa_binary', 'alpha')",
        "## Do judges rank the runs in the same order?\n\nTau compares the two orders of all runs, `tau_top_10` the "
        "orders of the best ten runs, for which a model is most often wrong. `flipped` is computed from the pairs of "
        "runs that differ significantly by the official labels: it is the share that the other labels order the other "
        "way.",
        "judges.select('variant', 'num_runs', 'tau', 'tau_ap', 'tau_top_10', 'flipped', 'topics')",
        "## Which runs gain?\n\nIf a judge favours runs of its own model family, these runs look better than they are.",
        'db.sql("""\n    select variant, run_id, official_rank, rank, shift\n    from labels.rank_shift\n'
        "    where collection = $1 and measure = 'ndcg_cut_10'\n    order by abs(shift) desc, run_id\n    limit 5\n"
        '""", [COLLECTION])',
        "A high tau of all runs does not mean that the best run is found. Look at the top ten before you publish.",
        "db.close()",
    ],
    "7-did-it-get-worse": [
        "# Did my retriever get worse?\n\nThis notebook compares two runs of the same topics, one before and one after "
        "a change. The means always differ; the question is whether the loss is more than noise. " + OF_SAMPLE,
        START,
        "import polars as pl",
        "## Two runs\n\nRuns are files, frames or dicts. This example ranks the judged passages by their grades plus "
        "noise; the new run has more noise:",
        "def ranked(noise: int) -> pl.DataFrame:\n"
        '    """Return all judged passages, scored by grade plus noise."""\n'
        '    return db.sql("""\n        select query_id, doc_id, relevance + ascii(md5(doc_id)) % $2 as score\n'
        "        from main.qrels join main.collections using (collection)\n"
        '        where collection = $1 and variant = qrels_variant\n    """, [COLLECTION, noise]).pl()\n\n\n'
        "old, new = ranked(8), ranked(32)",
        'qrels = db.sql("""\n    select query_id, doc_id, relevance\n'
        "    from main.qrels join main.collections using (collection)\n"
        '    where collection = $1 and variant = qrels_variant\n""", [COLLECTION]).pl()',
        "## The verdict\n\n`by` is the loss that you would accept. The verdict is 'worse', 'not worse', or 'too few "
        "topics'; `low` and `high` are the ends of the 95% interval of the difference.",
        "dl.gate(new, old, qrels, ['nDCG@10', 'AP(rel=2)'], by=0.02).select(\n"
        "    'measure', 'verdict', 'difference', 'low', 'high'\n)",
        "## How small a loss could these topics show?\n\nA few dozen topics cannot show losses of a few hundredths; "
        "`topics_needed` is the number of topics that would be enough.",
        "dl.gate(ranked(9), old, qrels, ['nDCG@10'], by=0.02).select(\n"
        "    'verdict', 'num_topics', 'smallest_detectable', 'topics_needed'\n)",
        "In CI, `dltrack gate new.run old.run --qrels qrels.txt --by 0.02` ends with exit code 1 if the new run is "
        "worse.",
        "db.close()",
    ],
}


def cell(text: str, number: int) -> NotebookNode:
    """Return a Markdown cell for prose, and a code cell for code."""
    is_prose = text.startswith("#") or (text[0].isupper() and text.rstrip().endswith((".", ":")))
    made = new_markdown_cell(text) if is_prose else new_code_cell(text)
    made["id"] = f"cell-{number}"
    return made


PLACES = re.compile(r' (d|transform|x|y|x1|x2|y1|y2|width|height)="[^"]*"')
"""Coordinates in a drawing."""


def shorten(places: re.Match[str]) -> str:
    """Round coordinates to a tenth of a pixel."""
    return re.sub(r"(\d\.\d)\d+", r"\1", places[0])


def execute(notebook: NotebookNode, database: Path, collection: str = "sample-passages") -> NotebookNode:
    """Execute a notebook; outputs are HTML tables, text, and SVG charts with rounded coordinates."""
    environment = {"DLTRACK_DB": str(database), "DLTRACK_COLLECTION": collection}
    environment["PYTHONPATH"] = str(Path(__file__).parents[1])
    notebook.cells.insert(0, new_code_cell("import altair\n\naltair.renderers.enable('svg');"))
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False)
    client.execute(env={**os.environ, **environment})
    del notebook.cells[0]
    for number, one in enumerate((one for one in notebook.cells if one.cell_type == "code"), 1):
        one.execution_count = number
        for output in one.outputs:
            if "execution_count" in output:
                output.execution_count = number
            if "data" in output:
                kind = next(kind for kind in ("image/svg+xml", "text/html", "text/plain") if kind in output.data)
                short = PLACES.sub(shorten, output.data[kind]) if "svg" in kind else output.data[kind]
                output.data, output.metadata = {kind: short}, {}
    notebook.metadata.pop("language_info", None)
    return notebook


def notebook(cells: list[str]) -> NotebookNode:
    """Return a notebook with cells that are not executed."""
    made = new_notebook(cells=[cell(text, number) for number, text in enumerate(cells)])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return made


def tidy(folder: Path) -> None:
    """Format the notebooks of a folder like the project's code."""
    settings = Path(__file__).parents[1] / "pyproject.toml"
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", "--config", settings, folder], check=True)


def main() -> None:
    """Write all notebooks."""
    folder = Path(__file__).parent
    for name, cells in NOTEBOOKS.items():
        nbformat.write(notebook(cells), folder / f"{name}.ipynb")
    tidy(folder)
    with tempfile.TemporaryDirectory(prefix="dltrack-notebooks-") as place:
        database = Path(place) / "sample.duckdb"
        loader.load_edition(recipes.load("sample"), database, loader.LoadOptions(say=lambda _: None))
        for path in sorted(folder.glob("*.ipynb")):
            nbformat.write(execute(nbformat.read(path, as_version=4), database), path)


if __name__ == "__main__":
    sys.exit(main())
