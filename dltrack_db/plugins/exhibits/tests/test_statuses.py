"""Each status by a case of its own, and the rules for when the inputs of a number count as complete."""

from __future__ import annotations

import functools

import comparing
import pytest
from comparing import changed

pytestmark = pytest.mark.more

RUN = "p_bm25"
OF_RUN = "collection = 'trec2021-passages' and run_id = 'p_bm25'"
TABLE = "exhibit = 'D-T3' and row_key = 'p_bm25'"


def cells_query(relation, places):
    """Row key, column, status, reason and number of some cells, in the order of the places."""
    order = " ".join(f"when {where} then {number}" for number, where in enumerate(places))
    where = " or ".join(f"({where})" for where in places)
    return f'select row_key, "column", status, reason, computed from {relation} where {where} order by case {order} end'


def cells(con, *places):
    """Status, reason and number by row key and column; where the places name one exhibit, it alone is planned."""
    found = con.execute(cells_query("published.comparison", places)).fetchall()
    return {(key, column): tuple(rest) for key, column, *rest in found}


def cells_after(con, statements, *places):
    """The same after some statements; all exhibits are planned once for every test that asks after the same ones."""
    found = comparing.asked(con, cells_query("compared", places), *statements)
    return {(key, column): tuple(rest) for key, column, *rest in found}


def cells_before(con, where):
    """The same where nothing is changed."""
    return cells_after(con, (), where)


# Changes that do not meet are made together: to plan all exhibits costs no more than to plan three.


@functools.cache
def changes_of_print(con):
    """What is printed of the passages of 2021, with a part of their sparse labels, and what other papers need."""
    return (*reprints(con), *misprints(con), OTHER_COLUMN, SPARSE_PART, OTHER_CORPORA, *WITHOUT_DOCUMENTS, OTHER_SCORES)


@functools.cache
def changes_of_runs(con):
    """A stranger's run in 2021, scores in the place of a run in 2019, and parts that are not complete."""
    return (STRANGER, *PARTS, XLNET_UNSAID, *scores("p_bert", "ndcg_cut_10"), *reprinted_totals())


@functools.cache
def changes_of_labels(con):
    """One more label in 2021, published scores in the place of a run in 2019, and fewer facts from print."""
    return (UNMAPPED, *scores("p_bert", "ndcg_cut_10", verified="md5"), FEWER_FACTS)


@functools.cache
def parts_before(con):
    """Rows of `published.requirement_parts` where nothing is changed."""
    return con.execute("select kind, collection, name, is_met from published.requirement_parts").fetchall()


@functools.cache
def runs_without_misprint(con):
    query = "select run_id from exhibits.d_t3 where run_id not in (select row_key from published.misprints)"
    return [run for (run,) in con.execute(query).fetchall()]


def reprints(con):
    """Three runs whose print says what they give, two of them among the misprints."""
    runs = runs_without_misprint(con)[:3]
    value = "(select round(rr, 4) from exhibits.d_t3 where run_id = '{}')"
    right = (None, "0.9", value.format(runs[2]))
    yield from (misprint(made, "rr", run=run) for run, made in zip(runs, right, strict=True) if made)
    for run in runs:
        yield (
            f"update published.cells set value = {value.format(run)} "
            f"where exhibit = 'D-T3' and row_key = '{run}' and column_name = 'rr'"
        )


def test_match_and_mismatch(complete_db):
    """The invented run gives other numbers than the print; a print that says them matches.

    A row among the misprints that is wrong itself, or says what the print says, hides no match.
    """
    found = cells_after(complete_db, changes_of_print(complete_db), "exhibit = 'D-T3'")
    assert [found[run, "rr"][:2] for run in runs_without_misprint(complete_db)[:3]] == [("match", None)] * 3
    assert found[RUN, "ap"][:2] == ("mismatch", "no known explanation for the difference")
    assert found[RUN, "ap"][2] is not None


def test_every_status_but_a_plain_match_has_a_reason(complete_db, printed_db):
    for con in (complete_db, printed_db):
        rows = comparing.asked(con, "select distinct status from compared where coalesce(reason, '') = ''")
        assert rows in ([("match",)], [])


