"""What a new user types first: version, the guide, defaults of one's own, names that are nearly right."""

from __future__ import annotations

import ast
import csv
import io
import json
import os
import re
from pathlib import Path

import pytest

import dltrack_db
import dltrack_db as dl
from dltrack_db.base import config, suggest
from dltrack_db.base.files import plainfile
from dltrack_db.errors import DatabaseError, SourceError, UsageError
from tests import package_files
from tests.asking import asked
from tests.commands import dltrack

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def run(sample_database):
    def call(*arguments, **environment):
        return dltrack(
            *arguments, DLTRACK_DB=str(sample_database), DLTRACK_CONFIG="/nowhere/config.toml", **environment
        )

    return call


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_told(option):
    told = dltrack(option)
    assert (told.returncode, told.stdout) == (0, f"dltrack {dltrack_db.__version__}\n")


def test_alone_it_shows_what_is_loaded_and_what_next(sample_database, tmp_path):
    (tmp_path / "dltrack.duckdb").symlink_to(sample_database)
    shown = dltrack(cwd=tmp_path, DLTRACK_DB="dltrack.duckdb").stdout
    assert re.search(r"sample-docs +21 +21 +40 +nist, msmarco +alder_d1 +0\.7762", shown)
    assert re.search(r"sample-passages +19 +19 +36 +nist, msmarco +alder_p2 +0\.7713", shown)
    assert "dltrack leaderboard sample-passages" in shown and "dltrack report sample -o" in shown
    assert max(map(len, shown.split("Next:")[1].splitlines())) <= 80
    empty = dltrack(cwd=tmp_path, DLTRACK_DB="none.duckdb").stdout
    assert "There is no none.duckdb yet" in empty and "dltrack ingest sample" in empty


def test_its_example_has_rows_in_the_sample(sample_database, tmp_path):
    shown = dltrack(cwd=tmp_path, DLTRACK_DB="none.duckdb").stdout
    (query,) = re.findall(r'dltrack sql "(.+)"', shown)
    assert len(asked(sample_database, query)) > 1


@pytest.mark.campaign
def test_what_make_demo_prints_can_be_typed(run, tmp_path):
    lines = re.findall(r"@echo '  (?:.*&& )?\$\(BIN\)/(dltrack.*)'", (ROOT / "Makefile").read_text())
    assert len(lines) >= 4
    import shlex

    for line in lines:
        done = run(*shlex.split(line)[1:], cwd=tmp_path)
        assert done.returncode == 0, (line, done.stderr)


def test_the_file_of_defaults_is_obeyed_and_gives_way(sample_database, tmp_path):
    file = tmp_path / "config.toml"
    file.write_text(f'db = "{sample_database}"\nmemory = "2GB"\n')
    assert "sample-docs" in dltrack("status", cwd=tmp_path, DLTRACK_CONFIG=str(file)).stdout
    other = dltrack("status", cwd=tmp_path, DLTRACK_CONFIG=str(file), DLTRACK_DB="other.duckdb")
    assert "no database other.duckdb" in other.stderr
    option = dltrack("status", "--db", "third.duckdb", cwd=tmp_path, DLTRACK_CONFIG=str(file), DLTRACK_DB="x.duckdb")
    assert "no database third.duckdb" in option.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("databse = 'x'", "has an unknown key 'databse'; valid keys: db, memory"),
        ("memroy = '4GB'", "has an unknown key 'memroy'; did you mean memory?"),
        ("memory = 4", 'memory is not text; write it as memory = "…"'),
        ("memory 4", "is not valid TOML"),
    ],
)
def test_a_wrong_file_of_defaults_is_one_sentence(tmp_path, text, message):
    file = tmp_path / "config.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=re.escape(message)):
        config.read(file)
    done = dltrack("status", cwd=tmp_path, DLTRACK_CONFIG=str(file))
    assert done.returncode == 2 and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'# of mine\ndb = "a\\u0000b"\n', "config.toml:2: db contains a NUL"),
        (
            b'memory = "1GB"\ndb = "~nosuchuser/x"\n',
            "config.toml:2: db is '~nosuchuser/x', but the home folder is unknown",
        ),
        (b"\ndb = " + b"[" * 100_000, "config.toml:2: the value is nested too deeply"),
        (b"db = " + b"1" * 5000, "config.toml is not valid TOML"),
        (b"\n\n[db]\nx = 1\n", "config.toml:3: db is not text"),
        (b'a.db = "x"', "config.toml:1 has an unknown key 'a'"),
        (b'db = "x\0"', "config.toml is not valid TOML"),
        (b'\n\ndb = "\xff"', "config.toml:3: the line is not UTF-8 text"),
        (b"#" * 1_048_577, "config.toml has more than 1,048,576 bytes"),
    ],
)
def test_a_strange_file_of_defaults_is_one_sentence_with_its_line(tmp_path, content, message):
    file = tmp_path / "config.toml"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=re.escape(message)):
        config.read(file)


