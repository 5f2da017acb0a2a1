"""Measures that no database stores, for they were never asked for: each face computes them or says what it has."""

from __future__ import annotations

import gzip
import json

import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import DltrackError

pytestmark = pytest.mark.more

COLLECTION = "sample-passages"
COMPUTED = ["nDCG@7", "asl_g3", "AP(rel=3)"]
OTHERS = {
    "leaderboard": ["leaderboard", COLLECTION, "-m"],
    "audit": ["audit", COLLECTION, "--part", "sizes", "-m"],
    "paper": ["paper", "p_bm25", "p_bm25rm3", "-c", COLLECTION, "--baseline", "p_bm25", "-o", "paper", "-m"],
    "judges": ["judges", COLLECTION, "-m"],
}
"""Faces of stored values: some compute further levels, else they refuse in one sentence."""


def asked(db, *words):
    return CliRunner().invoke(app, [*map(str, words), "--db", str(db)])


@pytest.fixture(scope="module")
def mine(sample_files, tmp_path_factory):
    """A run of one's own, with the lines of a loaded one."""
    path = tmp_path_factory.mktemp("runs") / "mine"
    with gzip.open(sample_files / "runs" / COLLECTION / "input.p_bm25.gz", "rt", encoding="utf-8") as lines:
        path.write_text("".join(f"{line.rsplit(None, 1)[0]} mine\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("measure", COMPUTED)
def test_runs_are_scored_and_compared_by_them(sample_database, mine, measure):
    options = ["-c", COLLECTION, "-m", measure, "-f", "json-with-basis"]
    scored = asked(sample_database, "eval", mine, *options)
    compared = asked(sample_database, "compare", "p_bm25", "p_bm25rm3", *options)
    assert (scored.exit_code, compared.exit_code) == (0, 0), scored.output + compared.output
    ((row,), basis) = (json.loads(scored.stdout)[key] for key in ("rows", "basis"))
    assert row["value"] == pytest.approx(json.loads(compared.stdout)["rows"][0]["mean_a"], abs=1e-12)
    assert basis[COLLECTION]["labels"] == "nist"
    with dl.open(sample_database) as db:
        assert db.evaluate(mine, collection=COLLECTION, measures=[measure])["value"].to_list() == [row["value"]]


@pytest.mark.parametrize("face", OTHERS)
def test_faces_of_stored_values_answer_or_refuse_in_a_sentence(sample_database, tmp_path, monkeypatch, face):
    monkeypatch.chdir(tmp_path)
    for measure in COMPUTED:
        done = asked(sample_database, *OTHERS[face], measure)
        assert isinstance(done.exception, DltrackError | None), done.exception