OTHER_COLUMN = (
    "insert into published.cells select * replace ('other' as column_name) from published.cells "
    f"where {TABLE} and column_name = 'ap'"
)


def test_a_number_that_does_not_come_out_though_all_is_here_is_a_mismatch(complete_db):
    found = cells_after(complete_db, changes_of_print(complete_db), TABLE)
    assert found[RUN, "other"] == ("mismatch", "all required data is loaded, but the view returns no number", None)


XLNET_UNSAID = "delete from main.run_metadata where run_id = 'ucas_runid2'"


def test_models_are_counted_where_every_group_said_what_it_used(complete_db):
    """Invented descriptions, of which the one that names XLNet is of the run that NIST's page has it of."""
    where = "exhibit = 'A-S13'"
    assert {status for status, _, _ in cells_before(complete_db, where).values()} == {"match"}
    found = cells_after(complete_db, changes_of_runs(complete_db), where)
    missing = "the groups' descriptions of the runs of trec2019-docs (37 of 38 loaded; dltrack ingest run-notes)"
    assert set(found.values()) == {("needs data", missing, None)}


def test_the_usual_depth_is_that_of_most_runs(complete_db):
    """Six items a topic as invented; two where most were cut."""
    cut = (
        "update main.run_topics set num_ret = 2 where collection = 'trec2019-docs' and run_id <> 'idst_bert_v3' and "
        "run_id in (select run_id from main.runs where collection = 'trec2019-docs' and subtask = 'fullrank')"
    )
    query = "select max_items, usual_items from exhibits.a_s16 where task = 'docs' order by subtask"
    with changed(complete_db, cut):
        assert complete_db.execute(query).fetchall() == [(6, 2), (6, 6)]


WITHOUT_DOCUMENTS = (
    "delete from main.runs where collection = 'trec2019-docs'",
    "delete from main.collections where collection = 'trec2019-docs'",
)


def test_shares_of_runs_that_are_not_all_described_need_data(complete_db):
    """Other labels of 2019 bring the passage runs alone: their shares are not those of both tasks."""
    places = (
        "exhibit = 'A-S1' and row_key in ('nnlm', 'rerank')",
        "exhibit = 'D-S4' and row_key = '2019 nnlm'",
        "exhibit = 'A-T2' and row_key = 'nnlm' and \"column\" = 'passages'",
    )
    found = cells_after(complete_db, changes_of_print(complete_db), *places)
    assert found.pop(("nnlm", "passages"))[0] == "agrees in print"  # of one task
    assert len(found) == 5 and set(found.values()) == {
        ("needs data", "descriptions of the runs of trec2019-docs", None)
    }


AP = "(select round(ap, 4) from exhibits.d_t3 where run_id = '{}')"


def misprint(value, column="ap", cause="print", run=RUN):
    return f"insert into published.misprints values ('D-T3', '{run}', '{column}', {value}, 'a file', '{cause}', 'why')"


MISPRINTS = (
    (AP, "print", ("known misprint", "why")),
    (AP, "file replaced", ("not reproducible", "why")),
    (AP, "counted otherwise", ("not reproducible", "why")),
    ("0.9", "print", ("mismatch", "neither the printed number nor 0.9, the right number according to a file")),
    ("0.9", "file replaced", ("mismatch", "neither the printed number nor 0.9, the right number according to a file")),
    (f"{AP} + 0.0001", "print", "mismatch"),
)


def runs_of_misprints(con):
    """Each case has another run of the table."""
    return runs_without_misprint(con)[3 : 3 + len(MISPRINTS)]


def misprints(con):
    for run, (value, cause, _) in zip(runs_of_misprints(con), MISPRINTS, strict=True):
        yield misprint(value.format(run), "ap", cause, run)


def test_a_misprint_is_known_where_the_right_number_comes_out(complete_db):
    found = cells_after(complete_db, changes_of_print(complete_db), "exhibit = 'D-T3' and \"column\" = 'ap'")
    for run, (_, _, expected) in zip(runs_of_misprints(complete_db), MISPRINTS, strict=True):
        status, reason, _ = found[run, "ap"]
        assert expected in ((status, reason), status)