def test_defaults_may_have_a_byte_order_mark_and_wait_for_nobody(tmp_path, monkeypatch):
    file = tmp_path / "config.toml"
    file.write_bytes(b'\xef\xbb\xbfdb = "x.duckdb"')
    assert config.read(file) == {"db": "x.duckdb"}
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="pipe is a pipe, not a file"):
        config.read(tmp_path / "pipe")
    monkeypatch.setenv("DLTRACK_CACHE", "~nosuchuser/x")
    with pytest.raises(UsageError, match="DLTRACK_CACHE is '~nosuchuser/x'"):
        config.cache_folder()


def test_a_name_with_a_nul_is_refused_as_others_are():
    with pytest.raises(DatabaseError, match="contains a NUL"):
        dl.open("a\0b")
    with pytest.raises(SourceError, match="contains a NUL"):
        plainfile.regular_file(Path("a\0b"))


@pytest.mark.parametrize(
    ("name", "known", "first"),
    [
        ("trec2021-pass", ["trec2021-docs", "trec2021-passages", "trec2019-passages"], "trec2021-passages"),
        ("ndgc", ["map", "ndcg_cut_10", "recip_rank"], "ndcg_cut_10"),
        ("p_bm52", ["p_bm25rm3", "p_bm25", "p_tct"], "p_bm25"),
        ("Kappa", ["labels.kappa", "labels.overlap"], "labels.kappa"),
        ("zzz", ["map", "P_10"], None),
        ("", ["map"], None),
    ],
)
def test_near_names(name, known, first):
    assert (suggest.near(name, known) or [None])[0] == first


@pytest.mark.more
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["leaderboard", "sample-pass"], "did you mean sample-passages"),
        (
            ["leaderboard", "sample"],
            "'sample' is an edition with several collections: sample-docs, sample-passages; choose one",
        ),
        (["leaderboard", "sample-docs", "--sort", "ndgc@10"], "did you mean ndcg"),
        (["leaderboard", "sample-docs", "--columns", "temas"], "did you mean team"),
        (["leaderboard", "sample-docs", "--where", "tean = 1"], '--where: Binder Error: Referenced column "tean" not'),
        (["leaderboard", "sample-docs", "--where", "tean = 1"], 'Candidate bindings: "team"'),
        (["leaderboard", "sample-docs", "--baseline", "d_bm52"], "did you mean d_bm25"),
        (["compare", "d_bm25", "d_bm52"], "has no run 'd_bm52'; did you mean d_bm25"),
        (["compare", "d_bm25", "p_bm25"], "'d_bm25' is a run of sample-docs and 'p_bm25' is a run of sample-passages"),
        (["sql", "select 1; select 2", "-f", "csv"], "2 queries were given, but csv can contain only one result"),
        (["sql", "from systems.leaderbord"], "Did you mean systems.leaderboard"),
        (
            ["sql", "from systems.leaderboard()"],
            "systems.leaderboard is a view; leave out the parentheses: from systems.",
        ),
        (
            ["sql", "from labels.agreement"],
            "agreement is a macro and needs parentheses, for example: from labels.agreement(",
        ),
        (["explain", "p_bm25", "much", "-m", "map"], "'much' is not a number"),
        (["explain", "p_bm52", "0.5"], "did you mean p_bm25"),
        (["drop", "p_bm52"], "loaded collections: sample-docs, sample-passages; did you mean p_bm25"),
        (["leaderboard", "sample-docs", "-m", "ndgc", "-m", "map"], "did you mean ndcg"),
        (["describe", "kapa"], "did you mean labels.kappa"),
        (["describe", "metrics.p"], "there is no 'metrics.p'; did you mean P"),
        (["describe", "mrr"], "did you mean MRR"),
        (["describe", "xyzzy"], "there is no 'xyzzy'; see all objects with: dltrack views"),
        (["views", "statistcs"], "no table, view or macro matches 'statistcs'; did you mean statistics"),
        (["leaderboard"], "leaderboard needs a collection; "),
        (["leaderboard"], ": sample-docs, sample-passages)"),
        (["eval", "run.txt"], ": sample-docs, sample-passages)"),
        (["leaderboard", "sample-docs", "-m", "ndcg@10"], "'ndcg@10' of sample-docs; did you mean nDCG@10?"),
        (["leaderboard", "sample-docs", "-m", "P.x"], "'x' is not a valid parameter of P; write numbers"),
        (["leaderbord"], "leaderboard"),
    ],
)
def test_a_name_nearly_right_is_answered_with_the_right_one(run, arguments, message):
    done = run(*arguments)
    assert done.returncode == 2 and message in " ".join(done.stderr.replace("│", " ").split()), done.stderr


