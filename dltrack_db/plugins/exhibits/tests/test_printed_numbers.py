"""The printed numbers as data: keys, references between the files, and arithmetic the papers owe us."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from dltrack_db.base import resources
from dltrack_db.sqlfiles import reference


def rows(name):
    with reference.find(name).open(newline="") as file:
        return list(csv.DictReader(file))


def key(row):
    return row["exhibit"], row["row_key"], row["column_name"]


def test_keys_are_unique():
    for name, columns in {
        "cells": ("exhibit", "row_key", "column_name"),
        "misprints": ("exhibit", "row_key", "column_name"),
        "exhibits": ("exhibit",),
        "papers": ("paper",),
        "run_papers": ("edition", "run_id"),
        "overviews": ("edition",),
        "requirements": ("requirement", "kind", "collection", "name"),
        "official_scores": ("collection", "run_id", "summary"),
    }.items():
        counts = Counter(tuple(row[column] for column in columns) for row in rows(name))
        assert counts and max(counts.values()) == 1, name


def test_files_refer_to_each_other():
    cells = rows("cells")
    requirements = {row["requirement"] for row in rows("requirements")}
    official = {f"run and labels of {row['collection']}" for row in rows("official_tables")}
    assert {row["requirement"] for row in cells} - {""} | official == requirements
    assert {key(row) for row in rows("misprints")} <= {key(row) for row in cells}
    assert {row["exhibit"] for row in cells} <= {row["exhibit"] for row in rows("exhibits")}
    assert {row["paper"] for row in rows("exhibits")} == {row["paper"] for row in rows("papers")}


def test_an_exhibit_that_is_not_reproducible_has_only_such_cells():
    outside = {row["requirement"] for row in rows("requirements") if row["kind"] == "outside"}
    reasons = {row["exhibit"]: row["not_reproducible"] for row in rows("exhibits")}
    for row in rows("cells"):
        assert not reasons[row["exhibit"]] or row["requirement"] in outside, row


def test_decimals_are_those_of_the_number():
    for row in rows("cells"):
        printed = len(row["value"].partition(".")[2])
        assert int(row["decimals"]) == printed or (int(row["decimals"]) < 0 and printed == 0), row


@pytest.mark.parametrize(("exhibit", "runs"), [("A-T3", 37), ("A-T4", 36), ("D-T2", 65), ("D-T3", 62)])
def test_run_tables_are_complete(exhibit, runs):
    table = [row for row in rows("cells") if row["exhibit"] == exhibit]
    assert len(table) == 5 * runs
    assert len({row["row_key"] for row in table}) == runs


def test_inferred_labels_count_4282_documents():
    table = [row for row in rows("cells") if row["exhibit"] == "D-T5"]
    assert len(table) == 16
    assert sum(int(row["value"]) for row in table) == 4282


def test_run_metadata_has_every_submitted_run():
    with (resources.RECIPES / "runs.csv").open(newline="") as file:
        runs = list(csv.DictReader(file))
    counts = Counter(row["collection"] for row in runs)
    assert counts == {
        "dl-hard-docs": 14,
        "dl-hard-passages": 6,
        "rag2024": 219,
        "rag2025": 159,
        "trec-covid-round1": 143,
        "trec-covid-round2": 136,
        "trec-covid-round3": 79,
        "trec-covid-round4": 72,
        "trec-covid-round5": 126,
        "trec2019-docs": 38,
        "trec2019-passages": 37,
        "trec2020-docs": 64,
        "trec2020-passages": 59,
        "trec2021-docs": 66,
        "trec2021-passages": 63,
        "trec2022-docs": 42,
        "trec2022-passages": 100,
        "trec2023-docs": 5,
        "trec2023-passages": 35,
    }
    assert len({(row["collection"], row["run_id"]) for row in runs}) == len(runs)
    left_out = {row["run_id"] for row in runs if row["in_overview"] == "false"}
    assert left_out == {"query2doc_RNN", "UNH_exDL_bm25", "uogTrDCPpmp", "uogTrPCP"}
    # NIST names none of 2024
    assert all(len(row["submitted_md5"]) == 32 for row in runs if row["collection"] != "rag2024")


@pytest.mark.real
def test_run_tables_are_those_of_the_papers(real_data):
    """Against the parsed tables, which another hand made."""
    cells = {key(row): row["value"] for row in rows("cells")}
    for exhibit, name in {
        "A-T3": "trec2019_docs",
        "A-T4": "trec2019_passages",
        "D-T2": "trec2021_docs",
        "D-T3": "trec2021_passages",
    }.items():
        with (real_data / "published" / f"{name}.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                for measure in set(row) & {"rr_ms", "rr", "ndcg_cut_10", "ncg_cut_100", "ncg_cut_1000", "ap"}:
                    assert cells[exhibit, row["run"], measure] == row[measure]
