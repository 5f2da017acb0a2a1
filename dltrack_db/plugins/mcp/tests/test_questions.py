"""Twenty questions that a researcher asks an assistant of TREC 2021, and the numbers that print or NIST give."""

from __future__ import annotations

import pytest

from dltrack_db.plugins.mcp.bounded import Bounded
from dltrack_db.plugins.mcp.tests.test_server import NEEDS_SDK, asked

PASSAGES, DOCS = {"collection": "trec2021-passages"}, {"collection": "trec2021-docs"}
QUESTIONS = [
    ("Which passage run is best?", "leaderboard", PASSAGES, ("run_id", "pash_f1")),
    ("What is its nDCG@10?", "leaderboard", PASSAGES, ("ndcg_cut_10", 0.7494)),
    ("And by NIST's means of documents?", "leaderboard", DOCS, ("ndcg_cut_10", 0.7437)),
    (
        "Which traditional passage run is best?",
        "leaderboard",
        PASSAGES | {"where": "category = 'trad'"},
        ("ndcg_cut_10", 0.5493),
    ),
    ("What does BM25 reach in AP?", "leaderboard", PASSAGES | {"where": "run_id = 'p_bm25'"}, ("ap", 0.1357)),
    ("By P@10?", "leaderboard", PASSAGES | {"where": "run_id = 'p_bm25'", "measures": ["P_10"]}, ("P_10", 0.3547)),
    (
        "How many passage runs are there?",
        "query",
        {"sql": "select count(*) as n from main.runs where collection = 'trec2021-passages' and is_submission"},
        ("n", 63),
    ),
    (
        "How many document runs?",
        "query",
        {"sql": "select count(*) as n from main.runs where collection = 'trec2021-docs' and is_submission"},
        ("n", 66),
    ),
    (
        "On how many topics does the best neural passage run win?",
        "query",
        {"sql": "select num_wins from systems.best_nnlm_vs_trad_wins where collection = 'trec2021-passages'"},
        ("num_wins", 47),
    ),
    (
        "What does the best traditional run reach on long topics?",
        "query",
        {
            "sql": "select value from systems.query_length_best "
            "where collection = 'trec2021-passages' and category = 'trad' and subset = 'long'"
        },
        ("value", 0.51),
    ),
    (
        "How many document topics are long?",
        "query",
        {
            "sql": "select num_queries from systems.query_length_counts "
            "where collection = 'trec2021-docs' and length = 'long'"
        },
        ("num_queries", 29),
    ),
    (
        "How many relevant passages has a short topic?",
        "query",
        {
            "sql": "select mean_num_rel from systems.query_length_counts "
            "where collection = 'trec2021-passages' and length = 'short'"
        },
        ("mean_num_rel", 61.2),
    ),
    (
        "How many passage topics were judged?",
        "query",
        {
            "sql": "select count(distinct query_id) as n from main.qrels "
            "where collection = 'trec2021-passages' and variant = 'nist'"
        },
        ("n", 53),
    ),
    ("Where does 147.1 come from?", "printed_number", {"number": 147.1}, ("exhibit", "D-S2")),
    (
        "Does the best run beat BM25?",
        "compare",
        {"run_a": "pash_f1", "run_b": "p_bm25", "measures": ["nDCG@10"]} | PASSAGES,
        ("mean_a", 0.7494),
    ),
    (
        "By how much?",
        "compare",
        {"run_a": "pash_f1", "run_b": "p_bm25", "measures": ["nDCG@10"]} | PASSAGES,
        ("mean_b", 0.4458),
    ),
    ("Where is .7494 printed?", "printed_number", {"number": 0.7494}, ("exhibit", "D-T3")),
    ("Does it come out?", "printed_number", {"number": 0.7494, "exhibit": "D-T3"}, ("status", "match")),
    ("What is the kappa of inferred labels?", "printed_number", {"number": 0.468}, ("exhibit", "D-S13")),
    ("How many groups took part?", "printed_number", {"number": 15, "exhibit": "D-T1"}, ("status", "match")),
]


@pytest.mark.real
@pytest.mark.campaign
def test_twenty_questions(real_database):
    pytest.importorskip("mcp", reason=NEEDS_SDK)
    from dltrack_db.plugins.mcp.server import server

    with Bounded(real_database) as answers:
        _, _, told = asked(server(answers), *((tool, given) for _, tool, given, _ in QUESTIONS))
    wrong = []
    for (question, _, _, (column, expected)), answer in zip(QUESTIONS, told, strict=True):
        content = answer.structured_content
        found = (
            [dict(zip(content["columns"], row, strict=True)).get(column, content["columns"]) for row in content["rows"]]
            if content
            else []
        )
        is_number = isinstance(expected, float)
        decimals = len(str(expected).partition(".")[2])
        if (
            not found
            or (round(found[0], decimals) if is_number and isinstance(found[0], float) else found[0]) != expected
        ):
            wrong.append((question, expected, found[:3], answer.content[0].text[:300] if not found else ""))
    assert len(QUESTIONS) == 20 and not wrong