@pytest.mark.campaign
def test_measures_are_understood_however_they_are_written(run):
    def rows(*arguments):
        return [
            row["run_id"] for row in csv.DictReader(io.StringIO(run("leaderboard", *arguments, "-f", "csv").stdout))
        ]

    assert rows("sample-docs", "--sort", "nDCG@10") == rows("sample-docs", "--sort", "ndcg_cut_10") != []
    assert rows("sample-docs", "--sort", "Recall@100") == rows("sample-docs", "--sort", "recall_100") != []
    done = run("compare", "p_bm25", "alder_p1", "-m", "recall_100", "-m", "nDCG@10", "-f", "json")
    assert [row["measure"] for row in json.loads(done.stdout)] == ["recall_100", "nDCG@10"]


def test_two_queries_are_both_answered(run):
    shown = run("sql", "select 11 as a; select 22 as b").stdout
    assert "11" in shown and "22" in shown


@pytest.mark.more
def test_quiet_counts_wherever_it_stands_and_q_is_one_line_per_topic(run):
    arguments = ["leaderboard", "sample-passages", "-n", "1", "-f", "csv"]
    assert run("--quiet", *arguments).stdout == run(*arguments, "--quiet").stdout == run(*arguments).stdout != ""
    assert len(run("compare", "p_bm25", "p_tct", "-q", "-m", "map", "-f", "csv").stdout.splitlines()) > 30
    for command in (["diff", "p_bm25", "p_tct", "-q", "1"], ["-q", "status"], ["status", "-q"]):
        done = run(*command)
        assert done.returncode == 2 and "to hide progress use --quiet, to name a topic use --query" in done.stderr


@pytest.mark.more
def test_tables_for_a_paper_have_what_a_paper_prints(run):
    paper = run("compare", "p_bm25", "p_tct", "-m", "nDCG@10", "-m", "map", "-f", "latex").stdout
    assert "Measure & A & B & A - B & from & to & p (t-test) & p (Holm) & wins & losses & ties" in paper
    assert "\nAP & 0.2343 & 0.4795 &" in paper and "% sample-passages " in paper and r"\caption{" in paper
    one = run("leaderboard", "sample-passages", "-n", "2", "--baseline", "p_bm25", "-f", "latex").stdout
    assert "Run & RR (MS) & RR & nDCG@10 & NCG@100 & AP \\\\" in one and r"\textsuperscript{a}" in one


