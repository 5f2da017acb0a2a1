"""Each status by a case of its own, and the rules for when the inputs of a number count as complete."""

from __future__ import annotations

import functools
from contextlib import contextmanager

import pytest
from published import comparing

from dltrack_db.store import derive

RUN = "p_bm25"
OF_RUN = "collection = 'trec2021-passages' and run_id = 'p_bm25'"
TABLE = "exhibit = 'D-T3' and row_key = 'p_bm25'"


@contextmanager
def changed(con, *statements):
    """The database with some statements executed, and what stands in decided anew, rolled back afterwards."""
    con.execute("begin")
    try:
        for statement in statements:
            con.execute(statement)
        derive.update_stand_ins(con)
        yield con
    finally:
        con.execute("rollback")


def cells(con, *places):
    """Status, reason and number by row key and column; of the exhibits that the places name alone is the plan."""
    order = " ".join(f"when {where} then {number}" for number, where in enumerate(places))
    where = " or ".join(f"({where})" for where in places)
    found = con.execute(
        f'select row_key, "column", status, reason, computed from published.comparison where {where} '
        f"order by case {order} end"
    ).fetchall()
    return {(key, column): tuple(rest) for key, column, *rest in found}


def cells_before(con, where):
    """The same where nothing is changed."""
    found = comparing.asked(con, f'select row_key, "column", status, reason, computed from compared where {where}')
    return {(key, column): tuple(rest) for key, column, *rest in found}


@functools.cache
def parts_before(con):
    """Rows of `published.requirement_parts` where nothing is changed."""
    return con.execute("select kind, collection, name, is_met from published.requirement_parts").fetchall()


def test_match_and_mismatch(complete_db):
    """The invented run gives other numbers than the print; a print that says them matches.

    A row among the misprints that is wrong itself, or says what the print says, hides no match.
    """
    query = "select run_id from exhibits.d_t3 where run_id not in (select row_key from published.misprints) limit 3"
    runs = [run for (run,) in complete_db.execute(query).fetchall()]
    value = "(select round(rr, 4) from exhibits.d_t3 where run_id = '{}')"
    right = (None, "0.9", value.format(runs[2]))
    with changed(
        complete_db,
        *(misprint(made, "rr", run=run) for run, made in zip(runs, right, strict=True) if made),
        *(
            f"update published.cells set value = {value.format(run)} "
            f"where exhibit = 'D-T3' and row_key = '{run}' and column_name = 'rr'"
            for run in runs
        ),
    ):
        found = cells(complete_db, "exhibit = 'D-T3'")
    assert [found[run, "rr"][:2] for run in runs] == [("match", None)] * 3
    assert found[RUN, "ap"][:2] == ("mismatch", "nothing that is known explains the difference")
    assert found[RUN, "ap"][2] is not None


def test_every_status_but_a_plain_match_has_a_reason(complete_db, printed_db):
    for con in (complete_db, printed_db):
        rows = comparing.asked(con, "select distinct status from compared where coalesce(reason, '') = ''")
        assert rows in ([("match",)], [])


def test_a_number_that_does_not_come_out_though_all_is_here_is_a_mismatch(complete_db):
    with changed(
        complete_db,
        f"insert into published.cells select * replace ('other' as column_name) from published.cells where {TABLE} "
        "and column_name = 'ap'",
    ):
        found = cells(complete_db, TABLE)
    assert found[RUN, "other"] == ("mismatch", "all that it needs is loaded, and nothing comes out", None)


def test_models_are_counted_where_every_group_said_what_it_used(complete_db):
    """Invented descriptions, of which the one that names XLNet is of the run that NIST's page has it of."""
    where = "exhibit = 'A-S13'"
    assert {status for status, _, _ in cells_before(complete_db, where).values()} == {"match"}
    of_one = "delete from main.run_metadata where run_id = 'ucas_runid2'"
    with changed(complete_db, of_one):
        found = cells(complete_db, where)
    missing = "what groups said of the runs of trec2019-docs (37 of 38 loaded; dltrack ingest run-notes)"
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


def test_shares_of_runs_that_are_not_all_described_need_data(complete_db):
    """Other labels of 2019 bring the passage runs alone: their shares are not those of both tasks."""
    places = ("exhibit = 'A-S1' and row_key in ('nnlm', 'rerank')", "exhibit = 'D-S4' and row_key = '2019 nnlm'")
    with changed(
        complete_db,
        "delete from main.runs where collection = 'trec2019-docs'",
        "delete from main.collections where collection = 'trec2019-docs'",
    ):
        found = cells(complete_db, *places, "exhibit = 'A-T2' and row_key = 'nnlm' and \"column\" = 'passages'")
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
    ("0.9", "print", ("mismatch", "neither the printed number nor 0.9, which is right by a file")),
    ("0.9", "file replaced", ("mismatch", "neither the printed number nor 0.9, which is right by a file")),
    (f"{AP} + 0.0001", "print", "mismatch"),
)


