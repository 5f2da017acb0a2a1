"""The measure returns a value computed by hand. Run this test with: python -m pytest"""

import os
from pathlib import Path

os.environ["DLTRACK_PLUGINS"] = str(Path(__file__).resolve().parents[1])

import dltrack_db as dl


def test_first_relevant_item_on_rank_two() -> None:
    """The reciprocal rank is 1/2, so the measure is 1/4."""
    run = {"1": {"a": 2.0, "b": 1.0}}
    scores = dl.evaluate(run, {"1": {"b": 1}}, ["example"])
    assert scores["value"].to_list() == [1 / 4]
