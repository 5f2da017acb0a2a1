"""The folder for a paper: its letters are those of the statistics, its files say what they rest on."""

from __future__ import annotations

import csv
import errno
import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dltrack_db as dl
from dltrack_db.errors import UsageError
from dltrack_db.plugins.report import paper
from dltrack_db.plugins.report.paper import figures
from tests.asking import asked

COLLECTION = "sample-passages"


@pytest.fixture(scope="module")
def written(small_database, tmp_path_factory):
    """A run of one's own, better than the baseline by its scores, beside a loaded one."""
    folder = tmp_path_factory.mktemp("paper")
    mine = folder / "mine.txt"
    rows = asked(
        small_database,
        "select query_id, doc_id, rank, score from main.rankings "
        f"where collection = '{COLLECTION}' and run_id = 'alder_p2'",
    )
    mine.write_text("".join(f"{query} Q0 {doc} {rank} {score} mine\n" for query, doc, rank, score in rows))
    before = small_database.read_bytes()
    done = paper.write(
        small_database,
        [str(mine), "alder_p1"],
        COLLECTION,
        folder / "out",
        baselines=["p_bm25"],
        measures=["map", "P_10"],
    )
    assert small_database.read_bytes() == before
    return folder / "out", done, mine


@pytest.mark.more
def test_the_letters_of_the_table_are_those_of_the_tests(written, small_database):
    folder, _, _ = written
    with (folder / "table.csv").open(encoding="utf-8") as file:
        rows = {row["run_id"]: row for row in csv.DictReader(file)}
    assert list(rows) == ["p_bm25", "mine", "alder_p1"]
    table = (folder / "table.tex").read_text(encoding="utf-8")
    for run, row in rows.items():
        line = re.search(rf"^{re.escape(run.replace('_', chr(92) + '_'))} & (.*?) \\\\$", table, re.MULTILINE)[1]
        for cell, measure in zip(line.split(" & "), ("map", "P_10"), strict=True):
            assert (r"\textsuperscript{a}" in cell) == ("p_bm25" in row[f"{measure}_beats"]), (run, measure)
    with dl.open(small_database) as db:
        direct = db.leaderboard(
            COLLECTION, ["map", "P_10"], baseline=["p_bm25"], where="run_id in ('p_bm25', 'alder_p1')"
        )
    assert float(rows["alder_p1"]["map_p_value"]) == pytest.approx(
        direct.filter(direct["run_id"] == "alder_p1")["map_p_value"][0], abs=1e-12
    )
    assert "for the 2 tests of each measure" in table


@pytest.fixture(scope="module")
def blocks(written, small_database, tmp_path_factory):
    """Two collections in one table; a file of passages finds its collection by what is judged there."""
    _, _, mine = written
    folder = tmp_path_factory.mktemp("blocks") / "out"
    done = paper.write(
        small_database,
        [str(mine), "alder_d1"],
        ["sample-docs", COLLECTION],
        folder,
        baselines=["bm25"],
        measures=["map"],
        named={"bm25": ["d_bm25", "p_bm25"], "alder": ["alder_d1", "mine"]},
    )
    return folder, done