def test_every_misprint_has_a_right_number_that_is_not_the_printed_one(printed_db):
    rows = printed_db.execute(
        "select exhibit, row_key, column_name from published.misprints inner join published.cells "
        "using (exhibit, row_key, column_name) "
        "where case relation when '<' then misprints.value >= cells.value "
        "else abs(misprints.value - cells.value) > 0.4 * pow(10, -decimals) end"
    ).fetchall()
    assert len(rows) == printed_db.execute("select count(*) from published.misprints").fetchone()[0] == 30


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("update main.loads set verified = 'counts'", "may not be the official file: its md5 is in no recipe"),
        ("delete from main.loads", "may not be the official file: its md5 is in no recipe"),
        ("update main.loads set measured_rows = 13", "12 labels in the table, but 13 were loaded"),
    ],
)
def test_labels_that_are_not_known_by_their_md5_need_data(complete_db, statement, reason):
    with changed(
        complete_db, f"{statement} where part = 'qrels' and collection = 'trec2021-passages' and name = 'nist'"
    ):
        found = cells(complete_db, TABLE)
    assert set(found.values()) == {("needs data", f"qrels of trec2021-passages, variant nist ({reason})", None)}


FEWER_FACTS = "delete from published.printed_facts where column_name <> 'subtask'"
SHARES = "exhibit in ('A-S1', 'A-T2', 'D-T1', 'D-S3', 'D-S4', 'D-S16')"


def test_what_is_counted_by_printed_facts_agrees_in_print(complete_db):
    """Only while the facts are from print: the rows of published.printed_facts decide, no list of exhibits."""
    before = comparing.asked(
        complete_db,
        f"select exhibit, count(*) from compared where {SHARES} and status = 'agrees in print' "
        "and row_key not like '2020 %' group by all order by all",
    )
    assert before == [("A-S1", 10), ("A-T2", 10), ("D-S16", 2), ("D-S3", 1), ("D-S4", 9), ("D-T1", 12)]
    after = comparing.asked(
        complete_db,
        f"select exhibit, row_key from compared where {SHARES} and status = 'agrees in print'",
        *changes_of_labels(complete_db),
    )
    assert {key.split()[-1] for _, key in after} == {"fullrank", "rerank"}
    assert {exhibit for exhibit, _ in after} == {"A-S1", "A-T2", "D-S4", "D-T1"}


def reprinted_totals():
    """What is computed of two tables as their print."""
    key = "(cells.row_key, cells.column_name) = (computed.row_key, computed.column_name)"
    for exhibit in ("A-T5", "A-T7"):
        yield (
            "update published.cells set value = computed.value from published.computed as computed "
            f"where cells.exhibit = '{exhibit}' and computed.exhibit = '{exhibit}' and {key}"
        )


def test_totals_with_printed_counts_agree_in_print(complete_db):
    places = (
        "exhibit = 'A-S12'",
        "exhibit = 'B-S5'",
        "exhibit = 'A-T5' and row_key = 'total judged'",
        "exhibit = 'A-T7' and \"column\" = 'judgments' and (row_key like '% official' or row_key like '% size')",
    )
    found = cells_after(complete_db, changes_of_runs(complete_db), *places)
    assert {key: status for key, (status, *_) in found.items() if status != "agrees in print"} == {
        ("heat map", "teams"): "match"
    }
    assert len(found) == 10


def scores(run, *measures, verified="none", value="1", topics="true", is_loaded=False):
    """Scores per topic in the place of the ranking of a run, of which NIST's are the means.

    Where the run is loaded its ranking stays beside them.
    """
    of_run = f"collection = 'trec2019-passages' and run_id = '{run}'"
    source = f"scores of {run}"
    if not is_loaded:
        yield f"update main.runs set source_file = null, source_md5 = null where {of_run}"
        yield f"delete from main.run_topics where {of_run}"
        yield f"delete from main.query_scores where {of_run}"
    yield f"delete from main.submitted_scores where {of_run}"
    for measure in measures:
        yield (
            f"insert into main.submitted_scores select distinct collection, variant, '{run}', query_id, "
            f"'{measure}', null, {value}, '{source}', 4 from main.qrels where variant = 'nist' and collection = "
            f"'trec2019-passages' and {topics}"
        )
    yield load_of_scores(source, verified)
    yield f"update main.official_scores set value = 1 where {of_run} and measure like 'ndcg_cut%'"
    yield f"update published.cells set value = 1 where {of_scores(run)}"


