"""The plug-ins of examples/plugins work as they stand."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from dltrack_db.base import resources

pytestmark = pytest.mark.more
EXAMPLES = resources.ROOT / "examples" / "plugins"
RESULT = {
    "task_name": "Mine", "mteb_version": "1.12.75", "evaluation_time": 3.5,
    "scores": {"test": [{"ndcg_at_10": 0.8, "recall_at_10": 1, "main_score": 0.8, "languages": ["eng-Latn"]}]},
}  # fmt: skip
NDCG = (1 / 1.584962500721156 + 1) / 2
"""One topic has its relevant item on rank 2, the other on rank 1."""


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    folder = tmp_path_factory.mktemp("examples")
    files = {
        "q": "1 0 a 1\n2 0 b 1\n",
        "t": "1\tone\n2\ttwo\n",
        "bge": "1 Q0 b 1 2.0 m\n1 Q0 a 2 1.0 m\n2 Q0 b 1 1.0 m\n",
        "Mine.json": json.dumps(RESULT, indent=2),
        "odd.json": '{"a": 1}',
        "torn.json": '{"task_name": "x", "scores": {',
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    names = os.pathsep.join(str(EXAMPLES / name) for name in ("mteb", "first_rank"))
    environment = os.environ | {"DLTRACK_PLUGINS": names, "DLTRACK_DB": "x.duckdb"}

    def run(words):
        command = [sys.executable, "-m", "dltrack_db", *words.split()]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    assert run("ingest collection --name mine --qrels q --topics t --runs bge").returncode == 0
    return run


def test_scores_of_mteb_stand_beside_ours(ask):
    assert ask("ingest mteb Mine.json -c mine --name bge").returncode == 0
    rows = {row["metric"]: row for row in json.loads(ask("mteb --collection mine -f json").stdout)}
    assert rows.keys() == {"ndcg_at_10", "recall_at_10"}
    assert rows["ndcg_at_10"]["difference"] == pytest.approx(NDCG - 0.8, abs=1e-12)
    assert rows["recall_at_10"]["difference"] == 0
    assert ask("verify").returncode == 0


def test_what_is_no_result_of_mteb_is_refused(ask):
    for name in ("odd.json", "torn.json"):
        done = ask(f"ingest mteb {name} -c mine")
        assert done.returncode == 1 and f"{name}:1: not a result of MTEB" in done.stderr


def test_the_column_follows_the_labels_of_the_board(ask):
    (row,) = json.loads(ask("leaderboard mine -f json").stdout)
    assert row["first_rank"] == 1.5
    (row,) = json.loads(ask("leaderboard mine --where first_rank<2 --sort first_rank -f json").stdout)
    assert row["first_rank"] == 1.5
