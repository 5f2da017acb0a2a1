"""The short form of the torture: a few kills, cuts and starvings, and some hundred spoiled files."""

from __future__ import annotations

import io
import json
import sys
import tarfile
import tempfile
from pathlib import Path

import pytest

from torture import corpus_fuzz, crash, fuzz, label_fuzz, own_fuzz, starve, table_fuzz

REGRESSIONS = json.loads((Path(__file__).parent / "regressions.json").read_text(encoding="ascii"))
"""Files that were read wrongly once, their bytes as characters; the name says what kind of file it is, and why."""

posix = pytest.mark.skipif(sys.platform != "linux", reason="forks, limits and signals are Linux's")


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    before = tempfile.tempdir
    yield crash.World(tmp_path_factory.mktemp("torture"))
    tempfile.tempdir = before


@posix
@pytest.mark.campaign
def test_kills(world):
    found = crash.kills(world, 2)
    assert found.wrong == []
    assert found.as_before + found.as_after == found.trials == 2


@posix
@pytest.mark.campaign
def test_power_cuts(world):
    found = crash.power_cuts(world, 10)
    assert found.wrong == []
    assert found.as_before + found.as_after == 10


@posix
@pytest.mark.campaign
@pytest.mark.parametrize("kind", ["disk", "memory", "interrupt"])
def test_starved(world, kind):
    found = crash.starved(world, kind, 2)
    assert found.wrong == []


@pytest.mark.campaign
def test_spoiled_files():
    found = fuzz.campaign(600, seed=20211118)
    assert found.wrong == []
    assert found.loaded_equal > 100
    assert found.refused_with_reason > 100


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "place"), [("leaderboard", "TMPDIR"), ("fuse", "target")])
def test_hardly_any_room(world, name, place):
    try:
        found = starve.starved(world, [name], [place], [300_000])
    except OSError as error:
        pytest.skip(f"no small disk can be made: {error}")
    assert (found.trials, found.wrong) == (1, [])


@pytest.mark.campaign
def test_spoiled_tables_about_runs(tmp_path):
    found = table_fuzz.campaign(300, seed=2021, folder=tmp_path)
    assert found.wrong == []
    assert found.loaded_equal > 80
    assert found.refused_with_reason > 80


@pytest.mark.campaign
def test_spoiled_labels_of_all_forms(tmp_path):
    found = label_fuzz.campaign(200, seed=2021, folder=tmp_path)
    assert found.wrong == []
    assert found.loaded_equal > 50
    assert found.refused_with_reason > 50


def test_the_strict_parsers_of_labels_can_disagree():
    """A row that is left out or read otherwise, and a refusal without a cause, are seen."""
    found, csv = fuzz.Figures(), b"query_id,doc_id,label\n1,a,1\n2,b,2\n"
    for verdict in (
        fuzz.Verdict(rows=[("1", "a", 1)]),
        fuzz.Verdict(rows=[("1", "a", 1), ("2", "b", 1)]),
        fuzz.Verdict(reason="labels: refused for no reason at all"),
    ):
        label_fuzz.compare("csv", csv, verdict, found)
    label_fuzz.compare("csv", csv + b'3,"b,1\n', fuzz.Verdict(rows=[("1", "a", 1), ("2", "b", 2)]), found)
    assert (len(found.wrong), found.loaded_equal) == (4, 0)
    label_fuzz.compare("csv", csv, fuzz.Verdict(rows=[("1", "a", 1), ("2", "b", 2)]), found)
    assert found.loaded_equal == 1


@pytest.mark.campaign
def test_spoiled_corpora(tmp_path):
    found = corpus_fuzz.campaign(60, seed=2021, folder=tmp_path)
    assert found.wrong == []
    assert found.loaded_equal > 15
    assert found.refused_with_reason > 15


@pytest.mark.campaign
def test_spoiled_texts_of_ones_own(tmp_path):
    found = own_fuzz.campaign(90, seed=2021, folder=tmp_path)
    assert found.wrong == []
    assert found.loaded_equal > 25
    assert found.refused_with_reason > 25


@pytest.mark.campaign
def test_regressions(tmp_path):
    wrong, found = {}, fuzz.Figures()
    for name, text in REGRESSIONS.items():
        fuzz.check(name.split("-")[0], [text.encode("latin-1")], tmp_path, found)
        if found.wrong:
            wrong[name] = found.wrong.pop()
    assert wrong == {}
    assert found.tried == 51


def test_the_strict_parser_can_disagree():
    """The fuzzer finds a reader that is wrong: a file that is loaded though it must not be, and one with other rows."""
    found = fuzz.Figures()
    fuzz.compare("runs", b"1 Q0 d 1 0x1 t\n", fuzz.Verdict(rows=[("1", "d", 1, 1.0)]), found)
    fuzz.compare("runs", b"1 Q0 d 1 2 t\n", fuzz.Verdict(rows=[("1", "d", 1, 3.0)]), found)
    fuzz.compare("runs", b"1 Q0 d 1 2 t\n", fuzz.Verdict(reason="no"), found)
    fuzz.compare("runs", b"1 Q0 d 1 2 t\n", fuzz.Verdict(), found)
    assert len(found.wrong) == 4


def test_the_strict_reader_of_corpora_can_disagree():
    row = b'{"pid": "msmarco_passage_00_0", "passage": "a", "spans": "(0,1)", "docid": "msmarco_doc_00_7"}\n'
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        info = tarfile.TarInfo("msmarco_passage_00")
        info.size = len(row)
        archive.addfile(info, io.BytesIO(row))
    rows = [("msmarco_passage_00_0", 1, 1, "a", "(0,1)", "msmarco_doc_00_7")]
    found = fuzz.Figures()
    corpus_fuzz.compare("passage", out.getvalue(), fuzz.Verdict(rows=rows), found)
    assert (found.loaded_equal, found.wrong) == (1, [])
    corpus_fuzz.compare("passage", out.getvalue(), fuzz.Verdict(rows=[]), found)
    corpus_fuzz.compare("passage", out.getvalue(), fuzz.Verdict(reason="no"), found)
    corpus_fuzz.compare("passage", out.getvalue()[:700], fuzz.Verdict(rows=rows), found)
    corpus_fuzz.compare("passage", out.getvalue()[:700], fuzz.Verdict(), found)
    assert len(found.wrong) == 4


def test_the_strict_reader_of_own_texts_can_disagree():
    found = fuzz.Figures()
    texts, mapping = b"a\tone\nb\ttwo\n", b"b\td\n"
    own_fuzz.compare(texts, mapping, fuzz.Verdict(rows=[("b", "two", "d"), ("a", "one", None)]), found)
    assert (found.loaded_equal, found.wrong) == (1, [])
    own_fuzz.compare(texts, None, fuzz.Verdict(rows=[("a", "one", "d"), ("b", "two", None)]), found)
    own_fuzz.compare(texts, mapping, fuzz.Verdict(reason="no"), found)
    own_fuzz.compare(texts, mapping, fuzz.Verdict(), found)
    own_fuzz.compare(b"id\tabstract\na\tx\n", None, fuzz.Verdict(rows=[("id", "abstract", None)]), found)
    own_fuzz.compare(texts, b"c\td\n", fuzz.Verdict(rows=[("a", "one", None), ("b", "two", None)]), found)
    assert len(found.wrong) == 5