@pytest.mark.more
def test_several_collections_are_blocks_of_one_table(blocks, written, small_database):
    folder, done = blocks
    with (folder / "table.csv").open(encoding="utf-8") as file:
        rows = {row["run_id"]: row for row in csv.DictReader(file)}
    assert list(rows) == ["bm25", "alder"]
    with (written[0] / "table.csv").open(encoding="utf-8") as file:
        alone = {row["run_id"]: row for row in csv.DictReader(file)}
    assert float(rows["alder"][f"{COLLECTION}:map"]) == pytest.approx(float(alone["mine"]["map"]), abs=1e-12)
    table = (folder / "table.tex").read_text(encoding="utf-8")
    # AP counts from another grade in each, so there is no mean
    heads = " & ".join(rf"\multicolumn{{1}}{{c}}{{{name}}}" for name in ("sample-docs", COLLECTION))
    assert f"\n & {heads} \\\\\n" in table and r"\cmidrule(lr){2-2}" in table and "Run & AP & AP \\\\" in table
    for place, collection in enumerate(("sample-docs", COLLECTION)):
        run = {"sample-docs": "alder_d1", COLLECTION: "alder_p2"}[collection]
        baseline = {"sample-docs": "d_bm25", COLLECTION: "p_bm25"}[collection]
        verdict = asked(
            small_database,
            f"select verdict from statistics.tests('{collection}', ['map'], baselines := ['{baseline}'], "
            f"runs := ['{baseline}', '{run}']) where run_id = '{run}'",
        )
        cell = re.search(r"^alder & (.*?) \\\\$", table, re.MULTILINE)[1].split(" & ")[place]
        assert (r"\textsuperscript{a}" in cell) == (verdict == [("better",)]), collection
    names = {path.name for path in done.files}
    assert {path.name for path in folder.iterdir()} == names
    assert {"field-sample-docs.pdf", f"topics-mine-{COLLECTION}.csv", "topics-alder_d1-sample-docs.svg"} <= names
    methods = (folder / "methods.tex").read_text(encoding="utf-8")
    assert re.search(rf"judged topics, \d+ of sample-docs.* and \d+ of {COLLECTION}", methods)
    command = (folder / "make.sh").read_text(encoding="utf-8")
    assert f"-c sample-docs -c {COLLECTION} --baseline bm25 --as bm25=d_bm25,p_bm25 --as alder=alder_d1,mine" in command


def test_it_says_what_it_rests_on(written):
    folder, done, _ = written
    names = {path.name for path in done.files}
    assert {path.name for path in folder.iterdir()} == names
    assert {"table.tex", "table.csv", "methods.tex", "references.bib", "make.sh", "topics-mine.pdf"} <= names
    methods = (folder / "methods.tex").read_text(encoding="utf-8")
    assert "relevant from grade 2" in methods and "4-byte floats" in methods and "Holm" in methods
    assert "author = {{" in (folder / "references.bib").read_text(encoding="utf-8")
    assert f"dltrack paper ../mine.txt alder_p1 -c {COLLECTION} --baseline p_bm25" in (folder / "make.sh").read_text()