def load_of_scores(source, verified, collection="trec2019-passages"):
    return (
        "insert into main.loads by name select * replace ("
        f"(select max(load_id) + 1 from main.loads) as load_id, 'scores' as part, 'nist/{source}' as name, "
        f"'{collection}' as collection, '{verified}' as verified, 'mine' as edition) from main.loads where load_id = 0"
    )


def of_scores(run, column="column_name"):
    return f"exhibit = 'A-T4' and row_key = '{run}' and {column} = 'ndcg_cut_10'"


@functools.cache
def runs_of_2019(con):
    """The passage runs of 2019 by name, but for one."""
    query = (
        "select row_key from published.cells inner join main.runs on runs.run_id = cells.row_key "
        "where exhibit = 'A-T4' and column_name = 'ndcg_cut_10' and runs.collection = 'trec2019-passages' "
        "and row_key <> 'p_bert' order by all"
    )
    return [run for (run,) in con.execute(query).fetchall()]


FORGED = "the loaded scores of {} from mine (nist) may not be the published ones: their md5 is in no recipe"
FAMILY = ("ndcg_cut_10", "ndcg_cut_100", "ndcg_cut_1000")
FOUR_DECIMALS = "from scores per topic of mine (nist), which have four decimals"
OF_OTHERS = {
    "md5": (FAMILY[:1], {"verified": "md5"}, "match", FOUR_DECIMALS),
    "means": (FAMILY, {}, "match", FOUR_DECIMALS),
    "one mean": (FAMILY[:1], {}, "agrees with NIST", "1 of at least 3 required official scores agree"),
    "other means": (FAMILY, {"value": "0.9"}, "agrees with NIST", "3 of 3 official scores differ"),
    "other topics": (
        FAMILY,
        {"topics": "query_id > '2'"},
        "agrees with NIST",
        "there is no official score to compare them with",
    ),
}
"""Cases of scores of others: measures, what is special, status and reason."""


def run_of(con, case):
    """Each case, and each further one, has another run of the table."""
    return runs_of_2019(con)[[*OF_OTHERS, "stranger", "with ranking"].index(case)]


@functools.cache
def changes_of_scores(con):
    """Scores of many runs of one table, each in another case."""
    others = (scores(run_of(con, case), *measures, **more) for case, (measures, more, *_) in OF_OTHERS.items())
    known = {"verified": "md5", "is_loaded": True}
    strangers, ranked = run_of(con, "stranger"), run_of(con, "with ranking")
    return (
        *(statement for each in others for statement in each),
        *scores(strangers, "ndcg_cut_10", **known),
        f"update main.runs set source_md5 = 'other' where collection = 'trec2019-passages' and run_id = '{strangers}'",
        *list(scores(ranked, "ndcg_cut_10", **known))[:-2],
        f"update published.cells set value = (select ndcg_cut_10 from exhibits.a_t4 where run_id = '{ranked}') "
        f"+ 0.00007 where {of_scores(ranked)}",
        *means_apart(con),
    )


@functools.cache
def cells_of_scores(con):
    with changed(con, *changes_of_scores(con)):
        return cells(con, "exhibit = 'A-T4'")


@pytest.mark.parametrize("case", OF_OTHERS)
def test_scores_of_others_count_where_they_are_known(complete_db, case):
    *_, status, reason = OF_OTHERS[case]
    run = run_of(complete_db, case)
    found = cells_of_scores(complete_db)[run, "ndcg_cut_10"]
    assert found[0] == status
    assert found[1] == reason if status == "match" else f"{FORGED.format(run)}, and {reason}" in found[1]


WINS = "exhibit in ('D-S6', 'D-S5') and row_key = '2019 passages'"


