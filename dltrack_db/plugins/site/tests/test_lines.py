"""The lines by which the page knows the collection of a run: of a deep run they are of all topics."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[4] / "web"
PROGRAM = """
import { buildSync } from "esbuild";
const how = { entryPoints: ["src/lines.ts"], bundle: true, write: false, format: "esm" };
const made = buildSync(how).outputFiles[0].text;
const { linesOf } = await import("data:text/javascript;base64," + Buffer.from(made).toString("base64"));
const run = (topics, depth) => Array.from({ length: topics * depth }, (_, i) =>
  `t${Math.floor(i / depth)} Q0 d${i} ${i % depth} 1 x\\n`).join("");
const about = (text) => { const lines = linesOf(text);
  const topics = new Set(lines.map((line) => line.topic));
  const isWhole = ({ topic, document }) => /^t\\d+$/.test(topic) && /^d\\d+$/.test(document);
  return [lines.length, topics.size, lines.every(isWhole)]; };
console.log(JSON.stringify([[60, 1000], [3, 4], [1, 1]].map(([topics, depth]) => about(run(topics, depth)))
  .concat([about(""), about("t1 Q0 d1 1 1 x"), about("\\n\\nt1 Q0 d1 1 1 x\\r\\n\\n")])));
"""


@pytest.mark.skipif(
    shutil.which("node") is None or not (WEB / "node_modules" / "esbuild").exists(), reason="needs node and: make site"
)
def test_lines_are_spread_over_the_whole_run():
    done = subprocess.run(["node", "--input-type=module", "-e", PROGRAM], cwd=WEB, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    deep, *small = json.loads(done.stdout)
    assert deep[1:] == [60, True] and 1_500 <= deep[0] <= 2_000
    assert small == [[12, 3, True], [1, 1, True], [0, 0, True], [1, 1, True], [1, 1, True]]