@pytest.mark.more
def test_its_script_writes_it_again_wherever_its_folders_are(sample_database, tmp_path):
    """Twice, from another folder, and after all has moved to another place."""
    first = tmp_path / "first place"
    first.mkdir()
    shutil.copy(sample_database, first / "x.duckdb")
    query = "select query_id || ' Q0 ' || doc_id || ' ' || rank || ' ' || score || ' mine' from main.rankings "
    lines = asked(sample_database, f"{query} where collection = '{COLLECTION}' and run_id = 'alder_p1'")
    mine = first / "mine.txt"
    mine.write_text("".join(f"{line}\n" for (line,) in lines))
    paper.write(first / "x.duckdb", [str(mine)], COLLECTION, first / "out", baselines=["p_bm25"], measures=["map"])
    second = first.rename(tmp_path / "second")
    texts = {name: (second / "out" / name).read_text() for name in ("make.sh", "table.csv", "paper.tex")}
    assert str(tmp_path) not in texts["make.sh"]
    programs = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for _ in range(2):
        (second / "out" / "table.csv").write_text("changed")
        done = subprocess.run(
            ["sh", str(second / "out" / "make.sh")], env=programs, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert {name: (second / "out" / name).read_text() for name in texts} == texts
        assert {path.name for path in second.iterdir()} == {"x.duckdb", "mine.txt", "out"}


@pytest.mark.more
def test_figures_have_the_size_and_type_of_a_column(written, blocks):
    """Those of a paper: 240 or 500 points wide, text of 7 or 8, no title, one's own runs in the legend."""
    for folder in (written[0], blocks[0]):
        for path in folder.glob("*.svg"):
            picture = path.read_text(encoding="utf-8")
            width = re.search(r'<svg[^>]* width="(\d+)"', picture)[1]
            assert width in {"240", "500"} and f"[0 0 {width} ".encode() in path.with_suffix(".pdf").read_bytes()
            assert set(re.findall(r'font-size="(.*?)"', picture)) == {"7px", "8px"} and "role-title" not in picture
    field = (written[0] / "field.svg").read_text(encoding="utf-8")
    legend = field[field.index("role-legend") :]
    assert ">mine</text>" in legend and ">alder_p1</text>" in legend and ">nnlm</text>" in legend
    greys = [sum(int(fill[i : i + 2], 16) for i in (1, 3, 5)) / 3 for fill in figures._FILLS]
    assert all(abs(one - other) > 50 for one, other in itertools.pairwise(greys))


@pytest.mark.more
def test_methods_cite_what_the_references_have(written, blocks):
    for folder in (written[0], blocks[0]):
        methods = (folder / "methods.tex").read_text(encoding="utf-8")
        cited = {key for group in re.findall(r"\\cite\{([^}]+)\}", methods) for key in group.split(",")}
        references = (folder / "references.bib").read_text(encoding="utf-8")
        assert cited == set(re.findall(r"^@\w+\{([^,]+),", references, re.MULTILINE)) and "dltrack" in cited
        assert "[cite" not in methods
    assert methods.count("For binary measures") == methods.count("We report") == 1
    assert "grade 1 in sample-docs and grade 2 in sample-passages" in methods


def test_the_caption_is_short_and_notes_stand_below(written):
    table = (written[0] / "table.tex").read_text(encoding="utf-8")
    caption = re.search(r"\\caption\{(.*)\}\n", table)[1]
    assert len(caption.split()) <= 60 and "Holm" not in caption
    assert (
        table.index("\\bottomrule")
        < table.index("\\footnotesize Better than")
        < table.index("Holm", table.index("footnotesize"))
    )
    assert table.count("\\begin{table}") == 1 and r"% \usepackage{booktabs}" in table


def test_methods_say_what_the_best_of_tried_variants_gains_by_chance(small_database, written):
    assert "variants tried" not in (written[0] / "methods.tex").read_text(encoding="utf-8")  # one, and a submitted run
    runs = ["alder_p1", "alder_p2", "p_bm25"]
    with dl.open(small_database) as db:

        def told(measures, own):
            request = paper.Asked(["p_bm25"], measures, {}, {}, own)
            return paper.texts.notes_on_selection(db._connection, COLLECTION, measures, runs, request)

        assert told(["map"], ["alder_p1"]) == []
        (sentence,) = told(["gm_map", "map", "P_10"], runs)
        query = f"from validity.selection_bias('{COLLECTION}', ['map'], ['alder_p1', 'alder_p2'])"
        assert db.sql(query).pl()["finding"].to_list() == [sentence] and "2 variants" in sentence
        assert "by chance alone" in sentence and sentence.endswith("in AP")  # advice to the author is not for readers


@pytest.mark.more
def test_short_names_are_printed_and_values_keep_theirs(small_database, tmp_path):
    done = paper.write(
        small_database,
        ["alder_p1"],
        COLLECTION,
        tmp_path / "out",
        baselines=["p_bm25"],
        measures=["map"],
        names={COLLECTION: "Sample & co", "p_bm25": "BM25"},
    )
    table, methods, document = (
        (tmp_path / "out" / f"{name}.tex").read_text() for name in ("table", "methods", "paper")
    )
    printed = "\n".join(line for line in (table + methods + document).splitlines() if not line.startswith("%"))
    assert r"Sample \& co" in printed and "\nBM25 & " in printed and "p\\_bm25" not in printed
    assert COLLECTION not in printed.replace(f"tab:{COLLECTION}", "")
    assert "p_bm25" in (tmp_path / "out" / "table.csv").read_text()
    command = (tmp_path / "out" / "make.sh").read_text()
    assert "--names p_bm25=BM25" in command and done.captions.keys() == {"field.pdf", "topics-alder_p1.pdf"}
    with pytest.raises(UsageError, match="no collection or row 'nobody'"):
        paper.write(
            small_database, ["alder_p1"], COLLECTION, tmp_path / "x", baselines=["p_bm25"], names={"nobody": "x"}
        )


@pytest.mark.more
@pytest.mark.parametrize("collections", [COLLECTION, ["sample-docs", COLLECTION]])
def test_all_names_are_checked_before_files_are_loaded(written, small_database, tmp_path, monkeypatch, collections):
    mine = str(written[2])
    monkeypatch.setattr(paper, "_with_runs", lambda *_: pytest.fail("files are loaded"))
    for wrong in ({"baselines": ["nobody"]}, {"baselines": ["p_bm25"], "measures": ["nothing"]}):
        with pytest.raises(UsageError, match=r"nobody|nothing"):
            paper.write(small_database, [mine], collections, tmp_path / "new", **wrong)
    with pytest.raises(UsageError, match="nobody"):
        paper.write(small_database, [mine, "nobody"], collections, tmp_path / "new", baselines=["p_bm25"])


@pytest.mark.campaign
@pytest.mark.parametrize("which", ["written", "blocks"])
def test_the_latex_compiles(which, request, tmp_path):
    if shutil.which("pdflatex") is None:
        pytest.skip("needs TeX")
    folder = request.getfixturevalue(which)[0]
    shutil.copytree(folder, tmp_path / "copy")
    for command in (["pdflatex", "-halt-on-error", "paper"], ["bibtex", "paper"], *([["pdflatex", "paper"]] * 2)):
        subprocess.run(command, cwd=tmp_path / "copy", check=True, capture_output=True)
    log = (tmp_path / "copy" / "paper.log").read_text(encoding="latin-1")
    assert "undefined" not in log and "Overfull" not in log.split("methods.tex")[-1].split("table.tex")[-1]


@pytest.mark.more
def test_what_cannot_be_written_is_refused(written, small_database, tmp_path):
    folder, _, mine = written
    with pytest.raises(
        UsageError, match=r"not an empty folder: another command wrote it \(see make\.sh\); choose a new folder with -o"
    ):
        paper.write(small_database, [str(mine)], COLLECTION, folder, baselines=["p_bm25"])
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "make.sh").write_text("#!/bin/sh\necho mine\n")
    with pytest.raises(UsageError, match=r"not an empty folder; choose a new folder with -o$"):
        paper.write(small_database, [str(mine)], COLLECTION, tmp_path / "full", baselines=["p_bm25"])
    with pytest.raises(UsageError, match="no run 'nobody'"):
        paper.write(small_database, ["alder_p1"], COLLECTION, tmp_path / "new", baselines=["nobody"])
    with pytest.raises(UsageError, match="no baseline is given"):
        paper.write(small_database, ["alder_p1"], COLLECTION, tmp_path / "new", baselines=[])
    with pytest.raises(UsageError, match="--as joins runs of several collections"):
        paper.write(
            small_database, ["alder_p1"], COLLECTION, tmp_path / "new", baselines=["p_bm25"], named={"x": ["alder_p1"]}
        )
    (other := tmp_path / "other.txt").write_text("q Q0 nothing 1 1 x\n")
    with pytest.raises(UsageError, match=r"no item of .*other\.txt is judged in sample-docs"):
        paper.write(small_database, [str(other)], ["sample-docs", COLLECTION], tmp_path / "new", baselines=["p_bm25"])
    assert not (tmp_path / "new").exists()


@pytest.mark.more
@pytest.mark.parametrize("is_there", [False, True])
def test_a_full_disk_leaves_nothing_half(small_database, tmp_path, monkeypatch, is_there):
    def fill(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if is_there:
        (tmp_path / "new").mkdir()
    monkeypatch.setattr(paper.texts, "document", fill)  # the last one
    monkeypatch.setattr(paper, "_draw", lambda *_: paper.Written([], []))
    with pytest.raises(OSError, match="No space left"):
        paper.write(small_database, ["alder_p1"], COLLECTION, tmp_path / "new", baselines=["p_bm25"])
    assert list(tmp_path.rglob("*")) == [tmp_path / "new"] * is_there