@pytest.mark.parametrize("verified", ["md5", "none"])
def test_scores_per_topic_stand_for_a_run_where_all_runs_are_asked_for(complete_db, verified):
    """On every face: the exhibit's view, the table of runs, the comparison."""
    changes = changes_of_labels if verified == "md5" else changes_of_runs
    found = cells_after(complete_db, changes(complete_db), WINS)
    with changed(complete_db, *scores("p_bert", "ndcg_cut_10", verified=verified)):
        (source,) = complete_db.execute(
            "select source from published.run_gaps where year = 2019 and task = 'passages'"
        ).fetchone()
        table = complete_db.execute("select ndcg_cut_10, ap from exhibits.a_t4 where run_id = 'p_bert'").fetchall()
        missing = complete_db.execute(
            "select missing from published.requirement_status where requirement = 'trec2019-passages runs or scores'"
        ).fetchall()
    if verified == "md5":
        assert source == "scores" and table == [(1.0, None)]
        assert {status for status, _, _ in found.values()} <= {"match", "mismatch"}
        assert all(value is not None for _, _, value in found.values())
    else:
        assert source == "NIST" and table == []
        assert missing == [("runs of trec2019-passages or their scores per topic by ndcg_cut_10 (36 of 37 loaded)",)]
        assert found["2019 passages", "wins_percent"][0] == "needs data"


OTHER_SCORES = "update main.loads set verified = 'none' where part = 'scores' and name like 'nist/%'"


def test_scores_of_all_runs_name_whose_they_are(complete_db):
    where = "exhibit = 'F-F1' and row_key = '2019'"
    reasons = {reason for _, reason, _ in cells_before(complete_db, where).values()}
    assert reasons <= {
        "no known explanation for the difference",
        "from scores per topic of x, which have four decimals",
    }
    found = set(cells_after(complete_db, changes_of_print(complete_db), where).values())
    assert found == {
        (
            "needs data",
            "scores of the runs of trec2019-passages by labels nist (0 of 1 files have an md5 of a recipe)",
            None,
        )
    }


def test_a_run_that_is_not_loaded_may_agree_with_nist(complete_db):
    with changed(
        complete_db,
        f"update main.runs set source_file = null, source_md5 = null where run_id = '{RUN}'",
        "update main.official_scores set value = 0.9 where run_id = 'p_bm25' and measure = 'map'",
    ):
        found = cells(complete_db, TABLE)
    reason = "NIST published 0.5060; missing: the run, in trec2021-passages"
    assert found[RUN, "rr"] == ("agrees with NIST", reason, None)
    assert found[RUN, "ndcg_cut_10"][0] == "agrees with NIST"
    assert found[RUN, "ap"] == ("needs data", "the run, in trec2021-passages", None)  # NIST says otherwise
    assert found[RUN, "ncg_cut_100"] == ("needs data", "the run, in trec2021-passages", None)  # NIST says nothing


APART = {0.00009: "match", -0.00009: "match", 0.00012: "mismatch", -0.0004: "mismatch"}


def means_apart(con):
    """Four runs with scores whose means are not quite what is printed."""
    runs = runs_of_2019(con)[-len(APART) :]
    of_runs = f"collection = 'trec2019-passages' and run_id in ({', '.join(map(repr, runs))})"
    yield f"update main.runs set source_file = null, source_md5 = null where {of_runs}"
    yield from (
        f"delete from main.{each} where {of_runs}" for each in ("run_topics", "query_scores", "judged_rankings")
    )
    for run, by in zip(runs, APART, strict=True):
        yield f"""
            insert into main.submitted_scores by name
            select
                topics.collection, 'nist' as variant, '{run}' as run_id, topics.query_id, 'ndcg_cut_10' as measure,
                cells.value + {by} as value, 'their scores' as source,
            from published.cells as cells, judging.topic_statistics as topics
            where cells.exhibit = 'A-T4' and cells.row_key = '{run}' and cells.column_name = 'ndcg_cut_10'
            and topics.collection = 'trec2019-passages'
            """
    yield f"delete from main.submitted_scores where {of_runs} and source <> 'their scores'"
    yield load_of_scores("their scores", "md5")