@pytest.mark.more
def test_comparisons_say_how_large_how_sure_and_how_many_topics(run):
    from scipy.stats import ncf, t

    query = "from statistics.paired_values(['map']) where run_a = 'p_bm25' and run_b = 'p_tct'"
    rows = csv.DictReader(io.StringIO(run("sql", query, "-f", "csv").stdout))
    differences = [float(row["difference"]) for row in rows]
    n, mean = len(differences), sum(differences) / len(differences)
    effect = mean / (sum((one - mean) ** 2 for one in differences) / (n - 1)) ** 0.5
    found = next(csv.DictReader(io.StringIO(run("compare", "p_bm25", "p_tct", "-m", "map", "-f", "csv").stdout)))
    critical = t.isf(0.025, n - 1) ** 2
    assert float(found["effect_size"]) == pytest.approx(effect, rel=1e-9)
    assert float(found["power"]) == pytest.approx(ncf.sf(critical, 1, n - 1, effect**2 * n), abs=1e-9)
    assert float(found["prob_a_better"]) == pytest.approx(t.cdf(effect * n**0.5, n - 1), abs=1e-9)
    needed = int(found["topics_needed"])
    powers = [ncf.sf(t.isf(0.025, size - 1) ** 2, 1, size - 1, effect**2 * size) for size in (needed - 1, needed)]
    assert powers[0] < 0.8 <= powers[1]
    told = " ".join(run("compare", "p_bm25", "p_tct", "-m", "map").stdout.split())
    assert f"AP: p_bm25 - p_tct = {mean:.4f} (95% interval " in told and f"(d = {effect:.2f}), p < 0.001" in told
    assert f", {needed} topics with 80%; the probability that p_bm25 is better is under 1%." in told
    paper = run("compare", "p_bm25", "p_tct", "-m", "map", "-f", "latex", "--effect").stdout
    assert "ties & d & power & topics needed & P(A better)" in paper and f"& {needed} & " in paper
    refused = run("compare", "p_bm25", "p_tct", "--effect")
    assert refused.returncode == 2 and "--effect works only with -f latex" in refused.stderr


def test_topics_that_moved_most_come_first(run):
    rows = list(csv.DictReader(io.StringIO(run("diff", "p_bm25", "alder_p1", "-f", "csv").stdout)))
    moved = [abs(float(row["difference"])) for row in rows]
    assert len(rows) == 10 and moved == sorted(moved, reverse=True)
    query = (
        "select max(abs(a.value - b.value)) as most from metrics.query_scores as a "
        "join metrics.query_scores as b using (collection, query_id, measure) "
        "where a.run_id = 'p_bm25' and b.run_id = 'alder_p1' and measure = 'ndcg_cut_10'"
    )
    most = float(run("sql", query, "-f", "csv").stdout.split()[1])
    assert moved[0] == pytest.approx(most, abs=1e-12)


@pytest.mark.campaign
def test_letters_name_the_baselines_that_are_beaten_in_the_family_of_each_measure(run):
    """Against scipy's tests and Holm's correction computed here, over both baselines of a measure."""
    from scipy.stats import ttest_rel

    baselines, measures = ["p_bm25", "p_tct"], ["ndcg_cut_10", "map"]
    query = (
        "select run_id, measure, query_id, value from metrics.query_scores where collection = 'sample-passages' "
        "and measure in ('ndcg_cut_10', 'map') order by query_id"
    )
    vectors: dict[tuple[str, str], list[float]] = {}
    for row in csv.DictReader(io.StringIO(run("sql", query, "-f", "csv").stdout)):
        vectors.setdefault((row["run_id"], row["measure"]), []).append(float(row["value"]))
    runs = {name for name, _ in vectors}
    tests = {
        (measure, *sorted((name, base))): ttest_rel(vectors[name, measure], vectors[base, measure]).pvalue
        for measure in measures
        for base in baselines
        for name in runs - {base}
    }
    corrected = {}
    for measure in measures:  # one family per measure
        family = sorted((key for key in tests if key[0] == measure), key=tests.get)
        assert len(family) == 2 * len(runs) - 3
        largest = 0.0
        for place, key in enumerate(family):
            largest = max(largest, min(1.0, tests[key] * (len(family) - place)))
            corrected[key] = largest
    arguments = ["leaderboard", "sample-passages", "--measures", "ndcg_cut_10,map"]
    for base in baselines:
        arguments += ["--baseline", base]
    rows = list(csv.DictReader(io.StringIO(run(*arguments, "-f", "csv").stdout)))
    assert {row["run_id"] for row in rows} == runs
    for row in rows:
        for measure in measures:
            beaten = [
                base
                for base in baselines
                if base != row["run_id"]
                and corrected[measure, *sorted((row["run_id"], base))] < 0.05
                and sum(vectors[row["run_id"], measure]) > sum(vectors[base, measure])
            ]
            assert row[f"{measure}_beats"].split() == beaten, row
    latex = run(*arguments, "-f", "latex").stdout
    best = max(rows, key=lambda row: float(row["map"]))
    letters = "".join("ab"[baselines.index(name)] for name in best["map_beats"].split())
    value = rf"\textbf{{{float(best['map']):.4f}}}\textsuperscript{{{letters}}}"
    assert value in latex and latex.count(r"\textbf") == 2
    assert f"Holm for the {2 * len(runs) - 3} tests of each measure" in latex


