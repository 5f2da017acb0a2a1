"""A value that `eval` prints `explain` finds without a departure, in every spelling of every measure."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from dltrack_db.ask import explain
from dltrack_db.base import tie_rules
from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, requests
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.store import database
from tests.commands import dltrack

GRADES = {"1": (0, 2, 1, 2, 0), "2": (1, 0, 0, 2, 1), "3": (2, 1, 0, 0, 2)}
"""The grades of documents d0 to d4 by topic; those after d4 have no label."""
OWN = {
    "rel": ("2",), "judged_only": ("True",), "rounded": ("True",), "dcg": ("'exp-log2'",), "gains": ("{1: 0, 2: 5}",),
    "relative": ("True",), "beta": ("0.7",), "alpha": ("0.3",), "p": ("0.6",), "T": ("2",), "max_grade": ("5",),
    "min_rel": ("1",), "max_rel": ("3",), "version": ("2011",), "normalize": ("False",), "depth": ("4",),
}  # fmt: skip
"""A value for each parameter that is no default."""
AT = {"cutoff": "@3", "items": "@g1-3", "recall": "@0.5"}
TREC_EVAL = {
    "none": "", "cutoffs": ".3", "items": ".3", "levels": ".50", "list": ".0.2,0.6", "coefficients": ".0.5",
    "p": ".p=0.6", "gains": ".1=0,2=5",
}  # fmt: skip
"""Parameters in trec_eval's spelling, by their kind."""


def spellings(measure):
    """Every way to ask for one value of a measure: each name with its defaults, and with each parameter set."""
    text = ".1,-1,0.5,0" if measure.measure == "utility" else TREC_EVAL.get(measure.parameter, "")
    ways = [measure.measure] if measure.parameter not in ("cutoffs", "items", "levels") else []
    ways += [f"{measure.measure}{text}"] if text else []
    for spelling in measure.ir_measures:
        names, parameters, at = re.fullmatch(r"([^(@]+)(?:\(([^)]*)\))?(?:@(\w+))?", spelling).groups()
        every = [part.partition("=") for part in (parameters or "").split(", ") if part]
        needed = [f"{name}={OWN[name][0]}" for name, equals, _ in every if not equals]
        for name in names.split("|"):
            for own in [None, *(name for name, equals, _ in every if equals)]:
                given = needed + ([f"{own}={value}" for value in OWN[own]] if own else [])
                inside = f"({', '.join(given)})" if given else ""
                ways.append(f"{name}{inside}{AT.get(at, '')}")
    return ways


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A collection with labels by subtopic and MS MARCO's, and a run with ties, unjudged items and a topic left out."""
    folder = tmp_path_factory.mktemp("explained")
    labels = [(topic, i, grade) for topic, grades in GRADES.items() for i, grade in enumerate(grades)]
    by_subtopic = [(topic, s, i, grade) for topic, i, grade in labels for s in {1, 1 + i % 3}]
    (folder / "q").write_text("".join(f"{topic} {s} d{i} {grade}\n" for topic, s, i, grade in by_subtopic))
    (folder / "sparse").write_text("".join(f"{topic} 0 d{i} 1\n" for topic, i, grade in labels if grade == 2))
    ranked = ("d9", "d1", "d0", "d3", "d8", "d2", "d4")
    lines = [f"{topic} Q0 {doc} {9 - i} {5 - i // 2} r\n" for topic in ("1", "2") for i, doc in enumerate(ranked)]
    (folder / "r").write_text("".join(lines))
    path = folder / "x.duckdb"
    done = dltrack("ingest", "collection", "--name", "c", "--qrels", folder / "q", "--runs", folder / "r", "--db", path)
    assert done.returncode == 0, done.stderr
    done = dltrack("ingest", "qrels", folder / "sparse", "-c", "c", "--labels", "msmarco", "--db", path)
    assert done.returncode == 0, done.stderr
    return path


@pytest.fixture(scope="module")
def known(file):
    with database.open_readonly(file) as con:
        return catalogue.measures(con)


@pytest.fixture
def fewer_choices(monkeypatch):
    """Two tie rules and few depths, which takes a third of the time."""
    monkeypatch.setattr(tie_rules, "TIE_RULES", ("double", "submitted"))
    monkeypatch.setattr(explain, "DEPTHS", (3, 5))


def check(file, way):
    """Explain what `eval` prints of a measure, and return how; what the one refuses the other does too."""
    with closing(Evaluation(file, "c")) as work:
        work.copy_run("r")
        (request,) = requests.resolve([way], work.measures)
        try:
            work.score([request])
        except UsageError as error:
            with pytest.raises(UsageError, match=re.escape(str(error))):
                explain.combinations(work.con, request, "0.5")
            return
        ((value,),) = work.con.execute("select value from metrics.run_scores").fetchall()
    with closing(Evaluation(file, "c")) as work:
        work.copy_run("r")
        found = explain.combinations(work.con, request, f"{value:.4f}")
        names = [column[0] for column in found.description]
        rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    nearest = [row for row in rows if row["departures"] == 0]
    assert [row["is_hit"] for row in nearest] == [True], (way, value, nearest)
    assert nearest[0]["value"] == pytest.approx(value, abs=1e-12)
    assert rows[0] == nearest[0]
    return rows[0]


@pytest.mark.more
def test_one_of_each_kind(file, fewer_choices):
    """A level, gains and judged items of one's own, a value at a recall, and a mean of logarithms."""
    ways = ["AP(rel=3)", "nDCG(gains={1: 0, 2: 5})@3", "nDCG(dcg='exp-log2',judged_only=True)@3", "IPrec@0.5", "gm_map"]
    found = [check(file, way) for way in ways]
    assert [each["gain"] for each in found[1:3]] == ["{1: 0, 2: 5}", "2^grade - 1"]


@pytest.mark.campaign
def test_every_spelling(file, known, fewer_choices):
    for measure in known.values():
        for way in spellings(measure) if measure.format != "text" else ():
            check(file, way)


@pytest.mark.campaign
def test_every_measure_and_every_parameter(file, known, fewer_choices):
    """Each measure once, and again where a spelling sets a parameter that none before it did."""
    seen: set[str] = set()
    for measure in known.values():
        ways = spellings(measure) if measure.format != "text" else []
        for position, way in enumerate(ways):
            given = {name for name in OWN if re.search(rf"[(,]\s*{name}=", way)}
            if position == 0 or given - seen:
                check(file, way)
            seen |= given
    assert seen == {*OWN}
