"""Verdicts that the page computes itself, compared with the formula computed by NumPy and SciPy."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

WEB = Path(__file__).parents[4] / "web"
SCORES = Path(__file__).parents[5] / "shared/data/scores/nist/dl2021/ndcgeval"
PROGRAM = """
import { buildSync } from "esbuild";
import { readFileSync } from "node:fs";
const load = (name) => {
  const how = { entryPoints: [`src/${name}.ts`], bundle: true, write: false, format: "esm" };
  const made = buildSync(how).outputFiles[0].text;
  return import("data:text/javascript;base64," + Buffer.from(made).toString("base64"));
};
const [{ comparedWithBest, sentence }, { critical, twoSided }] = [await load("verdict"), await load("student")];
const { tested, direction, tails, values } = JSON.parse(readFileSync(0));
const found = comparedWithBest(tested, direction);
const placed = tested.map(({ run, scores }) => {
  const value = scores.reduce((total, each) => total + each, 0) / scores.length;
  return { run, team: null, value, merit: direction * Number(value.toFixed(10)) };
});
console.log(JSON.stringify({
  critical: found?.critical, of: found && Object.fromEntries(found.of),
  sentence: sentence("M", direction, found, placed.filter((_, i) => tested[i].isRanked)),
  tails: (tails ?? []).map(([df, tail]) => critical(df, tail)),
  values: (values ?? []).map(([t, df]) => twoSided(t, df)),
}));
"""

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (WEB / "node_modules" / "esbuild").exists(), reason="needs node and: make parts"
)


def ask(tested, direction=1, **more):
    given = json.dumps({"tested": tested, "direction": direction, **more})
    done = subprocess.run(
        ["node", "--input-type=module", "-e", PROGRAM], cwd=WEB, capture_output=True, text=True, input=given
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def runs(matrix, others=()):
    named = [{"run": f"r{i:02}", "scores": list(row), "isRanked": True} for i, row in enumerate(matrix)]
    return named + [{"run": f"own{i}", "scores": list(row), "isRanked": False} for i, row in enumerate(others)]


def test_student():
    tails = [(52, 0.05 / 62), (52, 0.025), (1, 0.01), (3, 0.2), (300, 0.05 / 629)]
    values = [(0.0, 5), (2.0, 5), (-0.3, 52), (9.0, 24), (40.0, 3)]
    found = ask([], tails=tails, values=values)
    assert np.allclose(found["tails"], [stats.t.isf(tail, df) for df, tail in tails], rtol=1e-10)
    assert np.allclose(found["values"], [2 * stats.t.sf(abs(t), df) for t, df in values], rtol=1e-9)


@pytest.mark.parametrize("direction", [1, -1])
def test_verdicts_are_the_definition(direction):
    random = np.random.default_rng(7)
    matrix = (random.normal(0, 0.1, (12, 30)) + random.normal(0.5, 0.2, 30) + np.linspace(0, 0.2, 12)[:, None]).round(6)
    own = (matrix.max(axis=0) * 0.9).round(6)
    found = ask(runs(matrix, [own]), direction)
    k, n = matrix.shape

    def statistics(row, others):
        d = direction * (others - row)
        return d.mean(axis=1), d.std(axis=1, ddof=1) / np.sqrt(n)

    c = stats.t.isf(min(0.05 / (k - 1), 0.025), n - 1)
    assert found["critical"] == pytest.approx(c)
    may = {}
    for i, row in enumerate(matrix):
        d, s = statistics(row, np.delete(matrix, i, axis=0))
        may[i] = bool((d / s).max() <= c + 1e-9)
    best = [i for i, each in may.items() if each]
    assert 1 < len(best) < k - 1
    for i, row in enumerate(matrix):
        verdict = found["of"][f"r{i:02}"]
        d, s = statistics(row, np.delete(matrix, i, axis=0))
        others = [j if j < i else j - 1 for j in best if j != i]
        assert verdict["mayBeBest"] == may[i]
        assert verdict["low"] == pytest.approx(0 if may[i] else max(0, (d - c * s).max()))
        assert verdict["high"] == pytest.approx(max(0, (d + c * s)[others].max()))
        if not may[i]:
            assert verdict["beatenBy"] == f"r{[j for j in range(k) if j != i][(d / s).argmax()]:02}"
    # a visitor's run is compared with all ranked ones, and changes nothing
    d, s = statistics(own, matrix)
    c = stats.t.isf(min(0.05 / k, 0.025), n - 1)
    verdict = found["of"]["own0"]
    assert verdict["mayBeBest"] == bool((d / s).max() <= c + 1e-9)
    assert verdict["high"] == pytest.approx(max(0, (d + c * s)[best].max()))
    alone = ask(runs(matrix), direction)
    assert alone["of"] == {run: each for run, each in found["of"].items() if run != "own0"}
    assert found["sentence"] == alone["sentence"]
    assert f"{len(best)} of {k} runs may be best" in found["sentence"]


def test_nothing_is_said_where_nothing_can_be_tested():
    assert "of" not in ask(runs([[0.5, 0.6]]))
    assert "of" not in ask(runs([[0.5], [0.6]]))
    equal = ask(runs([[0.5, 0.6], [0.6, 0.5]]))
    assert "of" not in equal and equal["sentence"] == "All 2 runs have the same M, 0.550."
    # the same difference on every topic has no spread
    constant = ask(runs([[0.5, 0.25, 0.75], [0.25, 0, 0.5]]))
    assert all(each["mayBeBest"] for each in constant["of"].values())


@pytest.mark.real
@pytest.mark.skipif(not SCORES.exists(), reason="needs ../shared/data/scores")
def test_nine_runs_of_2021_may_be_best():
    tested = []
    for path in sorted(SCORES.iterdir()):
        rows = [line.split() for line in gzip.decompress(path.read_bytes()).decode().splitlines()]
        scores = {topic: float(value) for measure, topic, value in rows if measure == "ndcg_cut_10" and topic != "all"}
        run = path.name.split(".ndcgeval")[0].removesuffix(".gz")
        tested.append({"run": run, "scores": [scores[topic] for topic in sorted(scores)], "isRanked": True})
    found = ask(tested)
    assert len(tested) == 63 and found["critical"] == pytest.approx(3.3278, abs=5e-5)
    best = {run: each["high"] for run, each in found["of"].items() if each["mayBeBest"]}
    expected = {
        "pash_f1": 0.0463, "pash_f2": 0.0463, "pash_f3": 0.0463, "NLE_P_v1": 0.0758, "pash_r2": 0.0975,
        "pash_r3": 0.0976, "yorku21_a": 0.1258, "yorku21_c": 0.1362, "mono_electra_h3": 0.1625,
    }  # fmt: skip
    assert best == pytest.approx(expected, abs=2e-4)
    low, high = (found["of"]["pash_r1"][end] for end in ("low", "high"))
    assert (low, high) == pytest.approx((0.0010, 0.1106), abs=2e-4)
    zeros = [*tested, {"run": "zeros", "scores": [0.0] * len(tested[0]["scores"]), "isRanked": True}]
    assert sum(each["mayBeBest"] for each in ask(zeros)["of"].values()) == 9
