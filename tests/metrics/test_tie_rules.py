"""The names of tie rules: today's, those of 0.1, and none that is unknown."""

from __future__ import annotations

import duckdb
import polars as pl
import pytest
import scored

import dltrack_db as dl
from dltrack_db.base import recipes, tie_rules
from dltrack_db.errors import UsageError

RUN = {"r": {"q": {"a": 0.123456789, "b": 0.123456788}}}
TRACKS = ("trec2019", "trec2020", "trec2021", "trec2022", "trec2023", "msmarco-v1-dev", "msmarco-v2-dev", "sample")


@pytest.fixture
def con():
    con = scored.connect()
    scored.add(con, "c", {"q": {"a": 1}}, RUN, 1)
    return con


@pytest.mark.parametrize(("old", "new"), [("trec_eval9", "float"), ("trec_eval10", "double")])
def test_names_of_0_1_are_taken_with_a_notice(con, old, new):
    query = "select value from metrics.recip_rank(tie_rule := '{}')"
    ranked = "select doc_id, rank from metrics.ranked_by('{}') order by rank"
    for statement in (query, ranked):
        assert con.execute(statement.format(old)).fetchall() == con.execute(statement.format(new)).fetchall() != []
    with pytest.warns(FutureWarning, match=f"'{old}' is now called '{new}'"):
        assert tie_rules.current(old) == new


@pytest.mark.parametrize(
    "query",
    [
        "from metrics.recip_rank(tie_rule := 'floats')",
        "from metrics.ranked_by('rank')",
        "from metrics.hits(tie_rule := '')",
    ],
)
def test_an_unknown_rule_is_an_error_and_not_an_empty_answer(con, query):
    with pytest.raises(duckdb.Error, match=r"there is no tie rule '.*'; use float, double, submitted or ascending"):
        con.execute(query).fetchall()


def test_the_library_refuses_an_unknown_rule():
    run = pl.DataFrame({"query_id": ["1"], "doc_id": ["a"], "score": [1.0]})
    qrels = pl.DataFrame({"query_id": ["1"], "doc_id": ["a"], "relevance": [1]})
    with pytest.raises(UsageError, match="unknown tie rule 'rank'"):
        dl.evaluate(run, qrels, ["map"], tie_rule="rank")


def test_the_track_compares_as_float_and_everything_else_as_double():
    rules = {spec.collection: spec.tie_rule for name in TRACKS for spec in recipes.load(name).collections}
    assert set(rules.values()) == {"float"}
    assert recipes.CollectionSpec(collection="own", task="docs", query_set="own").tie_rule == "double"
    run = pl.DataFrame({"query_id": ["1", "1"], "doc_id": ["a", "b"], "score": [0.123456789, 0.123456788]})
    qrels = pl.DataFrame({"query_id": ["1"], "doc_id": ["a"], "relevance": [1]})
    assert dl.evaluate(run, qrels, ["recip_rank"])["value"][0] == 1.0
