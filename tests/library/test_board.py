"""One question has one answer: in the command, the library, the report, the page's query and an assistant's tool."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace

import pytest
from scipy.stats import ttest_rel
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.ask import baseline_letters
from dltrack_db.ask.leaderboard import BEATS, VERDICT, Board, Question
from dltrack_db.base.answer import Answer
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.plugins.mcp.answers import Answers

COLLECTION = "sample-passages"
WEB = Path(__file__).parents[2] / "web"


def words(option, values):
    return [word for value in values for word in (option, value)]


QUESTIONS = {
    "overview": (Question(), []),
    "significance": (Question(significance=True), ["--significance"]),
    "one baseline": (Question(baselines=["p_bm25"], sort="map"), ["--baseline", "p_bm25", "--sort", "map"]),
    "measures": (Question(measures=["nDCG@20", "map"]), ["-m", "nDCG@20,map"]),
    "narrowed": (
        Question(measures=["P_10"], sort="rr", where="ap > 0.2 and category = 'nnlm'"),
        ["-m", "P_10", "--sort", "rr", "--where", "ap > 0.2 and category = 'nnlm'"],
    ),
    "family": (
        Question(measures=["ndcg_cut_10", "map"], baselines=["p_bm25", "p_tct"]),
        ["-m", "ndcg_cut_10", "-m", "map", "--baseline", "p_bm25", "--baseline", "p_tct"],
    ),
    "some runs": (
        Question(measures=["map"], runs=["p_tct", "alder_p2", "p_bm25", "ibex_p"], where="map > 0 or map is null"),
        ["-m", "map", *words("--run", ["p_tct", "alder_p2", "p_bm25", "ibex_p"]), "--where", "map > 0 or map is null"],
    ),
    "labels": (Question(labels="msmarco"), ["--labels", "msmarco"]),
    "labels and measures": (
        Question(labels="msmarco", measures=["nDCG@20"], sort="P_10"),
        ["--labels", "msmarco", "-m", "nDCG@20", "--sort", "P_10"],
    ),
}


@pytest.fixture(scope="module")
def db(sample_database):
    with dl.open(sample_database) as opened:
        yield opened


def alike(left, right):
    """Rows that are equal, numbers to the eleventh digit: their last one hangs on the order in which threads add up."""
    assert [list(row) for row in left] == [list(row) for row in right]
    for ours, theirs in zip(left, right, strict=True):
        for name, value in ours.items():
            expected = pytest.approx(value, abs=1e-11) if isinstance(value, float) else value
            assert theirs[name] == expected, (name, ours, theirs)


def noted(output):
    """The lines of a command's output that tell of its tests."""
    return [line for line in output.splitlines() if "paired t-test over" in line.lower() and "Holm for" in line]


@pytest.mark.campaign
@pytest.mark.parametrize("name", QUESTIONS)
def test_command_library_and_assistant_answer_alike(db, sample_database, name):
    question, arguments = QUESTIONS[name]
    shown = CliRunner().invoke(app, ["leaderboard", COLLECTION, *arguments, "--db", str(sample_database), "-f", "json"])
    assert shown.exit_code == 0, shown.output
    command = json.loads(shown.stdout)
    assert len(command) > 3
    frame = db.leaderboard(
        COLLECTION,
        question.measures,
        sort=question.sort,
        where=question.where,
        labels=question.labels,
        baseline=question.baselines,
        significance=question.significance,
        runs=question.runs,
    )
    assert not question.runs or list(question.runs) == frame["run_id"].to_list()
    assert frame.columns[0] == "collection" and set(frame["collection"]) == {COLLECTION}
    library = frame.drop("collection").to_dicts()
    assert shown.stderr.splitlines() == list(frame.notes)
    if not question.sort:  # which assistants have no argument for
        asked = {key: value for key, value in asdict(question).items() if value and key != "sort"}
        assistant = Answers(sample_database).question("leaderboard", asked | {"collection": COLLECTION})
        rows = [dict(zip(assistant["columns"], row, strict=True)) for row in assistant["rows"]]
        alike(library, [{key: row[key] for key in library[0]} for row in rows])
        assert assistant["comes_from"] and assistant["is_whole"]
        assert all(note in assistant["note"] for note in frame.notes)
    assert bool(noted(shown.stderr)) == bool(question.baselines) != ("may be best" in shown.stderr)
    for row in library:  # the command has names joined, and says the number of tests in a note
        row.pop("num_tests", None)
        row |= {key: " ".join(value) for key, value in row.items() if key.endswith(BEATS)}
    alike(command, library)


