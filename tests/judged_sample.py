"""The sample with what models judge, and files of one's own as the documentation names them."""

from __future__ import annotations

from pathlib import Path

from tests.asking import asked
from tests.commands import dltrack
from tests.copies import copied

OF_IT, BY_NDCG = "collection = 'sample-passages'", "measure = 'ndcg_cut_10'"


def with_judges(database: Path, path: Path, folder: Path) -> None:
    """Load what three models judge, and two leaderboards of a model that two runs use, into a copy of a database."""
    copied(database, path)
    folder.mkdir(exist_ok=True)
    grades = asked(path, f"select query_id, doc_id, relevance from main.qrels where variant = 'nist' and {OF_IT}")
    scores = asked(path, f"select run_id, query_id, value from metrics.query_scores where {OF_IT} and {BY_NDCG}")
    query = f"select query_id, doc_id, rank, score from main.rankings where {OF_IT} and run_id = 'p_bm25'"
    rankings = asked(path, query)
    for number in range(3):
        lines = [f"{q} 0 {d} {min(3, (grade + (i % (7 + number) == 0)))}\n" for i, (q, d, grade) in enumerate(grades)]
        (folder / f"judge_{number}").write_text("".join(lines))
        lines = [f"{run},S,{query},{value * (1 - number / 9)}\n" for run, query, value in scores]
        (folder / f"board_{number}.csv").write_text("run,measure,topic,value\n" + "".join(lines))
    own = [f"sample-passages,{run},reranked by gpt-4o\n" for run in sorted({run for run, _, _ in scores})[:2]]
    (folder / "notes.csv").write_text("collection,run_id,model\n" + "".join(own))
    for name in ("my_run", "my_run.2"):
        (folder / name).write_text("".join(f"{q} Q0 {d} {rank} {score} {name}\n" for q, d, rank, score in rankings))
    to = ["-c", "sample-passages", "--db", path]
    for load in (
        ["qrels", *folder.glob("judge_*"), "--kind", "llm", "--model", "m", *to],
        ["scores", folder / "board_0.csv", "--judge", "j0", "--model", "gpt-4o", *to],
        ["scores", folder / "board_1.csv", "--judge", "j1", "--model", "gpt-4o", *to],
        ["run-notes", folder / "notes.csv", "--db", path],
    ):
        done = dltrack("ingest", *load)
        assert done.returncode == 0, done.stderr
