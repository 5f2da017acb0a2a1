"""Asks trec_eval what it makes of each line of reading.csv: python make_reading.py TREC_EVAL_9 TREC_EVAL_10.

A run of that line and a second document with score 1.5 is scored against labels
in which only the line's document is relevant. The answer is the number of
retrieved documents and the reciprocal rank, 'refused', or 'unjudged' where the
line belongs to no topic or document of the labels.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

TABLE = Path(__file__).parent / "reading.csv"
QRELS = "1 0 a 1\n1 0 z 0\n"
SECOND = "1 Q0 z 2 1.5 t\n"


def answer(program: str, line: str) -> str:
    """What one program makes of a line."""
    with tempfile.TemporaryDirectory() as folder:
        qrels, run = Path(folder) / "qrels", Path(folder) / "run"
        qrels.write_text(QRELS)
        run.write_bytes(line.encode() + b"\n" + SECOND.encode())
        done = subprocess.run(
            [program, "-q", "-m", "num_ret", "-m", "recip_rank", qrels, run],
            capture_output=True,
            text=True,
            check=False,
        )
    values = {tuple(each.split()[:2]): each.split()[2] for each in done.stdout.splitlines()}
    if done.returncode:
        return "refused"
    return f"{values['num_ret', '1']} {float(values['recip_rank', '1']):g}"


def main() -> None:
    """Write the answers into the table."""
    with TABLE.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        line = row["line"].encode().decode("unicode_escape")
        row["trec_eval 9"], row["trec_eval 10"] = (answer(program, line) for program in sys.argv[1:3])
    with TABLE.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