def test_a_misprint_is_known_where_the_right_number_comes_out(complete_db):
    """Each of another run of the table."""
    query = "select run_id from exhibits.d_t3 where run_id not in (select row_key from published.misprints) limit {}"
    runs = [run for (run,) in complete_db.execute(query.format(len(MISPRINTS))).fetchall()]
    made = [
        misprint(value.format(run), "ap", cause, run) for run, (value, cause, _) in zip(runs, MISPRINTS, strict=True)
    ]
    with changed(complete_db, *made):
        found = cells(complete_db, "exhibit = 'D-T3' and \"column\" = 'ap'")
    for run, (_, _, expected) in zip(runs, MISPRINTS, strict=True):
        status, reason, _ = found[run, "ap"]
        assert expected in ((status, reason), status)


def test_every_misprint_has_a_right_number_that_is_not_the_printed_one(printed_db):
    rows = printed_db.execute(
        "select exhibit, row_key, column_name from published.misprints inner join published.cells "
        "using (exhibit, row_key, column_name) "
        "where case relation when '<' then misprints.value >= cells.value "
        "else abs(misprints.value - cells.value) > 0.4 * pow(10, -decimals) end"
    ).fetchall()
    assert len(rows) == printed_db.execute("select count(*) from published.misprints").fetchone()[0] == 27


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("update main.loads set verified = 'counts'", "not known to be the official file: its md5 is in no recipe"),
        ("delete from main.loads", "not known to be the official file: its md5 is in no recipe"),
        ("update main.loads set measured_rows = 13", "12 labels here, 13 were loaded"),
    ],
)
def test_labels_that_are_not_known_by_their_md5_need_data(complete_db, statement, reason):
    with changed(
        complete_db, f"{statement} where part = 'qrels' and collection = 'trec2021-passages' and name = 'nist'"
    ):
        found = cells(complete_db, TABLE)
    assert set(found.values()) == {("needs data", f"qrels of trec2021-passages, variant nist ({reason})", None)}


SHARES = "exhibit in ('A-S1', 'A-T2', 'D-T1', 'D-S3', 'D-S4', 'D-S16')"


def test_what_is_counted_by_printed_facts_agrees_in_print(complete_db):
    """Only while the facts are from print: the rows of published.printed_facts decide, no list of exhibits."""
    before = comparing.asked(
        complete_db,
        f"select exhibit, count(*) from compared where {SHARES} and status = 'agrees in print' "
        "and row_key not like '2020 %' group by all order by all",
    )
    assert before == [("A-S1", 10), ("A-T2", 10), ("D-S16", 2), ("D-S3", 1), ("D-S4", 9), ("D-T1", 12)]
    with changed(complete_db, "delete from published.printed_facts where column_name <> 'subtask'"):
        after = complete_db.execute(
            f"select exhibit, row_key from published.comparison where {SHARES} and status = 'agrees in print'"
        ).fetchall()
    assert {key.split()[-1] for _, key in after} == {"fullrank", "rerank"}
    assert {exhibit for exhibit, _ in after} == {"A-S1", "A-T2", "D-S4", "D-T1"}


def test_totals_with_printed_counts_agree_in_print(complete_db):
    places = (
        "exhibit = 'A-S12'",
        "exhibit = 'B-S5'",
        "exhibit = 'A-T5' and row_key = 'total judged'",
        "exhibit = 'A-T7' and \"column\" = 'judgments' and (row_key like '% official' or row_key like '% size')",
    )
    key = "(cells.row_key, cells.column_name) = (computed.row_key, computed.column_name)"
    said = (
        "update published.cells set value = computed.value from published.computed as computed "
        f"where cells.exhibit = '{exhibit}' and computed.exhibit = '{exhibit}' and {key}"
        for exhibit in ("A-T5", "A-T7")
    )
    with changed(complete_db, *said):
        found = cells(complete_db, *places)
    assert {key: status for key, (status, *_) in found.items() if status != "agrees in print"} == {
        ("heat map", "teams"): "match"
    }
    assert len(found) == 10


OF_SCORES = "exhibit = 'A-T4' and row_key = 'p_bert' and \"column\" = 'ndcg_cut_10'"


