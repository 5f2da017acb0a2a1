"""Every table macro that is given a collection, run or measure refuses a name that is not there, in one sentence."""

from __future__ import annotations

import duckdb
import pytest

from dltrack_db import sqlfiles
from dltrack_db.store import database

COLLECTION = "sample-passages"
KNOWN = {
    **dict.fromkeys(("collection_name", "of_collection"), f"'{COLLECTION}'"),
    "collection_names": f"['{COLLECTION}', 'sample-docs']",
    **dict.fromkeys(("measure", "truth"), "'ndcg_cut_10'"),
    "measures": "['ndcg_cut_10', 'map']",
    **dict.fromkeys(("run_id", "baseline", "first_run", "baseline_run", "old_run"), "'p_bm25'"),
    **dict.fromkeys(("second_run", "improved_run", "new_run"), "'alder_p1'"),
    "baselines": "['p_bm25']",
    "runs": "['p_bm25', 'alder_p1']",
    "run_names": "['p_bm25', 'alder_p1']",
}
"""What the arguments may be that are names."""
OTHERS = {
    "sort": "'ndcg_cut_10'",
    "topic": "'2082'",
    "of_track": "'trec8/adhoc'",
    "scores": "[0.5, 0.5]",
    "score": "0.5",
    **dict.fromkeys(("first_system",), "'p_bm25'"),
    "second_system": "'alder_p1'",
    "run_ids": "['p_bm25', 'alder_p1']",
    **dict.fromkeys(("facet", "facet_name"), "'length'"),
    "system_names": "['p_bm25', 'alder_p1']",
    **dict.fromkeys(("a", "base", "people"), "'nist'"),
    **dict.fromkeys(("b", "model"), "'msmarco'"),
    "fills": "['msmarco']",
    "category_a": "'nnlm'",
    "target": "'these'",
    "in_pairs": "false",
    "category_b": "'trad'",
}
"""What further arguments are that must be given."""
NEW = {
    *((f"systems.{macro}", "run_names") for macro in ("places", "across")),
    *((f"systems.{macro}", "measures") for macro in ("places", "basis")),
    *(
        (f"labels.{macro}", "measure")
        for macro in ("scores_by_both", "corrected_means", "corrected", "corrected_differences")
    ),
}
"""Names of runs that need not be loaded: a file's own, and those that are given another name; measures of an answer,
which need not be stored, as they were computed for it (without scores, labels.scores_by_both stops the query)."""


def cases():
    """Each macro with each of its arguments that is a name."""
    for macro in sqlfiles.all_objects():
        if macro.kind == "table macro":
            for name in sorted(macro.parameters.keys() & KNOWN.keys()):
                if (macro.full_name, name) not in NEW:
                    yield pytest.param(macro, name, id=f"{macro.full_name}-{name}")


@pytest.fixture(scope="module")
def con(sample_database):
    opened = database.open_readonly(sample_database)
    yield opened
    opened.close()


@pytest.mark.parametrize(("macro", "argument"), list(cases()))
def test_an_unknown_name_is_refused(con, macro, argument):
    arguments = {
        name: (KNOWN | OTHERS)[name]
        for name, default in macro.parameters.items()
        if default is None or name == argument
    }
    wrong = "['nowhere']" if KNOWN[argument].startswith("[") else "'nowhere'"
    call = call_of(macro, arguments | {argument: wrong})
    with pytest.raises(duckdb.InvalidInputException, match=r"there is no .*'nowhere'|runs to fuse has no rankings"):
        con.execute(f"from {call}").fetchall()


def call_of(macro, arguments):
    """The call of a macro: what must be given by place, the rest by name."""
    given = [
        value if macro.parameters[name] is None else f"{name} := {value}"
        for name, value in sorted(arguments.items(), key=lambda each: list(macro.parameters).index(each[0]))
    ]
    return f"{macro.full_name}({', '.join(given)})"


def test_what_is_there_is_not_refused(con):
    """Every stored measure is known, whatever its depth, and every run and collection; a null asks for nothing."""
    for macro, names in (
        ("has_measures", "select distinct measure from metrics.run_scores"),
        ("has_runs", "select distinct run_id from metrics.run_scores"),
        ("has_collections", "select collection from main.collections"),
    ):
        query = (
            f"select catalog.{macro}((select list(name) || [null] from ({names}) as _ (name))), catalog.{macro}(null)"
        )
        assert con.execute(query).fetchone() == (True, True)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("has_measures(['map', 'ndgc_cut_10'])", "there is no stored measure 'ndgc_cut_10'; did you mean ndcg_cut_10?"),
        ("has_measures(['ndcg_cut_7'])", "there is no stored measure 'ndcg_cut_7'"),
        ("has_measures(['map_cut_77'])", "there is no stored measure 'map_cut_77'"),
        ("has_runs(['P_BM26'])", "there is no run 'P_BM26'; did you mean p_bm25?"),
        ("has_runs(['sample-passages'])", "there is no run 'sample-passages'$"),
        (
            "has_collections(['sample-docs', 'sample-passage'])",
            "no collection 'sample-passage'; did you mean sample-passages?",
        ),
    ],
)
def test_a_refusal_says_what_may_have_been_meant(con, call, told):
    with pytest.raises(duckdb.InvalidInputException, match=told.replace("?", r"\?")):
        con.execute(f"select catalog.{call}").fetchall()


def test_an_unknown_name_is_told_in_one_line_by_the_command(sample_database):
    from typer.testing import CliRunner

    from dltrack_db.cli.app import app

    query = "from systems.standings('sample-pasages')"
    done = CliRunner().invoke(app, ["sql", query, "--db", str(sample_database)])
    assert done.exit_code == 1
    assert "there is no collection 'sample-pasages'; did you mean sample-passages?" in str(
        done.exception or done.output
    )