@pytest.mark.campaign
def test_explain_finds_the_choices_behind_a_number(run):
    """Each number is worked out by another view or macro under other choices, then asked about."""

    def value(query):
        return run("sql", query, "-f", "csv").stdout.split()[-1]

    cases = {
        "select value from metrics.score_runs(min_relevance := 1) where run_id = 'p_bm25' and measure = 'map'": (
            "map", {"min_relevance": "1", "topics": "all judged", "departures": "1"},
        ),
        "select value from metrics.run_scores where run_id = 'p_bm25' and measure = 'map'": (
            "map", {"min_relevance": "2", "departures": "0"},
        ),
        "select value from metrics.run_scores where run_id = 'p_bm25' and measure = 'ndcg_cut_20'": (
            "nDCG@10", {"measure": "ndcg_cut_20", "departures": "1"},
        ),
        "select avg(value) from metrics.ndcg(10, gains := metrics.exp2_gains()) where run_id = 'p_bm25'": (
            "nDCG@10", {"gain": "2^grade - 1", "departures": "1"},
        ),
        "select sum(value) / 39 from metrics.ndcg(10) where run_id = 'ember_doc_a'": (
            "nDCG@10", {"topics": "answered only", "num_q": "39", "departures": "1"},
        ),
    }  # fmt: skip
    for query, (measure, wanted) in cases.items():
        who = "ember_doc_a" if "ember" in query else "p_bm25"
        printed = f"{float(value(query)):.4f}"
        rows = list(csv.DictReader(io.StringIO(run("explain", who, printed, "-m", measure, "-f", "csv").stdout)))
        assert rows[0]["is_hit"] == "True" or rows[0]["is_hit"] == "true", (query, rows[0])
        assert {key: rows[0][key] for key in wanted} == wanted, query
    nothing = run("explain", "p_bm25", "0.9999", "-m", "map")
    assert "none rounds to 0.9999" in nothing.stdout


VALUES = ("score/requests.py", "score/in_memory.py", "store/connection.py")
"""Modules that show a value which is no text, or a name that cannot be printed."""


@pytest.mark.campaign
def test_messages_quote_names_in_one_way():
    """'name', not 'name', in every error but those that copy trec_eval's."""
    wrong = []
    for path in package_files.find():
        if "trec_eval" in path.name or path.as_posix().endswith(VALUES):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                parts = [part for part in ast.walk(node.exc) if isinstance(part, ast.FormattedValue)]
                wrong += [f"{path.relative_to(ROOT)}:{part.lineno}" for part in parts if part.conversion == ord("r")]
    assert wrong == []


@pytest.mark.campaign
def test_a_leaderboard_counts_ap_as_the_collection_does_and_says_so(run, sample_database):
    told = [run("leaderboard", "sample-passages", "-n", "3", "-m", name) for name in ("AP", "map")]
    assert told[0].returncode == 0 and told[0].stdout.splitlines()[:6] == told[1].stdout.splitlines()[:6]
    sentence = (
        "AP means map here, which counts grades from 2 on as relevant, as sample-passages does; for grades from 1 "
        "on, as in ir_measures, write AP(rel=1)\n"
    )
    assert sentence in told[0].stdout and "AP means map" not in told[1].stdout
    assert "AP means map" not in run("leaderboard", "sample-docs", "-m", "AP").stdout  # whose level is 1
    several = run("leaderboard", "sample-passages", "sample-docs", "-m", "AP")
    assert several.returncode == 0 and several.stdout.count("AP means map") == 1


def test_what_is_suggested_names_the_database_that_was_named(sample_database, tmp_path):
    """Each suggestion runs as it stands where `--db` was given, and none has it where it was not."""
    told = dltrack("--db", sample_database, cwd=tmp_path).stdout
    steps = told.split("Next:")[1].split("Three ways")[0].strip().splitlines()
    assert len(steps) == 4 and all(step.endswith(f" --db {sample_database}") for step in steps)
    assert f"export DLTRACK_DB={sample_database}" in told
    assert "--db" not in dltrack(cwd=tmp_path, DLTRACK_DB=str(sample_database)).stdout.split("Three ways")[0]
    nothing = dltrack("--db", "my file.duckdb", cwd=tmp_path).stdout
    assert "dltrack ingest sample --db 'my file.duckdb'\n" in nothing
