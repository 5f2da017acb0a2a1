"""The rounds of TREC-COVID: a small round in the official file formats, and the real rounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dltrack_db.base import recipes
from dltrack_db.errors import UsageError
from dltrack_db.load import loader
from tests.asking import asked
from tests.loading.mini_edition import md5

QUIET = loader.LoadOptions(say=lambda _: None)
TOPICS = """\
<topics task="COVIDSearch 2020" batch="5">
  <topic number="1">
    <query>coronavirus origin</query>
    <question>what is the origin of COVID-19</question>
  </topic>
</topics>
""".replace("\n", "\r\n")
LABELS = "1 4.5  aaaaaaaa 2\n1 5  bbbbbbbb -1\n1 5  cccccccc 1\n"
RUNS = {
    "final.qruir.txt": "1\tQ0\tdddddddd\t0\t1.00000001\tx\n1\tQ0\taaaaaaaa\t1\t1\tx\n",
    "uab.base": "1\tQ0\tcccccccc\t1\t1\tx\n",
}


@pytest.fixture
def round_5(tmp_path):
    """A round with one topic, and with the conventions and run names of the real round."""
    folder = tmp_path / "trec-covid-round5"
    folder.mkdir()
    for name, text in {
        "t.xml": TOPICS,
        "q.txt": LABELS,
        **{f"input.{run}": text for run, text in RUNS.items()},
    }.items():
        (folder / name).write_bytes(text.encode())
    real = recipes.load("trec-covid-round5")
    topics, labels, _ = real.files
    files = (
        replace(topics, file="t.xml", bytes=None, md5=(md5(TOPICS),), rows=1, queries=1),
        replace(
            labels, file="q.txt", bytes=None, md5=(md5(LABELS),), rows=3, queries=1, grades={"-1": 1, "1": 1, "2": 1}
        ),
    )
    db = tmp_path / "x.duckdb"
    loader.load_edition(replace(real, files=files), db, QUIET, places=[tmp_path])
    return db


@pytest.mark.campaign
def test_a_round_is_loaded_with_its_conventions(round_5):
    assert asked(round_5, "select follows, tie_rule, min_relevance from collections") == [
        ("trec-covid-round4", "float", 1)
    ]
    assert asked(round_5, "select query_id, text from queries") == [("1", "coronavirus origin")]
    assert asked(round_5, "select doc_id, relevance, iteration from qrels order by all") == [
        ("aaaaaaaa", 2, "4.5"),
        ("bbbbbbbb", -1, "5"),
        ("cccccccc", 1, "5"),
    ]
    # a run called as a file is keeps its name; its scores are equal as floats, so the id decides
    assert asked(round_5, "select run_id, doc_id, rank from rankings order by all") == [
        ("final.qruir.txt", "aaaaaaaa", 2),
        ("final.qruir.txt", "dddddddd", 1),
        ("uab.base", "cccccccc", 1),
    ]
    described = "select run_id, team, category, judged from runs where source_file is not null order by all"
    assert asked(round_5, described) == [
        ("final.qruir.txt", "ruir", "manual", True),
        ("uab.base", "UAlbertaSearch", "automatic", True),
    ]


@pytest.mark.campaign
def test_files_that_only_have_the_names_of_runs_reproduce_no_numbers(round_5):
    counts = "select status, count(*) from published.comparison where exhibit = 'L-T5' group by all"
    assert asked(round_5, counts) == [("needs data", 630)]
    assert (
        asked(round_5, "select run_id, round(\"P_20\", 4), rbp_p5 from published.round_table('trec-covid-round5')")
        == []
    )


def test_one_name_loads_all_rounds(tmp_path):
    rounds = recipes.load("trec-covid")
    assert rounds.editions == [f"trec-covid-round{number}" for number in range(1, 6)]
    followed = [spec.follows for name in rounds.editions for spec in recipes.load(name).collections]
    assert followed == [None, *rounds.editions[:-1]]
    with pytest.raises(UsageError, match="load each edition with its own command"):
        loader.load_edition(rounds, tmp_path / "x.duckdb", QUIET)


@pytest.mark.parametrize(("number", "runs"), [pytest.param(1, 143, marks=pytest.mark.campaign), (5, 12)])
def test_every_printed_score_of_a_real_round_comes_out(real_data, tmp_path, number, runs):
    db = tmp_path / "x.duckdb"
    edition = f"trec-covid-round{number}"
    loader.load_edition(recipes.load(edition), db, QUIET, places=[real_data / "trec-covid"])
    assert asked(db, "select count(*) from systems.leaderboard where ndcg_cut_10 is not null") == [(runs,)]
    total = asked(db, f"select count(*) from published.cells where exhibit = 'L-T{number}'")[0][0]
    counts = (
        f"select status, count(*) from published.comparison where exhibit = 'L-T{number}' group by all order by all"
    )
    assert dict(asked(db, counts)) == {"match": 5 * runs} | (
        {"needs data": total - 5 * runs} if total > 5 * runs else {}
    )
