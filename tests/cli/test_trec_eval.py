"""`dltrack trec-eval` prints what trec_eval prints and ends as it ends."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
import pytrec_eval

from dltrack_db.cli import trec_eval

GOLDEN = Path(__file__).parents[1] / "metrics" / "golden"
QRELS, RUN = str(GOLDEN / "qrels.txt"), str(GOLDEN / "run.txt")
OFFICIAL = """\
runid                 	all	mini
num_q                 	all	1
num_ret               	all	5
num_rel               	all	2
num_rel_ret           	all	1
map                   	all	0.2500
gm_map                	all	0.2500
Rprec                 	all	0.5000
bpref                 	all	0.5000
recip_rank            	all	0.5000
iprec_at_recall_0.00  	all	0.5000
iprec_at_recall_0.10  	all	0.5000
iprec_at_recall_0.20  	all	0.5000
iprec_at_recall_0.30  	all	0.5000
iprec_at_recall_0.40  	all	0.5000
iprec_at_recall_0.50  	all	0.5000
iprec_at_recall_0.60  	all	0.5000
iprec_at_recall_0.70  	all	0.5000
iprec_at_recall_0.80  	all	0.0000
iprec_at_recall_0.90  	all	0.0000
iprec_at_recall_1.00  	all	0.0000
P_5                   	all	0.2000
P_10                  	all	0.1000
P_15                  	all	0.0667
P_20                  	all	0.0500
P_30                  	all	0.0333
P_100                 	all	0.0100
P_200                 	all	0.0050
P_500                 	all	0.0020
P_1000                	all	0.0010
"""


@pytest.fixture
def run_it(capsys):
    def call(*argv: str) -> tuple[int, str, str]:
        code = trec_eval.main(list(argv))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_bytes(text.encode())
    return str(folder / name)


def test_official_measures(run_it):
    assert run_it("-l", "2", QRELS, RUN) == (0, OFFICIAL, "")


def test_long_options_and_options_after_the_files(run_it):
    assert run_it(QRELS, RUN, "--level_for_rel=2") == (0, OFFICIAL, "")


def test_version_9_truncates_recall_levels(run_it):
    _, out, _ = run_it("--trec-eval-version", "9", "-l2", "-m", "iprec_at_recall.0.5,0.6", QRELS, RUN)
    assert out == "iprec_at_recall_0.50  \tall\t0.5000\niprec_at_recall_0.60  \tall\t0.0000\n"


@pytest.mark.more
def test_version_9_0_8_compares_as_double_and_truncates(run_it, tmp_path):
    qrels = write(tmp_path, "q", "".join(f"t 0 r{i} 1\n" for i in range(9)))
    run = write(
        tmp_path,
        "r",
        "t Q0 r0 1 0.123456789 x\nt Q0 z 2 0.123456788 x\nt Q0 r1 3 0.1 x\nt Q0 y 4 0.07 x\nt Q0 r2 5 0.05 x\n",
    )
    asked = ["-m", "recip_rank", "-m", "iprec_at_recall.0.25", "-m", "11pt_avg.0.25", qrels, run]
    answers = {}
    for version in ("9", "9.0.4", "9.0.8", "10"):
        _, out, _ = run_it("--trec-eval-version", version, *asked)
        answers[version] = [line.split("\t")[2] for line in out.splitlines()]
    # a quarter of nine is 2.25: three items where 0.9 is added and the rest cut off, two where it is rounded
    assert answers["9"] == answers["9.0.4"] == ["0.5000", "0.6000", "0.6000"]
    assert answers["9.0.8"] == ["1.0000", "0.6000", "0.6000"]
    assert answers["10"] == ["1.0000", "0.6667", "0.6667"]
    _, out, _ = run_it("--trec-eval-version", "9.0.8", "-m", "rbp", qrels, run)
    assert out == ""
    assert run_it("--trec-eval-version", "9.0.8", "-v")[2].startswith("trec_eval version 9.0.8 (dltrack ")
    assert run_it("--trec-eval-version", "8", qrels, run)[2] == (
        "trec_eval: --trec-eval-version must be one of 9.0.4, 9.0.7, 9.0.8, 10, not '8'\n"
    )


def test_complete_lists_and_averages_topics_the_run_leaves_out(run_it):
    _, out, _ = run_it("-q", "-c", "-l2", "-m", "map", "-m", "num_q", "-m", "num_rel", QRELS, RUN)
    assert out.splitlines() == [
        "num_rel               \tt1\t2",
        "map                   \tt1\t0.2500",
        "num_rel               \tt2\t1",
        "map                   \tt2\t0.0000",
        "num_q                 \tall\t2",
        "num_rel               \tall\t4",  # grades from 1 on, whatever the level: a, b, c and a
        "map                   \tall\t0.1250",
    ]
    _, out, _ = run_it("-q", "-c", "-l2", "-m", "map", "--trec-eval-version=9", QRELS, RUN)
    assert out.splitlines() == ["map                   \tt1\t0.2500", "map                   \tall\t0.1250"]


def test_parameters_name_the_values(run_it):
    asked = ["utility.2,-1,0,0", "set_F.0.5", "ndcg.1=3,2=9", "rbp.p=0.5", "11pt_avg..5,1", "relstring.3", "P.7,3"]
    _, out, _ = run_it("-q", "-n", "-l2", *[part for name in asked for part in ("-m", name)], QRELS, RUN)
    assert [line.split("\t")[0].strip() for line in out.splitlines()] == [
        "P_3", "P_7", "relstring_3", "utility_2,-1,0,0", "11pt_avg_.5,1", "ndcg_1=3,2=9", "set_F_0.5", "rbp_p=0.5",
    ]  # fmt: skip
    values = dict(line.split("\tt1\t") for line in out.splitlines())
    assert values["relstring_3           "] == "'-30'"
    assert values["utility_2,-1,0,0      "] == "-2.0000"
    assert values["rbp_p=0.5             "] == "0.2708"  # 0.5 (3/3 0.5 + 1/3 0.125)
    assert values["11pt_avg_.5,1         "] == "0.2500"


def test_judged_only_and_depth(run_it):
    _, out, _ = run_it("-J", "-l2", "-m", "num_ret", "-m", "recip_rank", QRELS, RUN)
    assert out == "num_ret               \tall\t3\nrecip_rank            \tall\t1.0000\n"
    _, out, _ = run_it("-M", "1", "-l2", "-m", "num_ret", "-m", "recip_rank", QRELS, RUN)
    assert out == "num_ret               \tall\t1\nrecip_rank            \tall\t0.0000\n"


def test_z_scores(run_it, tmp_path):
    zscores = write(tmp_path, "z", "t1 map 0.05 0.1\nt1 num_ret 5 0\n")
    _, out, _ = run_it("-Z", zscores, "-q", "-l2", "-m", "map", "-m", "num_ret", "-m", "bpref", QRELS, RUN)
    assert out.splitlines() == [
        "Znum_ret               \tt1\t0.0000",
        "Zmap                   \tt1\t2.0000",
        "Zbpref                 \tt1\t-1000000.0000",
        "Znum_ret               \tall\t0.0000",
        "Zmap                   \tall\t2.0000",
        "Zbpref                 \tall\t-1000000.0000",
    ]


def test_comments_blank_lines_tabs_and_further_columns(run_it, tmp_path):
    untidy = "# a comment\n\n" + Path(RUN).read_text().replace(" Q0 ", "\tQ0  ").replace(" mini", "\tmini more\r")
    qrels = "# judged\n" + Path(QRELS).read_text().replace(" 0 ", "  0\t")
    assert run_it("-l2", write(tmp_path, "q", qrels), write(tmp_path, "r", untidy)) == (0, OFFICIAL, "")


def test_run_from_standard_input(run_it, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path(RUN).read_bytes())))
    assert run_it("-l2", QRELS, "-") == (0, OFFICIAL, "")


@pytest.mark.parametrize(
    ("argv", "code", "message"),
    [
        (["-m", "nonsense", QRELS, RUN], 1, "trec_eval: illegal measure 'nonsense'"),
        (["-m", "P.0", QRELS, RUN], 2, "trec_eval: Negative cutoff detected"),
        (["-m", "P.5,5", QRELS, RUN], 2, "trec_eval: duplicate cutoffs detected"),
        (["-m", "ndcg.x", QRELS, RUN], 2, "trec_eval: malformed pair parameters in 'x'"),
        (["-x", QRELS, RUN], 1, "trec_eval: option -x not recognized"),
        ([QRELS], 1, "Usage: dltrack trec-eval [-h] [-q] {-m measure}* trec_rel_file trec_top_file"),
        (["nowhere", RUN], 2, "trec_eval.get_qrels: Cannot read qrels file 'nowhere'"),
        ([QRELS, "nowhere"], 2, "trec_eval.get_results: Cannot read results file 'nowhere'"),
        ([RUN, RUN], 2, "trec_eval.get_qrels: Malformed line 1"),
        ([QRELS, QRELS], 2, "trec_eval.get_results: Malformed line 1"),
        (["-R", "prefs", QRELS, RUN], 2, "trec_eval: Illegal rel_format 'prefs'"),
    ],
)
def test_errors_end_as_trec_eval_ends(run_it, argv, code, message):
    actual, out, err = run_it(*argv)
    assert (actual, out, err.splitlines()[0]) == (code, "", message)


@pytest.mark.more
def test_duplicates_and_files_without_a_common_topic(run_it, tmp_path):
    twice = write(tmp_path, "twice", Path(RUN).read_text() + "t1 Q0 a 6 1.0 mini\n")
    code, _, err = run_it(QRELS, twice)
    assert (code, err) == (
        4, "trec_eval.form_res_qrels: duplicate docs atrec_eval: Can't calculate measure 'num_ret'\n"
    )  # fmt: skip
    other = write(tmp_path, "other", "t9 Q0 a 1 1.0 mini\n")
    # as the C programs answer: version 10 looks for the first topic of the labels, and with -c scores the run 0
    nothing = (7, "", "trec_eval: No queries with both results and relevance info\n")
    for version in ("9.0.4", "9.0.7", "9.0.8"):
        for options in ([], ["-c"], ["-q", "-c"]):
            assert run_it("--trec-eval-version", version, *options, QRELS, other) == nothing
    assert run_it(QRELS, other) == (4, "", "trec_eval: result qid 't1' not found in qrels\n")
    code, out, err = run_it("-c", "-q", "-m", "map", "-m", "num_q", "-m", "num_ret", QRELS, other)
    topics = sorted({line.split()[0] for line in Path(QRELS).read_text().splitlines()})
    lines = [f"{name:<22}\t{topic}\t{value}" for topic in topics for name, value in [("num_ret", 0), ("map", "0.0000")]]
    lines += [f"{'num_q':<22}\tall\t{len(topics)}", f"{'num_ret':<22}\tall\t0", f"{'map':<22}\tall\t0.0000"]
    assert (code, out.splitlines(), err) == (0, lines, "")


@pytest.mark.more
def test_what_trec_eval_reads_at_random_is_refused(run_it, tmp_path):
    run, qrels = Path(RUN).read_text(), Path(QRELS).read_text()
    for score in ("nan", "-NaN", "nanny", "0x10"):
        code, out, err = run_it(QRELS, write(tmp_path, "odd", run.replace("8.0", score)))
        assert (code, out, err.splitlines()[0]) == (2, "", "trec_eval.get_results: Malformed line 2")
    code, _, err = run_it(write(tmp_path, "odd", qrels.replace("a 3", "a 40000")), RUN)
    assert (code, err.splitlines()[0]) == (2, "trec_eval.get_qrels: Malformed line 1")
    (tmp_path / "latin1").write_bytes(run.replace("x", "caf\xe9").encode("latin1"))
    code, _, err = run_it(QRELS, str(tmp_path / "latin1"))
    assert code == 2 and "is not UTF-8 text; convert it first" in err
    assert [run_it(option, "-1", QRELS, RUN)[0] for option in ("-l", "-M")] == [1, 1]


def test_an_empty_list_scores_0(run_it, tmp_path):
    unjudged = write(tmp_path, "r", "t1 Q0 z 1 1.0 mini\n")
    _, out, _ = run_it("-J", "-m", "iprec_at_recall.0", "-m", "num_ret", "-m", "11pt_avg", QRELS, unjudged)
    assert [line.split("\t")[2] for line in out.splitlines()] == ["0", "0.0000", "0.0000"]


def test_it_is_listed_among_the_commands():
    from typer.testing import CliRunner

    from dltrack_db.cli.app import app

    assert "trec-eval" in CliRunner().invoke(app, ["--help"]).output
    result = CliRunner().invoke(app, ["trec-eval", "-l2", QRELS, RUN])
    assert (result.exit_code, result.output) == (0, OFFICIAL)


def test_help_and_version(run_it):
    assert run_it("-h")[0] == 0
    code, out, err = run_it("-v")
    assert (code, out) == (0, "")
    assert err.startswith("trec_eval version 10.0 (dltrack ")


@pytest.mark.campaign
def test_all_measures_equal_the_c_code_on_a_random_run(run_it, tmp_path):
    chance = random.Random(4)
    qrels = {f"q{i}": {f"d{chance.randint(0, 99)}": chance.randint(0, 3) for _ in range(40)} for i in range(9)}
    run = {q: {f"d{i}": round(chance.random(), 2) for i in chance.sample(range(120), 60)} for q in qrels}
    qrels_file = write(tmp_path, "q", "".join(f"{q} 0 {d} {g}\n" for q in qrels for d, g in qrels[q].items()))
    run_file = write(tmp_path, "r", "".join(f"{q} Q0 {d} 1 {s} tag\n" for q in run for d, s in run[q].items()))
    _, out, _ = run_it("-q", "-m", "all_trec", "--trec-eval-version", "9", qrels_file, run_file)
    lines = [line.split("\t") for line in out.splitlines()]
    printed = {(topic, name.strip()): text for name, topic, text in lines}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures)
    expected = evaluator.evaluate(run)
    for query, values in expected.items():
        for name, value in values.items():
            if name not in ("runid", "num_q", "relstring", "gm_map", "gm_bpref"):
                text = f"{int(value)}" if name.startswith("num_") else f"{value:6.4f}"
                assert printed[query, name] == text
    for name in expected["q0"]:
        if name not in ("runid", "relstring"):
            value = pytrec_eval.compute_aggregated_measure(name, [values[name] for values in expected.values()])
            assert printed["all", name] == (f"{int(value)}" if name.startswith("num_") else f"{value:6.4f}")
