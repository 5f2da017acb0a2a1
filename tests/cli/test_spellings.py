"""One spelling over all commands: lists of measures, short names of measures, and options by their former names."""

from __future__ import annotations

import csv
import io

import pytest

from dltrack_db.cli.common import measure_names
from tests.commands import dltrack

C = "sample-passages"


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["nDCG@10,map"], ["nDCG@10", "map"]),
        (["P.5,10, AP(rel=2,judged_only=True)", "rr"], ["P.5,10", "AP(rel=2,judged_only=True)", "rr"]),
        (["utility.1,-1,0,0,map", ",map,"], ["utility.1,-1,0,0", "map", "map"]),
        (["nDCG(gains={1: 1, 2: 3})@10,set_F.p=0.5"], ["nDCG(gains={1: 1, 2: 3})@10", "set_F.p=0.5"]),
        (None, []),
    ],
)
def test_commas_between_measures_part_them(texts, names):
    assert measure_names(texts) == names


@pytest.mark.campaign
@pytest.mark.parametrize(
    "command",
    [
        ["leaderboard", C],
        ["compare", "p_bm25", "p_bm25rm3", "-c", C],
        ["explain", "p_bm25", "0.4", "-c", C],
        ["audit", C, "--part", "sizes", "--trials", "10"],
    ],
)
def test_every_command_takes_a_list(sample_database, command):
    done = dltrack(*command, "-m", "nDCG@10,ap", "--db", sample_database)
    assert done.returncode == 0, done.stderr
    assert "ndcg" in done.stdout.lower() and "map" in done.stdout


def test_a_format_that_holds_one_result_takes_one_measure(sample_database):
    done = dltrack("audit", C, "-m", "nDCG@10,ap", "-f", "csv", "--db", sample_database)
    assert done.returncode == 2 and "-m names 2 measures, but csv can contain only one result" in done.stderr


@pytest.mark.more
@pytest.mark.parametrize(
    ("options", "measures"),
    [
        (["--sort", "map"], []),
        (["--sort", "ap"], []),
        (["--sort", "rr", "-m", "nDCG@10,rr"], ["ndcg_cut_10", "recip_rank"]),
        (["--sort", "AP", "-m", "ap,map,AP"], ["map"]),
        (["--sort", "map", "-m", "P_10"], ["P_10", "map"]),
    ],
)
def test_a_measure_is_one_column_however_it_is_written(sample_database, options, measures):
    done = dltrack("leaderboard", C, *options, "-f", "csv", "--db", sample_database)
    columns, first, *_ = csv.reader(io.StringIO(done.stdout))
    assert [name for name in columns if name in (*measures, "map", "recip_rank")] == measures
    assert first
