"""The rules for names: what the field calls its runs is one, what leaves a folder or steers a terminal is none."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dltrack_db.base import names, recipes, resources
from dltrack_db.errors import RecipeError, UsageError

REAL = [
    "SPLADE++ED",
    "bm25+rm3+bert(zs)",
    "p_bm25",
    "v1.5",
    "k1=0.9,b=0.4",
    "uot-yahoo_b2-LLM",
    "Müller-1",
    "2systems",
    "a@b",
]
NONE = [
    "", ".", "..", "../x", "/x", "a/b", "a\\b", "a b", "a\tb", "a\nb", "a\x00b", "\x1b[31m", "a\x85b", "\u202ea",
    "-rf", "+1", "=x", "@x", "~x", ".hidden", "a.", "a'b", 'a"b', "a;b", "a*b", "a?b", "a[1]", "a:b", "$a", "a\u0301",
    "x" * 201, "é" * 101,
]  # fmt: skip


@pytest.mark.parametrize("name", REAL)
def test_real_names_are_names(name):
    assert names.problem(name) is None


@pytest.mark.parametrize("name", NONE)
def test_these_are_none(name):
    assert names.problem(name)
    assert names.displayed_name(name).isprintable()
    assert len(names.displayed_name(name)) < 70


def test_all_names_of_the_recipes_and_of_the_papers_are_names():
    known = {row["run_id"] for row in csv.DictReader((resources.RECIPES / "runs.csv").open(encoding="utf-8"))}
    known |= {
        row["run_id"] for row in csv.DictReader((resources.PAPERS / "official_scores.csv").open(encoding="utf-8"))
    }
    assert len(known) > 400
    assert {name for name in known | recipes.official_names() if names.problem(name)} == set()


@given(st.text(max_size=250))
def test_a_name_is_one_part_of_a_path_and_can_be_shown(name):
    if names.problem(name) is None:
        assert name.isprintable()
        assert not set(name) & set("/\\\0:*?\"<>| \t\n'")
        assert name[0] not in "-.+=@~"
        assert len(f"qrels.{name}.txt.part".encode()) <= 255


@pytest.mark.parametrize(
    "name", ["trec2019", "trec2021-passages", "TREC2019", "sample", "Sample-Docs", "msmarco-v2-dev"]
)
def test_official_names_stay_official(name):
    with pytest.raises(UsageError, match="official edition"):
        recipes.check_own_name(name, "a collection")


def test_official_labels_stay_official():
    with pytest.raises(UsageError, match="dltrack ingest trec2021"):
        recipes.check_own_variant("NIST", "trec2021-passages")
    recipes.check_own_variant("nist", "robust04")
    recipes.check_own_variant("nist-expanded2", "trec2021-passages")


@pytest.mark.parametrize("field", ["collection", "query_set", "name"])
def test_a_recipe_with_a_path_for_a_name_is_refused(tmp_path, field):
    values = {"id": "mine", "collection": "c", "query_set": "q", "name": "nist"} | {field: "../x"}
    path = tmp_path / "mine.toml"
    path.write_text(
        'id = "{id}"\ntitle = "t"\n'
        '[[collections]]\ncollection = "{collection}"\ntask = "docs"\nquery_set = "{query_set}"\n'
        '[[files]]\npart = "qrels"\nname = "{name}"\nfile = "f"\ncollection = "{collection}"\n'.format(**values)
    )
    with pytest.raises(RecipeError, match=r"'../x' cannot be a name"):
        recipes.read(path)