def test_a_mean_of_submitted_scores_may_be_half_a_unit_farther(complete_db):
    """They have four decimals, and so has print."""
    runs = runs_of_2019(complete_db)[-len(APART) :]
    found = cells_of_scores(complete_db)
    assert [found[run, "ndcg_cut_10"][0] for run in runs] == list(APART.values())


STRANGER = f"update main.runs set source_md5 = 'other' where run_id = '{RUN}'"


def test_a_strangers_run_of_the_same_name_is_not_compared(complete_db):
    places = (TABLE, "exhibit = 'D-S5' and row_key = '2021 passages'")
    found = cells_after(complete_db, changes_of_runs(complete_db), *places)
    with changed(complete_db, STRANGER):
        shown = complete_db.execute("select count(*) from exhibits.d_t3 where run_id = 'p_bm25'").fetchone()
    of_run = {column: cell for (key, column), cell in found.items() if key == RUN}
    assert {status for status, *_ in of_run.values()} == {"needs data"}
    assert {computed for *_, computed in of_run.values()} == {None}
    assert of_run["rr"][1] == (
        "the loaded file p_bm25 may not be the submitted run: its md5 differs, and 6 of 6 official scores differ"
    )
    # what is best among all runs is no longer said from the loaded ones
    status, reason, _ = found["2021 passages", "nnlm_over_trad_percent"]
    assert status == "agrees with NIST"
    assert reason.endswith(
        "runs of trec2021-passages or their scores per topic by ndcg_cut_10 (62 of 63 loaded, 1 not the submitted ones)"
    )
    assert shown == (0,)


def test_a_republished_copy_is_known_by_its_scores(complete_db):
    """The md5 of the 63 republished runs of 2021 differ, their official scores come out."""
    official = """
        update main.official_scores as official set value = round(scores.value, 4) from metrics.run_scores as scores
        where official.collection = scores.collection and official.run_id = scores.run_id
        and official.measure = scores.measure and official.run_id = 'p_bm25' and official.summary = '{}'
    """
    copy = [
        STRANGER,
        *(official.format(summary) for summary in ("trec_eval", "passages-eval")),
    ]
    off = "update main.official_scores set value = value + 0.0001 where run_id = 'p_bm25' and measure = 'bpref'"
    query = f"select is_submitted, num_official, num_equal from published.run_identity where {OF_RUN}"
    with changed(complete_db, *copy):
        assert complete_db.execute(query).fetchall() == [(True, 6, 6)]
        assert cells(complete_db, TABLE)[RUN, "ap"][0] == "mismatch"  # compared again
    with changed(complete_db, *copy, off):  # by one unit of the last printed decimal
        assert complete_db.execute(query).fetchall() == [(False, 6, 5)]


@pytest.mark.parametrize(
    ("statement", "is_submitted"),
    [
        ("update main.runs set source_md5 = 'other' where run_id = 'p_bm25'", False),
        ("update main.runs set submitted_md5 = null where run_id = 'p_bm25'", True),
    ],
)
def test_without_official_scores_the_md5_decides(complete_db, statement, is_submitted):
    query = f"select is_submitted, reason is null from published.run_identity where {OF_RUN}"
    with changed(complete_db, "delete from main.official_scores", statement):
        assert complete_db.execute(query).fetchall() == [(is_submitted, is_submitted)]


SPARSE_PART = "delete from main.qrels where collection = 'trec2021-passages' and variant = 'msmarco' and query_id = '2'"


def test_a_partial_set_of_sparse_labels_needs_data(complete_db):
    places = (TABLE, "exhibit = 'D-T4' and row_key = '2021 passages'")
    found = cells_after(complete_db, changes_of_print(complete_db), *places)
    reason = "qrels of trec2021-passages, variant msmarco (1 of 2 judged topics)"
    assert found[RUN, "rr_ms"] == ("needs data", reason, None)
    assert found[RUN, "rr"][0] == "mismatch"  # compared: it needs no sparse label
    assert found["2021 passages", "grade_0"] == ("needs data", reason, None)
    assert found["2021 passages", "grade_0_percent"][0] == "agrees in print"


