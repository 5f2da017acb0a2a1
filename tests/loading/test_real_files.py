"""The real files: a load of all available files must give the numbers of the overview paper and the organizers."""

from __future__ import annotations

import csv

import pytest

from dltrack_db.base import recipes
from dltrack_db.base.files import sources
from dltrack_db.load import loader
from dltrack_db.load.plan import plan_edition
from dltrack_db.store import database
from tests.asking import asked

pytestmark = pytest.mark.real


@pytest.mark.campaign
def test_counts_of_trec_2021(real_database):
    assert asked(real_database, "select count(*) from main.queries where query_set = 'trec2021'") == [(477,)]
    assert asked(
        real_database,
        "select collection, count(*) from main.qrels where collection like 'trec2021%' group by all order by all",
    ) == [("trec2021-docs", 13058), ("trec2021-passages", 10828)]
    submitted = (
        "select count(*), count(distinct rankings.run_id) from main.rankings as rankings "
        "inner join main.runs as runs on runs.collection = rankings.collection and runs.run_id = rankings.run_id "
        "where runs.collection = 'trec2021-passages' and runs.is_submission"
    )
    assert asked(real_database, submitted) == [(3003488, 63)]


def test_leaderboard_equals_the_printed_table(real_database, real_data):
    found = {
        row[0]: row[1:]
        for row in asked(
            real_database,
            "select run_id, round(rr, 4), round(ndcg_cut_10, 4), round(ncg_cut_100, 4), round(ap, 4) "
            "from systems.leaderboard where collection = 'trec2021-passages'",
        )
    }
    with (real_data / "published" / "trec2021_passages.csv").open() as file:
        printed = list(csv.DictReader(file))
    assert len(printed) == 62
    wrong = [
        (row["run"], column, float(row[column]), value)
        for row in printed
        for column, value in zip(("rr", "ndcg_cut_10", "ncg_cut_100", "ap"), found[row["run"]], strict=True)
        if float(row[column]) != value
    ]
    assert wrong == []


def test_all_expectations_are_recorded_and_no_error_failed(real_database):
    by_severity = asked(
        real_database, "select severity, success, count(*) > 0 from catalog.validations group by all order by all"
    )
    assert ("error", False, True) not in by_severity
    assert asked(real_database, "select count(distinct batch_id) from main.load_expectations") == [(8,)]


def test_runs_with_the_same_tag_and_ranks_from_zero_are_distinguished(real_database):
    own = asked(
        real_database,
        "select count(*), count(distinct tag) from main.runs where collection = 'trec2019-passages' "
        "and source_file is not null",
    )
    assert own == [(4, 2)]  # tags 'rank' and 'pyterrier' for two runs each
    assert asked(
        real_database, "select min(submitted_rank), min(rank) from main.rankings where run_id = 'pyterrier-BM25'"
    ) == [(0, 1)]


@pytest.mark.usefixtures("unreachable")
def test_an_edition_without_its_qrels_is_not_loaded(real_data, tmp_path):
    plan = plan_edition(recipes.load("trec2022"), sources.SourceIndex([real_data]), [])
    options = loader.LoadOptions(say=lambda _: None, keep_downloads=tmp_path / "cache")
    with pytest.raises(Exception, match="qrels 'inferred-nist' of trec2022-docs cannot be downloaded"):
        loader.load(plan, tmp_path / "x.duckdb", options)
    assert not (tmp_path / "x.duckdb").exists()


@pytest.mark.campaign
def test_the_fast_reader_reports_correct_line_numbers(real_data, tmp_path):
    """Rows that are read from many files at once have correct line numbers."""
    from dltrack_db.base.files import plainfile
    from dltrack_db.load.plan import StagedFile
    from dltrack_db.load.staging import Staging

    plan = plan_edition(recipes.load("trec2021"), sources.SourceIndex([real_data]), [], ["runs"])
    con = database.connect()
    staging = Staging(con, plan)
    chosen = plan.items[:6]
    plains = plainfile.open_all([item.path for item in chosen], tmp_path)
    staging.read(
        [StagedFile(i, item, p, "", "none") for i, (item, p) in enumerate(zip(chosen, plains, strict=True), 1)]
    )
    for number, plain in enumerate(plains, 1):
        staged = con.execute(
            "select rankings.rowid - files.first_row + 1 as line, query_id, doc_id, submitted_rank "
            "from staging.rankings inner join staging.files using (file_id) where file_id = $1 order by line",
            [number],
        ).fetchall()
        lines = plain.path.read_text().splitlines()
        assert len(staged) == len(lines)
        for (line, query_id, doc_id, rank), text in zip(staged, lines, strict=True):
            fields = text.split()
            assert (query_id, doc_id, rank) == (fields[0], fields[2], int(fields[3])), line
