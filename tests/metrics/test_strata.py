"""Labels drawn from strata: read, kept, written as they came, and scored as NIST's sample_eval does."""

from __future__ import annotations

import duckdb
import pytest

from tests.asking import asked
from tests.commands import dltrack

PRINTED = {
    ("a", "xinfAP", 2012): (0.309640831535, 0.338776851928, 0.351851595445),
    ("a", "xinfAP", 2011): (0.309640831535, 0.281655968580, 0.351851595445),
    ("b", "xinfAP", 2012): (0.459983334320, 0.162819667914, 0.226457089882),
    ("b", "xinfAP", 2011): (0.459983334320, 0.135366779074, 0.226457089882),
    ("a", "infNDCG", 2012): (0.840622821682, 0.411451670367, 0.413672133352),
    ("a", "infNDCG", 2011): (0.799395349106, 0.411451670367, 0.413672133352),
    ("b", "infNDCG", 2012): (0.803975081011, 0.405580782703, 0.354755018809),
    ("b", "infNDCG", 2011): (0.764544958786, 0.405580782703, 0.354755018809),
}
"""What two versions of sample_eval.pl say of the example, printed with twelve decimals; they call xinfAP infAP.

Its change log goes to 5 September 2012 in the one, to 10 October 2011 in the other.
"""


def example():
    """Labels and two runs: ties, grades to 3, a topic with over 1,000 relevant items, one with a stratum not drawn."""
    qrels, runs = [], {"a": [], "b": []}
    for topic, size in (("1", 40), ("2", 3000), ("3", 12)):
        for i in range(1, size + 1):
            stratum = 1 + (i > size // 5) + (i > size // 2)
            is_drawn = stratum == 1 or (i % 3 == 0 if stratum == 2 else i % 7 == 0 and topic != "3")
            grade = i * i % 5 % 4 if is_drawn else -1
            qrels.append(f"{topic} 0 d{i} s{stratum} {grade}\n")
        for run, step in (("a", 7), ("b", 11)):
            ranked = [i * step % (size + 5) for i in range(1, size + 5)]
            runs[run] += [f"{topic} Q0 d{i} 0 {size - place // 2} {run}\n" for place, i in enumerate(ranked)]
    return qrels, runs


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    folder = tmp_path_factory.mktemp("strata")
    qrels, runs = example()
    (folder / "qrels").write_text("".join(qrels))
    (folder / "runs").mkdir()
    for run, lines in runs.items():
        (folder / "runs" / run).write_text("".join(lines))
    path = folder / "x.duckdb"
    done = dltrack(
        *("ingest", "collection", "--name", "c", "--qrels", folder / "qrels", "--runs", folder / "runs", "--db", path)
    )
    assert done.returncode == 0, done.stderr
    return path


@pytest.mark.parametrize("version", [2011, 2012])
@pytest.mark.parametrize("measure", ["xinfAP", "infNDCG"])
def test_the_values_are_those_of_sample_eval(db, measure, version):
    chosen = "" if version == 2012 else f"version := {version}"
    found = asked(db, f"select run_id, query_id, value from metrics.{measure.lower()}({chosen}) order by all")
    wanted = [(run, str(i + 1), value) for run in "ab" for i, value in enumerate(PRINTED[run, measure, version])]
    assert [row[:2] for row in found] == [row[:2] for row in wanted]
    assert [row[2] for row in found] == pytest.approx([row[2] for row in wanted], abs=1e-11)


@pytest.mark.more
def test_a_version_is_part_of_a_measures_name_and_others_are_refused(db):
    told = dltrack(
        "compare", "a", "b", "-c", "c", "-m", "infNDCG(version=2011)", "-m", "infNDCG", "-f", "csv", "--db", db
    )
    assert "infNDCG(version=2011),3,0.5415" in told.stdout and "infNDCG,3,0.5552" in told.stdout, told
    told = dltrack("compare", "a", "b", "-c", "c", "-m", "xinfAP(version=2013)", "--db", db)
    assert told.returncode == 2 and "a whole number from 2011 to 2012" in told.stderr, told
    for measure in ("xinfap", "infndcg"):
        with pytest.raises(duckdb.Error, match=r"version 2010 of sample_eval\.pl is not supported; use 2011 or 2012"):
            asked(db, f"from metrics.{measure}(version := 2010)")


@pytest.mark.more
def test_without_strata_the_pool_is_one(db, tmp_path):
    (tmp_path / "qrels").write_text("1 0 d7 1\n1 0 d14 -1\n1 0 d21 0\n")
    told = dltrack("ingest", "qrels", tmp_path / "qrels", "-c", "c", "--labels", "plain", "--kind", "llm", "--db", db)
    assert told.returncode == 0, told.stderr
    assert asked(db, "from metrics.strata('plain')") == [("c", "1", "", 3, 2, 1, 1.5)]
    ((value,),) = asked(db, "select value from metrics.xinfap('plain') where run_id = 'a' and query_id = '1'")
    assert value == pytest.approx(1)  # d7 is first, and the only judged one that is relevant
    assert dltrack("drop", "-c", "c", "--labels", "plain", "--db", db).returncode == 0


@pytest.mark.more
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1 0 a s1 1\n1 0 b 1\n1 0 c s1 1\n", "qrels:2: 4 columns instead of the 5 of qrels with strata"),
        ("1 0 a 1\n1 0 b s1 1\n", "qrels:2: 5 columns, as in prels; write 4 "),
        ("1 0 a s1 1\n1 0 b s\x7f 1\n", "qrels:2: invalid stratum of 2 bytes"),
    ],
)
def test_all_lines_of_a_file_have_strata_or_none(db, tmp_path, text, told):
    (tmp_path / "qrels").write_text(text)
    done = dltrack("ingest", "qrels", tmp_path / "qrels", "-c", "c", "--labels", "mixed", "--kind", "llm", "--db", db)
    assert done.returncode == 1
    assert told in done.stderr


@pytest.mark.more
def test_they_are_evaluated_compared_verified_and_written_as_they_came(db, tmp_path):
    told = dltrack("compare", "a", "b", "-c", "c", "-m", "xinfAP", "-m", "infNDCG", "-f", "csv", "--db", db)
    assert "xinfAP,3,0.333" in told.stdout, told
    assert "infNDCG,3,0.555" in told.stdout
    # other measures take what was not drawn for not relevant, and every face says so
    note = "are a stratified sample"
    assert note not in told.stderr
    for command in (["compare", "a", "b", "-c", "c", "-m", "xinfAP", "-m", "map"], ["leaderboard", "c"]):
        shown = dltrack(*command, "--db", db)
        assert note in " ".join((shown.stdout + shown.stderr).split()), command
    assert dltrack("verify", "--db", db).returncode == 0
    assert dltrack("export", "c", "--to", tmp_path / "out", "--format", "trec", "--db", db).returncode == 0
    (written,) = (path for path in (tmp_path / "out").rglob("*qrels*") if path.is_file())
    assert sorted(written.read_text().splitlines(keepends=True)) == sorted(example()[0])