LOAD_OF_SCORES = """
    insert into main.loads by name
    select * replace (
        990 as load_id, 'scores' as part, 'nist/{}' as name, 'trec2019-passages' as collection, '{}' as verified,
        'mine' as edition
    )
    from main.loads where load_id = 0
"""


def scores(*measures, verified="none", value="1", topics="true"):
    """The ranking of a run gone, and scores per topic in its place, of which NIST's are the means."""
    of_run = "collection = 'trec2019-passages' and run_id = 'p_bert'"
    yield f"update main.runs set source_file = null, source_md5 = null where {of_run}"
    yield f"delete from main.run_topics where {of_run}"
    yield f"delete from main.query_scores where {of_run}"
    yield f"delete from main.submitted_scores where {of_run}"
    for measure in measures:
        yield (
            "insert into main.submitted_scores select distinct collection, variant, 'p_bert', query_id, "
            f"'{measure}', null, {value}, 'theirs', 4 from main.qrels where variant = 'nist' and collection = "
            f"'trec2019-passages' and {topics}"
        )
    yield LOAD_OF_SCORES.format("theirs", verified)
    yield f"update main.official_scores set value = 1 where {of_run} and measure like 'ndcg_cut%'"
    yield f"update published.cells set value = 1 where {OF_SCORES.replace(chr(34) + 'column' + chr(34), 'column_name')}"


FORGED = (
    "the loaded scores of p_bert from mine (nist) are not known to be the published ones: no recipe knows their md5"
)
FAMILY = ("ndcg_cut_10", "ndcg_cut_100", "ndcg_cut_1000")


@pytest.mark.parametrize(
    ("statements", "status", "reason"),
    [
        (
            scores(*FAMILY[:1], verified="md5"),
            "match",
            "from scores per topic of mine (nist), which have four decimals",
        ),
        (scores(*FAMILY), "match", "from scores per topic of mine (nist), which have four decimals"),
        (scores(*FAMILY[:1]), "agrees with NIST", "1 of the 3 official scores that are asked for come out"),
        (scores(*FAMILY, value="0.9"), "agrees with NIST", "3 of 3 official scores differ"),
        (scores(*FAMILY, topics="query_id > '2'"), "agrees with NIST", "no official score tells"),
    ],
    ids=["md5", "means", "one mean", "other means", "other topics"],
)
def test_scores_of_others_count_where_they_are_known(complete_db, statements, status, reason):
    with changed(complete_db, *statements):
        found = cells(complete_db, OF_SCORES)["p_bert", "ndcg_cut_10"]
    assert found[0] == status
    assert found[1] == reason if status == "match" else f"{FORGED}, and {reason}" in found[1]


WINS = "exhibit in ('D-S6', 'D-S5') and row_key = '2019 passages'"


@pytest.mark.parametrize("verified", ["md5", "none"])
def test_scores_per_topic_stand_for_a_run_where_all_runs_are_asked_for(complete_db, verified):
    """On every face: the exhibit's view, the table of runs, the comparison."""
    with changed(complete_db, *scores("ndcg_cut_10", verified=verified)):
        found = cells(complete_db, WINS)
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