def test_a_partial_set_of_official_labels_needs_data(complete_db):
    with changed(
        complete_db,
        "update main.collection_parts set expected_rows = 13 where collection = 'trec2021-passages' and name = 'nist'",
    ):
        found = cells(complete_db, TABLE)
    assert {status for status, *_ in found.values()} == {"needs data"}
    assert found[RUN, "rr"][1] == "qrels of trec2021-passages, variant nist (12 of 13 labels loaded)"


OTHER_CORPORA = "update main.loads set verified = 'none' where part = 'corpus'"


def test_a_mapping_that_is_not_known_to_be_official_needs_data(complete_db):
    """An invented one of all judged passages, as a load of a part of the corpus leaves it."""
    exhibits = [f"exhibit = 'D-{name}'" for name in ("T5", "T6", "T7", "F9", "S13")]
    before = cells_before(complete_db, " or ".join(exhibits))
    found = cells_after(complete_db, changes_of_print(complete_db), *exhibits, "exhibit = 'D-S15'")
    assert "mismatch" in {status for status, *_ in before.values()}
    assert {status for status, *_ in found.values()} <= {"needs data", "agrees in print", "known misprint"}
    needed = "(needs the official corpus: the loaded msmarco-v2-passage does not have its counts)"
    assert any(needed in (reason or "") for _, reason, _ in found.values())
    assert "without the counts of the official corpus)" in found["docs v2", "million"][1]


PARTS = (
    "update main.collection_parts set expected_rows = 3 where part = 'queries' and name = 'trec2021'",
    "update main.collection_parts set expected_rows = 1000 where name = 'msmarco-v2-document'",
)


def test_partial_topics_and_corpora_need_data(complete_db):
    found = cells_after(complete_db, changes_of_runs(complete_db), "exhibit = 'D-S1'", "exhibit = 'D-S15'")
    assert found["all", "submitted"][:2] == ("needs data", "queries of trec2021 (2 of 3 loaded)")
    assert found["docs v2", "million"][:2] == ("needs data", "corpus msmarco-v2-document (6 of 1000 records loaded)")
    assert found["docs", "growth"][0] == "agrees in print"


UNMAPPED = (
    "insert into main.qrels (collection, variant, query_id, doc_id, relevance) "
    "select collection, variant, query_id, 'unmapped', 0 from main.qrels "
    "where collection = 'trec2021-passages' and variant = 'nist' limit 1"
)


def test_a_document_of_a_judged_passage_that_is_missing_sends_back_to_print(complete_db):
    exhibits = ("D-T5", "D-T6", "D-S13")
    before = comparing.asked(complete_db, f"select distinct status from compared where exhibit in {exhibits}")
    assert {status for (status,) in before} <= {"mismatch", "match", "known misprint"}
    found = cells_after(complete_db, changes_of_labels(complete_db), *(f"exhibit = '{each}'" for each in exhibits))
    assert found["0", "inferred_0"][0] in ("needs data", "agrees in print")
    assert found["inferred and actual", "kappa"][0] == "known misprint"
    assert round(found["inferred and actual", "kappa"][2], 4) == 0.4715


def test_what_nobody_can_load_is_not_reproducible(complete_db):
    found = cells_before(complete_db, "exhibit = 'A-T6'")
    assert set(found.values()) == {("not reproducible", "traces of the HiCAL simulations, not published", None)}


def one_of(collection):
    return f"run_id = (select min(run_id) from main.runs where collection = '{collection}' and is_submission)"


ALONE = "collection = 'trec2020-passages' and run_id = 'p_d2q_rm3_duo'"
UNRANKED = f"update main.runs set source_file = null, source_md5 = null where {ALONE}"


def only_scores(*measures, verified="md5"):
    """The run of paper C without its ranking, and with scores per topic of one file."""
    yield UNRANKED
    yield f"delete from main.submitted_scores where {ALONE}"
    for measure in measures:
        yield (
            "insert into main.submitted_scores values ('trec2020-passages', 'nist', 'p_d2q_rm3_duo', '1', "
            f"'{measure}', null, 0.5, 'theirs', 4)"
        )
    yield load_of_scores("theirs", verified, "trec2020-passages")


SETS = "part = 'scores' and collection = 'trec2021-passages' and name like 'nist/%'"