def holm(p_values):
    """The textbook's correction, by key."""
    corrected, largest = {}, 0.0
    for step, key in enumerate(sorted(p_values, key=p_values.get)):
        largest = max(largest, min(1.0, p_values[key] * (len(p_values) - step)))
        corrected[key] = largest
    return corrected


@pytest.fixture(scope="module")
def p_values(db):
    """scipy's p-value of each run against p_bm25, by nDCG@10."""
    values = db.sql(
        "select run_id, list(value order by query_id) from metrics.query_scores "
        "where collection = $1 and measure = 'ndcg_cut_10' group by all",
        [COLLECTION],
    ).fetchall()
    vectors = dict(values)
    return {run: ttest_rel(vector, vectors["p_bm25"]).pvalue for run, vector in values if run != "p_bm25"}


@pytest.mark.more
@pytest.mark.parametrize(
    ("asked", "condition"),
    [
        ({}, lambda row: True),
        ({"runs": ["p_tct", "alder_p2", "p_bm25"]}, lambda row: row["run_id"] in ("p_tct", "alder_p2")),
        (
            {"runs": ["p_tct", "ibex_p"]},
            lambda row: row["run_id"] in ("p_tct", "ibex_p"),
        ),  # the baseline need not be asked for
        ({"where": "category = 'nnlm'"}, lambda row: row["category"] == "nnlm"),
        ({"limit": 3}, lambda row: True),
        ({"where": "verdict = 'better'"}, lambda row: True),  # which is known only when all are tested
    ],
)
def test_the_family_is_what_is_asked_for_whatever_is_shown_of_it(db, p_values, asked, condition):
    every = {row["run_id"]: row for row in db.leaderboard(COLLECTION).to_dicts()}
    family = {run: p for run, p in p_values.items() if condition(every[run])}
    found = Board(db.duckdb, COLLECTION, Question(baselines=["p_bm25"], **asked)).read()
    corrected = holm(family)
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    assert len(rows) >= 2 and found.columns.index("p_corrected") == found.columns.index("p_value") + 1
    for row in rows:
        if row["run_id"] != "p_bm25":
            assert row["p_value"] == pytest.approx(p_values[row["run_id"]], abs=1e-9)
            assert row["p_corrected"] == pytest.approx(corrected[row["run_id"]], abs=1e-9)
    (note,) = noted("\n".join(found.notes))
    assert f"corrected by Holm for all {len(family)} tests: " in note
    assert note.endswith("against p_bm25 in nDCG@10")


@pytest.mark.more
def test_a_condition_asks_which_of_the_runs_left_may_be_best(db):
    found = db.leaderboard(COLLECTION, where="category <> 'trad'", significance=True)
    assert found["may_be_best"][0] is True and found["may_be_best"].null_count() == 0
    runs = found["run_id"].to_list()
    query = "select run_id, may_be_best, beaten_by, low, high from statistics.compared_with_best($1, runs := $2)"
    rows = db.sql(f"{query} where collection = $3", [["ndcg_cut_10"], runs, COLLECTION]).fetchall()
    assert sorted(found["run_id", *VERDICT].rows()) == sorted(rows)
    assert f"{found['may_be_best'].sum()} of {len(runs)} runs may be best" in found.notes[0]
    # a condition on a verdict chooses among the rows, not among the runs that are compared
    whole = db.leaderboard(COLLECTION, significance=True)
    best = db.leaderboard(COLLECTION, where="may_be_best", columns=["run_id", "behind_high"])
    assert best["run_id"].to_list() == whole.filter(whole["may_be_best"])["run_id"].to_list()
    assert best.notes[0] == whole.notes[0] and best.columns == ["collection", "run_id", "behind_high"]