def test_scores_of_all_runs_name_whose_they_are(complete_db):
    where = "exhibit = 'F-F1' and row_key = '2019'"
    reasons = {reason for _, reason, _ in cells_before(complete_db, where).values()}
    assert reasons <= {
        "nothing that is known explains the difference",
        "from scores per topic of x, which have four decimals",
    }
    with changed(complete_db, "update main.loads set verified = 'none' where part = 'scores' and name like 'nist/%'"):
        found = set(cells(complete_db, where).values())
    assert found == {
        (
            "needs data",
            "scores of the runs of trec2019-passages by labels nist (0 of 1 files have an md5 that a recipe knows)",
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


def test_a_mean_of_submitted_scores_may_be_half_a_unit_farther(complete_db):
    """They have four decimals, and so has print."""
    wanted = {0.00009: "match", -0.00009: "match", 0.00012: "mismatch", -0.0004: "mismatch"}
    query = (
        "select row_key from published.cells inner join main.runs on runs.run_id = cells.row_key "
        "where exhibit = 'A-T4' and column_name = 'ndcg_cut_10' and runs.collection = 'trec2019-passages' "
        "and row_key <> 'p_bert' order by all limit 4"
    )
    runs = [run for (run,) in complete_db.execute(query).fetchall()]
    apart = dict(zip(runs, wanted, strict=True))
    of_runs = f"collection = 'trec2019-passages' and run_id in ({', '.join(map(repr, runs))})"
    with changed(
        complete_db,
        f"update main.runs set source_file = null, source_md5 = null where {of_runs}",
        *(f"delete from main.{each} where {of_runs}" for each in ("run_topics", "query_scores", "judged_rankings")),
        *(
            f"""
            insert into main.submitted_scores by name
            select
                topics.collection, 'nist' as variant, '{run}' as run_id, topics.query_id, 'ndcg_cut_10' as measure,
                cells.value + {by} as value, 'their scores' as source,
            from published.cells as cells, judging.topic_statistics as topics
            where cells.exhibit = 'A-T4' and cells.row_key = '{run}' and cells.column_name = 'ndcg_cut_10'
            and topics.collection = 'trec2019-passages'
            """
            for run, by in apart.items()
        ),
        f"delete from main.submitted_scores where {of_runs} and source <> 'their scores'",
        LOAD_OF_SCORES.format("their scores", "md5"),
    ):
        found = cells(complete_db, "exhibit = 'A-T4' and \"column\" = 'ndcg_cut_10'")
    assert {run: found[run, "ndcg_cut_10"][0] for run in runs} == {run: wanted[by] for run, by in apart.items()}


def test_a_strangers_run_of_the_same_name_is_not_compared(complete_db):
    with changed(complete_db, f"update main.runs set source_md5 = 'other' where run_id = '{RUN}'"):
        found = cells(complete_db, TABLE, "exhibit = 'D-S5' and row_key = '2021 passages'")
        shown = complete_db.execute("select count(*) from exhibits.d_t3 where run_id = 'p_bm25'").fetchone()
    of_run = {column: cell for (key, column), cell in found.items() if key == RUN}
    assert {status for status, *_ in of_run.values()} == {"needs data"}
    assert {computed for *_, computed in of_run.values()} == {None}
    assert of_run["rr"][1] == (
        "the loaded file p_bm25 is not known to be the submitted run: another md5, and 6 of 6 official scores differ"
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
        f"update main.runs set source_md5 = 'other' where run_id = '{RUN}'",
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


def test_a_partial_set_of_sparse_labels_needs_data(complete_db):
    with changed(
        complete_db,
        "delete from main.qrels where collection = 'trec2021-passages' and variant = 'msmarco' and query_id = '2'",
    ):
        found = cells(complete_db, TABLE, "exhibit = 'D-T4' and row_key = '2021 passages'")
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


def test_a_mapping_that_is_not_known_to_be_official_needs_data(complete_db):
    """An invented one of all judged passages, as a load of a part of the corpus leaves it."""
    exhibits = [f"exhibit = 'D-{name}'" for name in ("T5", "T6", "T7", "F9", "S13")]
    before = cells_before(complete_db, " or ".join(exhibits))
    with changed(complete_db, "update main.loads set verified = 'none' where part = 'corpus'"):
        found = cells(complete_db, *exhibits, "exhibit = 'D-S15'")
    assert "mismatch" in {status for status, *_ in before.values()}
    assert {status for status, *_ in found.values()} <= {"needs data", "agrees in print", "known misprint"}
    needed = "(needs the official corpus: the loaded msmarco-v2-passage is not known to be it by its counts)"
    assert any(needed in (reason or "") for _, reason, _ in found.values())
    assert "not known to be the official corpus by its counts)" in found["docs v2", "million"][1]


def test_partial_topics_and_corpora_need_data(complete_db):
    with changed(
        complete_db,
        "update main.collection_parts set expected_rows = 3 where part = 'queries' and name = 'trec2021'",
        "update main.collection_parts set expected_rows = 1000 where name = 'msmarco-v2-document'",
    ):
        found = cells(complete_db, "exhibit = 'D-S1'", "exhibit = 'D-S15'")
    assert found["all", "submitted"][:2] == ("needs data", "queries of trec2021 (2 of 3 loaded)")
    assert found["docs v2", "million"][:2] == ("needs data", "corpus msmarco-v2-document (6 of 1000 records loaded)")
    assert found["docs", "growth"][0] == "agrees in print"


def test_a_document_of_a_judged_passage_that_is_missing_sends_back_to_print(complete_db):
    exhibits = ("D-T5", "D-T6", "D-S13")
    before = comparing.asked(complete_db, f"select distinct status from compared where exhibit in {exhibits}")
    assert {status for (status,) in before} <= {"mismatch", "match", "known misprint"}
    with changed(
        complete_db,
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance) "
        "select collection, variant, query_id, 'unmapped', 0 from main.qrels "
        "where collection = 'trec2021-passages' and variant = 'nist' limit 1",
    ):
        found = cells(complete_db, *(f"exhibit = '{each}'" for each in exhibits))
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
    yield LOAD_OF_SCORES.format("theirs", verified).replace("trec2019", "trec2020")


SETS = "part = 'scores' and collection = 'trec2021-passages' and name like 'nist/%'"


@pytest.mark.parametrize(
    ("statements", "kind", "collection", "is_met"),
    [
        ([f"delete from main.runs where {one_of('trec2021-docs')}"], "metadata", "trec2021-docs", False),
        ([f"update main.runs set source_file = null where {OF_RUN}"], "runs", "trec2021-passages", False),
        ([f"update main.runs set source_file = null where {OF_RUN}"], "metadata", "trec2021-passages", True),
        ([f"update main.runs set source_md5 = 'other' where {OF_RUN}"], "runs", "trec2021-passages", False),
        (
            [f"update main.runs set category = null where {one_of('trec2020-docs')}"],
            "categories",
            "trec2020-docs",
            False,
        ),
        (["delete from main.query_variants"], "wordings", None, False),
        (["delete from main.run_metadata"], "notes", "trec2023-passages", False),
        (["delete from main.collections where task = 'passages'"], "mapping", "trec2021-passages", False),
        (["delete from main.submitted_scores", "delete from main.loads"], "scores", "trec2021-passages", False),
        ([f"update main.collection_parts set expected_rows = 2 where {SETS}"], "scores", "trec2021-passages", False),
        (
            [
                "insert into main.collection_parts select * replace ('nist/t' as name) from main.collection_parts "
                f"where {SETS}"
            ],
            "scores",
            "trec2021-passages",
            False,
        ),
        (
            [
                "insert into main.loads select * replace (991 as load_id, 'nist/s/b' as name, 'none' as verified) "
                f"from main.loads where {SETS}"
            ],
            "scores",
            "trec2021-passages",
            False,
        ),
        ([f"update main.runs set source_md5 = 'other' where {ALONE}"], "one run", "trec2020-passages", False),
        ([UNRANKED], "one run", "trec2020-passages", False),
        (only_scores("map", "ndcg_cut_10"), "one run or scores", "trec2020-passages", True),
        (only_scores("ndcg_cut_10"), "one run or scores", "trec2020-passages", False),
        (only_scores("map", verified="none"), "one run or scores", "trec2020-passages", False),
    ],
)
def test_each_part_of_a_requirement_is_asked_for(complete_db, statements, kind, collection, is_met):
    def met(rows):
        return {
            is_met
            for *part, name, is_met in rows
            if part == [kind, collection]
            and name in {"one run": ["p_d2q_rm3_duo"], "scores": ["nist"]}.get(kind.removesuffix(" or scores"), [name])
        }

    assert met(parts_before(complete_db)) == {True}
    query = (
        "select kind, collection, name, is_met from published.requirement_parts "
        "where kind = $1 and collection is not distinct from $2"
    )
    with changed(complete_db, *statements):
        assert met(complete_db.execute(query, [kind, collection]).fetchall()) == {is_met}


def test_scores_of_one_measure_say_nothing_of_another(complete_db):
    """And nothing where the labels are not known, or a ranking of the run is loaded, be it a stranger's."""
    where = "exhibit = 'A-T4' and row_key = 'p_bert'"
    with changed(complete_db, *scores("ndcg_cut_10", verified="md5")):
        assert cells(complete_db, where)["p_bert", "ap"][0] in ("needs data", "agrees with NIST")
    unknown = "update main.loads set verified = 'none' where part = 'qrels' and collection = 'trec2019-passages'"
    with changed(complete_db, *scores("ndcg_cut_10", verified="md5"), unknown):
        assert cells(complete_db, OF_SCORES)["p_bert", "ndcg_cut_10"][0] in ("needs data", "agrees with NIST")
    strangers = "update main.runs set source_md5 = 'other' where collection = 'trec2019-passages' and run_id = 'p_bert'"
    with changed(complete_db, *list(scores("ndcg_cut_10", verified="md5"))[3:], strangers):
        assert cells(complete_db, OF_SCORES)["p_bert", "ndcg_cut_10"][0] == "needs data"


def test_only_means_of_scores_may_be_half_a_unit_farther(complete_db):
    """Not those of a ranking, though scores of the run are loaded too."""
    print_near = "update published.cells set value = (select ndcg_cut_10 from exhibits.a_t4 where run_id = 'p_bert')"
    near = print_near + " + 0.00007 where " + OF_SCORES.replace('"column"', "column_name")
    with changed(complete_db, *list(scores("ndcg_cut_10", verified="md5"))[3:-2], near):
        assert cells(complete_db, OF_SCORES)["p_bert", "ndcg_cut_10"][0] == "mismatch"
