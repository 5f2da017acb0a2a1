"""Each exhibit leads to a view that exists and to a query that runs."""

from __future__ import annotations

import csv

import pytest

from dltrack_db import resources
from dltrack_db.store import sqlfiles

with (resources.INGEST / "published" / "exhibits.csv").open(newline="") as _file:
    EXHIBITS = list(csv.DictReader(_file))
OBJECTS = {obj.full_name for obj in sqlfiles.all_objects()}


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda row: row["exhibit"])
def test_the_query_runs_and_uses_the_view(exhibit, printed_mini_db):
    if not exhibit["view"]:
        assert exhibit["exhibit"] == "D-F1"
        return
    assert exhibit["view"] in OBJECTS
    assert exhibit["view"] in exhibit["query"] or exhibit["exhibit"] == "D-S16"
    columns = printed_mini_db.execute(exhibit["query"]).description
    assert columns


def test_ids_say_paper_and_kind():
    kinds = {"T": "table", "F": "figure", "S": "text"}
    for row in EXHIBITS:
        assert row["exhibit"][0] == row["paper"]
        assert kinds[row["exhibit"][2]] == row["kind"]


@pytest.mark.real
@pytest.mark.parametrize("exhibit", ["D-T3", "D-F4", "D-F5", "A-F4", "D-F6", "C-F5", "C-F6", "C-S6", "D-S11"])
def test_real_queries_return_rows(exhibit, real_db):
    query = next(row["query"] for row in EXHIBITS if row["exhibit"] == exhibit)
    query = query.replace("trec2019-passages", "trec2021-passages")
    assert real_db.execute(query).fetchall()