@pytest.mark.campaign
def test_every_format_has_the_same_footnote(sample_database):
    words = ["leaderboard", COLLECTION, "--run", "p_tct", "--baseline", "p_bm25", "--db", str(sample_database), "-f"]
    expected = "aired t-test over 36 topics, p < 0.05, corrected by Holm for 1 test: p_tct against p_bm25 in nDCG@10"
    for format in ("table", "markdown", "latex", "latex-siunitx", "csv", "json"):
        shown = CliRunner().invoke(app, [*words, format])
        plain = shown.output.replace("\\_", "_").replace("\\textless{}", "<").replace("&lt;", "<")
        assert shown.exit_code == 0 and expected in plain, format
    latex = CliRunner().invoke(app, [*words, "latex"]).stdout.splitlines()
    below = next(line for line in latex if "footnotesize" in line)
    assert "corrected by Holm" in below  # also where no run is better, and there are no letters


def test_one_pair_has_one_p_value_on_all_faces(db, p_values, sample_database, tmp_path):
    """leaderboard, compare, eval, an assistant and the page's macro, each asked for p_tct against p_bm25 by nDCG@10."""
    note = "paired t-test over 36 topics, p < 0.05, corrected by Holm for 1 test: {} against p_bm25 in nDCG@10"
    board = db.leaderboard(COLLECTION, runs=["p_tct", "p_bm25"], baseline="p_bm25")
    compared = db.compare("p_tct", "p_bm25", ["ndcg_cut_10"], collection=COLLECTION)
    export = "select query_id, 'Q0', doc_id, rank, score, 'again' from main.rankings where run_id = 'p_tct' "
    run = tmp_path / "again.txt"
    rows = db.sql(f"{export} and collection = $1 order by query_id, rank", [COLLECTION]).fetchall()
    run.write_text("".join(" ".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
    words = ["-c", COLLECTION, "-m", "ndcg_cut_10", "--baseline", "p_bm25", "--db", str(sample_database), "-f", "json"]
    scored = CliRunner().invoke(app, ["eval", str(run), *words])
    asked = {"collection": COLLECTION, "runs": ["p_tct"], "baselines": ["p_bm25"]}
    told = Answers(sample_database).question("leaderboard", asked)
    macro = "systems.board($1, baseline := 'p_bm25', runs := ['p_tct'])"
    of_page = db.sql(f"select p_value, p_corrected from {macro} where run_id = 'p_tct'", [COLLECTION]).fetchone()
    answered = dict(zip(told["columns"], told["rows"][0], strict=True))
    faces = [
        (board["p_value"][0], board["p_corrected"][0]),
        (compared["p_t"][0], compared["p_corrected"][0]),
        tuple(json.loads(scored.stdout)[0][name] for name in ("p_value", "p_corrected")),
        (answered["p_value"], answered["p_corrected"]),
        of_page,
    ]
    for face in faces:
        assert face == pytest.approx((p_values["p_tct"],) * 2, abs=1e-9), faces
    assert board.notes[0] == compared.notes[-1] == note.format("p_tct")
    assert note.format("p_tct") in told["note"] and note.format("again") in scored.stderr


@pytest.mark.more
def test_what_cannot_be_tested_is_named_and_the_rest_is_tested(db):
    footnote = "statistics.footnote($1, $2, baselines := ['p_bm25'], runs := $3)"
    query = f"select num_tests, measures, untested, note from {footnote}"
    asked = [COLLECTION, ["ndcg_cut_10", "inst"], ["p_tct", "p_bm25"]]
    assert db.sql(query, asked).fetchall()[0][:3] == (
        1,
        ["ndcg_cut_10"],
        "not tested, because scores per topic are missing: inst (all runs)",
    )
    (*_, note) = db.sql(query, [COLLECTION, ["inst"], ["p_tct"]]).fetchall()[0]
    assert note == "not tested, because scores per topic are missing: inst (all runs)"
    (*_, note) = db.sql(query, [COLLECTION, ["map"], ["p_bm25"]]).fetchall()[0]
    assert note == "not tested: there is no run to compare with p_bm25"


@pytest.mark.more
def test_report_and_page_have_the_rows_of_the_command(db, tmp_path, only_figures):
    only_figures()
    command = db.leaderboard(COLLECTION, significance=True)
    page = db.report(COLLECTION, tmp_path / "page.html").read_text(encoding="utf-8")
    section = page.split(f'id="{COLLECTION}--runs"')[1].split("</table>")[0]
    shown = [re.findall(r"<td[^>]*>([^<]*)</td>", row) for row in re.findall(r"<tr[^>]*>(<td.*?)</tr>", section)]
    words = {True: "may be best", False: "worse"}
    of_command = [(run, words[it]) for run, it in command["run_id", "may_be_best"].rows()]
    assert [(cells[0], cells[3]) for cells in shown] == of_command
    assert command["may_be_best"].n_unique() == 2
    query = html.unescape(re.search(r'<code class="query">(with standings .*?)</code>', page, re.DOTALL)[1])
    assert [row["run_id"] for row in db.sql(query).pl().to_dicts()] == command["run_id"].to_list()


QUERY = """
import { buildSync } from "esbuild";
const how = { entryPoints: ["src/sql.ts"], bundle: true, write: false, format: "esm", loader: { ".sql": "text" } };
const made = buildSync(how).outputFiles[0].text;
const { leaderboardQuery } = await import("data:text/javascript;base64," + Buffer.from(made).toString("base64"));
console.log(JSON.stringify(JSON.parse(process.argv[1]).map((given) => leaderboardQuery(...given))));
"""


@pytest.mark.more
@pytest.mark.skipif(
    shutil.which("node") is None or not (WEB / "node_modules" / "esbuild").exists(), reason="needs node and: make site"
)
def test_the_queries_of_the_page_give_the_rows_of_the_library(db):
    asked = [
        [COLLECTION, *[["ndcg_cut_10", "P_10"]] * 2, None, ["team", "stage"], [], ["ndcg_cut_10", None]],
        [COLLECTION, *[["ndcg_cut_10", "map"]] * 2, ["msmarco", 1, "float"], ["team"], []],  # the level of these labels
    ]
    done = subprocess.run(
        ["node", "--input-type=module", "-e", QUERY, json.dumps(asked)], cwd=WEB, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    measures, labelled = [db.sql(query).pl() for query in json.loads(done.stdout)]
    for frame, ours in (
        (measures, db.leaderboard(COLLECTION, ["ndcg_cut_10", "P_10"])),
        (labelled, db.leaderboard(COLLECTION, ["ndcg_cut_10", "map"], labels="msmarco")),
    ):
        shared = [name for name in ours.columns if name in frame.columns]
        assert {"run_id", "ndcg_cut_10"} <= {*shared}
        alike(ours.select(shared).to_dicts(), frame.select(shared).to_dicts())
    tested = db.leaderboard(COLLECTION, ["ndcg_cut_10", "P_10"], significance=True)
    assert measures["run_id", *VERDICT[1:]].rows() == tested["run_id", *VERDICT[1:]].rows()
    words = {True: "may be best", False: "worse"}
    assert measures["verdict"].to_list() == [words[it] for it in tested["may_be_best"]]


def test_faces_show_the_columns_that_name_them(db):
    board = Board(db.duckdb, COLLECTION, Question())
    assert board.description("terminal", is_shown=True) == ["team", "subtask", "category"]
    assert board.description("terminal", is_shown=False) == ["stage", "dense", "is_submission", "in_overview"]


@pytest.mark.more
def test_the_basis_of_a_board_says_by_which_labels_it_is(db):
    official, other = db.leaderboard(COLLECTION), db.leaderboard(COLLECTION, labels="msmarco")
    said = [[frame.basis[COLLECTION][name] for name in ("labels", "min_relevance")] for frame in (official, other)]
    assert said == [["nist", 2], ["msmarco", 1]]
    assert official.basis[COLLECTION]["num_topics"] == 36


def test_the_view_and_the_macro_hold_the_same_scores(db):
    for collection in (COLLECTION, "sample-docs"):
        view = db.sql("from systems.leaderboard where collection = $1 order by run_id", [collection]).pl()
        macro = db.sql("from systems.board($1) order by run_id", [collection]).pl()
        alike(view.drop("collection").to_dicts(), macro.select(view.columns[1:]).to_dicts())


def test_the_measures_of_an_overview_have_their_columns(db):
    query = "select column_name from systems.overview_measures where collection = $1 order by position"
    found = db.sql(query, [COLLECTION]).fetchall()
    assert [name for (name,) in found] == ["rr_ms", "rr", "ndcg_cut_10", "ncg_cut_100", "ap"]


@pytest.mark.more
def test_a_family_is_corrected_for_all_its_tests(db):
    frame = db.leaderboard(COLLECTION, ["ndcg_cut_10", "map"], baseline=["p_bm25", "p_tct"])
    values = db.sql(
        "select run_id, measure, list(value order by query_id) from metrics.query_scores "
        "where collection = $1 and measure in ('ndcg_cut_10', 'map') group by all",
        [COLLECTION],
    ).fetchall()
    vectors = {(run, measure): value for run, measure, value in values}
    tests = {
        (measure, *sorted((run, base))): ttest_rel(vectors[run, measure], vectors[base, measure]).pvalue
        for run, measure in vectors
        for base in ("p_bm25", "p_tct")
        if run != base
    }
    corrected = {}
    for measure in ("ndcg_cut_10", "map"):  # each a family of its own
        family = sorted((key for key in tests if key[0] == measure), key=tests.get)
        assert set(frame["num_tests"]) == {len(family)}
        largest = 0.0
        for step, key in enumerate(family):
            largest = max(largest, min(1.0, tests[key] * (len(family) - step)))
            corrected[key] = largest
    for row in frame.to_dicts():
        for measure in ("ndcg_cut_10", "map"):
            beaten = [
                base
                for base in ("p_bm25", "p_tct")
                if base != row["run_id"]
                and corrected[(measure, *sorted((row["run_id"], base)))] < 0.05
                and sum(vectors[row["run_id"], measure]) > sum(vectors[base, measure])
            ]
            assert row[measure + BEATS] == beaten


@pytest.mark.more
def test_the_best_run_may_be_best(db):
    query = (
        "select run_id, verdict, p_corrected from systems.board($1, sort := $2, significance := true) where rank = 1"
    )
    best = db.leaderboard(COLLECTION, sort="P_10")["run_id"][0]
    assert db.sql(query, [COLLECTION, "P_10"]).fetchall() == [(best, "may be best", None)]
    assert set(db.sql("select baseline, verdict from systems.board($1)", [COLLECTION]).fetchall()) == {(None, None)}


@pytest.mark.campaign
def test_any_choice_of_level_and_rule_is_what_scoring_afresh_gives(db):
    found = db.sql(
        "select run_id, measure, value from labels.standings($1, min_relevance := 1, tie_rule := 'submitted', "
        "measures := ['P_10', 'gm_map', 'num_rel_ret']) order by all",
        [COLLECTION],
    ).fetchall()
    expected = db.sql(
        "select run_id, measure, value from metrics.score_runs(min_relevance := 1, tie_rule := 'submitted') "
        "where collection = $1 and measure in ('P_10', 'gm_map', 'num_rel_ret') order by all",
        [COLLECTION],
    ).fetchall()
    assert len(found) == len(expected) > 30
    for ours, theirs in zip(found, expected, strict=True):
        assert ours[:2] == theirs[:2] and ours[2] == pytest.approx(theirs[2], abs=1e-11)


def test_ready_scores_by_labels_are_those_computed_afresh(db):
    query = (
        "select run_id, measure, value, num_q, provenance from labels.run_scores($1, 'msmarco', measures := $2) "
        "where measure in ('ndcg_cut_10', 'map', 'recip_rank') order by all"
    )
    ready = db.sql(query, [COLLECTION, ["ndcg_cut_10", "map", "recip_rank"]]).fetchall()
    afresh = db.sql(query, [COLLECTION, ["ndcg_cut_10", "map", "recip_rank", "P_10"]]).fetchall()
    assert len(ready) == len(afresh) > 30
    for ours, theirs in zip(ready, afresh, strict=True):
        assert (ours[:2], ours[3:]) == (theirs[:2], theirs[3:])
        assert ours[2] == pytest.approx(theirs[2], abs=1e-11)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (Question(labels="msmarco", significance=True), "can be tested by the official labels only"),
        (Question(labels="msmarko"), "did you mean msmarco"),
        (Question(sort="teem"), "there is no measure 'teem'"),
        (Question(measures=["ndgc"]), "there is no measure 'ndgc'"),
        (Question(baselines=["p_bm52"]), "did you mean p_bm25"),
        (Question(runs=["p_tct", "p_bm52"]), "did you mean p_bm25"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(db, question, told):
    with pytest.raises(UsageError, match=told):
        Board(db.duckdb, COLLECTION, question)


def test_a_condition_that_is_no_sql_is_told_without_the_query_around_it(db):
    with pytest.raises(UsageError, match="no_column") as refused:
        db.leaderboard(COLLECTION, where="no_column = 1")
    assert "any_value" not in str(refused.value)


def test_a_caption_has_all_notes_behind_the_letters():
    board = SimpleNamespace(collection=COLLECTION, baselines=["p_bm25"])
    answer = Answer([], [], notes=["paired t-test", "lower is better in ASL"])
    marks = baseline_letters.marks(board, answer, {(0, "asl"): "a"}, [], {}, {})
    assert marks.legend == "Better than {}: paired t-test. Lower is better in ASL."


@pytest.mark.more
def test_a_table_for_a_paper_has_its_names_and_letters_and_nothing_else(sample_database):
    words = ["leaderboard", COLLECTION, "-m", "nDCG@10,map,P_10,recip_rank", "--baseline", "p_bm25", "-f", "latex"]
    lines = CliRunner().invoke(app, [*words, "--db", str(sample_database)]).stdout.splitlines()
    below = next(line for line in lines if r"\footnotesize" in line)
    assert r"Better than \textsuperscript{a}~p\_bm25: paired t-test over 36 topics" in below
    assert r"\label{tab:sample-passages}" in lines and lines[-1] == r"\end{table}"
    assert r"\begin{tabular}{lrrrr}" in lines
    assert lines[lines.index(r"\toprule") + 1] == r"Run & nDCG@10 & AP & P@10 & RR \\"
    assert sum(line.startswith(r"p\_bm25 & 0.") and "superscript" not in line for line in lines) == 1


def test_measures_have_the_names_that_papers_print(db):
    names = {
        "ndcg_cut_20": "nDCG@20", "ndcg": "nDCG", "ncg_cut_100": "NCG@100", "map": "AP", "ap": "AP", "rr": "RR",
        "rr_ms": "RR (MS)", "recall_1000": "R@1000", "P_5": "P@5", "Rprec": "R-Prec", "bpref": "bpref",
        "gm_map": "GMAP", "map_cut_100": "AP@100", "judged_10": "Judged@10", "infAP": "infAP",
    }  # fmt: skip
    asked = f"select name, metrics.printed_name(name) from unnest({list(names)}) as _ (name)"
    assert dict(db.sql(asked).fetchall()) == names