OTHER_FILE = "update main.runs set source_md5 = 'other' where {}"
STATES = {
    "incomplete": (
        [
            f"delete from main.runs where {one_of('trec2021-docs')}",
            f"update main.runs set source_file = null where {OF_RUN}",
            f"update main.runs set category = null where {one_of('trec2020-docs')}",
            "delete from main.query_variants",
            "delete from main.run_metadata",
            f"update main.collection_parts set expected_rows = 2 where {SETS}",
            OTHER_FILE.format(ALONE),
        ],
        {
            ("metadata", "trec2021-docs"): False,
            ("runs", "trec2021-passages"): False,
            ("metadata", "trec2021-passages"): True,
            ("categories", "trec2020-docs"): False,
            ("wordings", None): False,
            ("notes", "trec2023-passages"): False,
            ("scores", "trec2021-passages"): False,
            ("one run", "trec2020-passages"): False,
        },
    ),
    "other files": (
        [
            OTHER_FILE.format(OF_RUN),
            "insert into main.collection_parts select * replace ('nist/t' as name) from main.collection_parts "
            f"where {SETS}",
            *only_scores("map", "ndcg_cut_10"),
        ],
        {
            ("runs", "trec2021-passages"): False,
            ("scores", "trec2021-passages"): False,
            ("one run or scores", "trec2020-passages"): True,
        },
    ),
    "no scores": (
        ["delete from main.submitted_scores", "delete from main.loads", UNRANKED],
        {("scores", "trec2021-passages"): False, ("one run", "trec2020-passages"): False},
    ),
    "scores of another measure": (
        [
            "insert into main.loads select * replace (991 as load_id, 'nist/s/b' as name, 'none' as verified) "
            f"from main.loads where {SETS}",
            *only_scores("ndcg_cut_10"),
        ],
        {("scores", "trec2021-passages"): False, ("one run or scores", "trec2020-passages"): False},
    ),
    "no passages": (
        ["delete from main.collections where task = 'passages'"],
        {("mapping", "trec2021-passages"): False},
    ),
    "unknown scores": (
        [*only_scores("map", verified="none")],
        {("one run or scores", "trec2020-passages"): False},
    ),
}
"""Statements that do not meet, and which parts of requirements are met after them."""


@pytest.mark.parametrize("state", STATES)
def test_each_part_of_a_requirement_is_asked_for(complete_db, state):
    def met(rows, kind, collection):
        return {
            is_met
            for *part, name, is_met in rows
            if part == [kind, collection]
            and name in {"one run": ["p_d2q_rm3_duo"], "scores": ["nist"]}.get(kind.removesuffix(" or scores"), [name])
        }

    statements, expected = STATES[state]
    assert {part: met(parts_before(complete_db), *part) for part in expected} == {part: {True} for part in expected}
    with changed(complete_db, *statements):
        rows = complete_db.execute("select kind, collection, name, is_met from published.requirement_parts").fetchall()
    assert {part: met(rows, *part) for part in expected} == {part: {is_met} for part, is_met in expected.items()}


def test_scores_of_one_measure_say_nothing_of_another(complete_db):
    """And nothing where the labels are not known, or a ranking of the run is loaded, be it a stranger's."""
    found = cells_of_scores(complete_db)
    assert found[run_of(complete_db, "md5"), "ap"][0] in ("needs data", "agrees with NIST")
    assert found[run_of(complete_db, "stranger"), "ndcg_cut_10"][0] == "needs data"
    unknown = "update main.loads set verified = 'none' where part = 'qrels' and collection = 'trec2019-passages'"
    with changed(complete_db, *scores("p_bert", "ndcg_cut_10", verified="md5"), unknown):
        found = cells(complete_db, of_scores("p_bert", '"column"'))
    assert found["p_bert", "ndcg_cut_10"][0] in ("needs data", "agrees with NIST")


def test_only_means_of_scores_may_be_half_a_unit_farther(complete_db):
    """Not those of a ranking, though scores of the run are loaded too."""
    found = cells_of_scores(complete_db)[run_of(complete_db, "with ranking"), "ndcg_cut_10"]
    assert found[0] == "mismatch"
