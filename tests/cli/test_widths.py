"""Tables fit the terminal: at any width no line is longer, no number is cut, and what is missing is told."""

from __future__ import annotations

import csv
import io
import itertools
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from contextlib import suppress

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

from dltrack_db.cli import commands
from dltrack_db.show import Format, latex, print_rows, table
from dltrack_db.show.text import cell, cells, printable, shorten, wrap
from tests.asking import asked

WIDTHS = (60, 80, 100, 120, 200)
COMMANDS = {
    "status": ["status"],
    "leaderboard": ["leaderboard", "sample-passages"],
    "significance": ["leaderboard", "sample-passages", "--significance"],
    "baselines": [
        "leaderboard",
        "sample-docs",
        "--measures",
        "nDCG@10,AP",
        "--baseline",
        "d_bm25",
        "--baseline",
        "d_bm25rm3",
    ],
    "views": ["views"],
    "describe": ["describe", "systems.leaderboard"],
    "validations": ["validations"],
    "compare": ["compare", "p_bm25", "alder_p1"],
    "diff": ["diff", "p_bm25", "alder_p1"],
    "reproduce": ["reproduce", "D-T3"],
    "sql": ["sql", "from main.runs"],
    "guide": [],
}
ALL_COMMANDS = COMMANDS | {
    "leaderboard where": ["leaderboard", "sample-passages", "--where", "category = 'trad'"],
    "leaderboard by labels": ["leaderboard", "sample-passages", "--labels", "judge_1"],
    "leaderboard of collections": ["leaderboard", "sample-passages", "sample-docs", "-m", "nDCG@10", "-m", "P_10"],
    "views of a schema": ["views", "labels"],
    "describe run": ["describe", "p_bm25"],
    "describe collection": ["describe", "sample-passages"],
    "describe labels": ["describe", "judge_1"],
    "describe measure": ["describe", "ndcg_cut_10"],
    "describe word": ["describe", "fullrank"],
    "describe table": ["describe", "main.runs"],
    "compare measures": ["compare", "p_bm25", "alder_p1", *(f"-m{name}@10" for name in ("nDCG", "P", "R", "RR", "AP"))],
    "gate": ["gate", "p_bm25", "alder_p1", "--by", "0.02"],
    "compare topics": ["compare", "p_bm25", "alder_p1", "-q"],
    "diff topic": ["diff", "p_bm25", "alder_p1", "--query", "{topic}"],
    "explain": ["explain", "p_bm25", "0.5"],
    "topics": ["topics", "sample-passages"],
    "plugins": ["plugins"],
    "printed-number": ["printed-number", "0.8393"],
    "judges": ["judges", "sample-passages"],
    "judges shift": ["judges", "sample-passages", "--part", "shift", "--labels", "judge_1"],
    "judges bias": ["judges", "sample-passages", "--part", "bias"],
    "judges panel": ["judges", "sample-passages", "--part", "panel"],
    "boards": ["judges", "sample-passages", "--scores"],
    "boards shift": ["judges", "sample-passages", "--scores", "--part", "shift"],
    "boards bias": ["judges", "sample-passages", "--scores", "--part", "bias"],
    "boards panel": ["judges", "sample-passages", "--scores", "--part", "panel"],
    "corrected": ["judges", "sample-passages", "--labels", "judge_1", "--correct", "--people", "judge_0"],
    "audit": ["audit", "sample-passages", "--trials", "10"],
    "eval": ["eval", "{run}", "-c", "sample-passages"],
    "eval topics": ["eval", "{run}", "-c", "sample-passages", "-q"],
    "eval baseline": ["eval", "{run}", "{run}.2", "-c", "sample-passages", "--baseline", "p_bm25"],
    "eval topics baseline": ["eval", "{run}", "-c", "sample-passages", "-q", "--baseline", "p_bm25"],
    "reproduce all": ["reproduce"],
    "reproduce paper": ["reproduce", "D"],
    "sources": ["sources"],
    "sources of one": ["sources", "trec2021"],
    "ingest plan": ["ingest", "trec2021", "--dry-run", "--runs", "nist"],
}
"""Every command that prints a table, and each of its parts."""
WITHOUT_TABLE = {
    *("check", "cite", "compact", "build", "drop", "rename", "export", "score", "fuse", "trec-eval"),  # lines of text
    *("paper", "report", "site", "simulate"),  # files
    *("shell", "mcp", "lake", "connect"),  # others print
    *("verify", "snapshots"),  # of a damaged and of a shared database
}
OF_ONE_OWN = {"sql", "status"}
"""The answer of a query has no point that anybody could know; the facts of a file are one row."""
WITH_WRAPPED_KEYS = {"sources of one", "ingest plan", "describe run"}
"""Addresses and checksums, in which a line may end in a number."""
TOPIC = "select min(query_id) from main.qrels where collection = 'sample-passages' and variant = 'nist'"
NUMBER = re.compile(r"(?<![\w.…-])-?\d+(?:\.\d+)?(?:e[+-]\d+)?(?![\w.…-])")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


def called(arguments, out, database, monkeypatch, width=10_000):
    """Run a command in this process, its output in `out`."""
    from dltrack_db.cli.app import app

    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setenv("COLUMNS", str(width))
        patch.setenv("NO_COLOR", "1")
        patch.setenv("DLTRACK_DB", str(database))
        app(arguments, standalone_mode=False)


def test_every_command_is_tried_at_every_width():
    tried = {arguments[0] for arguments in ALL_COMMANDS.values() if arguments}
    assert not tried & WITHOUT_TABLE and tried | WITHOUT_TABLE == set(commands.all_commands())


@pytest.mark.more
@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=() if name in COMMANDS else pytest.mark.more) for name in ALL_COMMANDS]
)
def test_every_listing_command_fits(command, judged_database, monkeypatch):
    """What it hands over for a terminal is drawn at every width, with its keys and what it is asked for."""
    tables, draw = [], table.write
    path = judged_database
    names = {"run": path.parent / "judged" / "my_run", "topic": asked(path, TOPIC)[0][0]}
    monkeypatch.setattr(table, "write", lambda *given, **named: tables.append((given, named)))
    arguments = [word.format(**names) for word in ALL_COMMANDS[command]]
    with suppress(typer.Exit):
        called(arguments, Terminal(), path, monkeypatch)
    assert tables
    for (columns, rows, _), named in tables:
        fit = named["fit"]
        firm = {name for name in (*fit.keys, *fit.point) if name in columns}
        assert rows, command
        assert (firm & set(fit.keys) and firm & set(fit.point)) or command.split()[0] in OF_ONE_OWN
        for width in WIDTHS:
            out = io.StringIO()
            draw(columns, rows, out, **{**named, "width": width})
            text = out.getvalue()
            assert all(cells(line) <= width for line in text.splitlines()), (width, text)
            drawn = text[text.find("─\n") :].split("left out to fit")[0].split("shortened to fit")[0]
            texts = [cell(name, value) for row in rows for name, value in zip(columns, row, strict=True)]
            whole = {number for text in texts for number in NUMBER.findall(text)}
            assert set(NUMBER.findall(drawn)) <= whole or command in WITH_WRAPPED_KEYS, width
            missing = told(text, "left out") - set(fit.absent)
            assert not firm & (missing | told(text, "shortened")), (width, text)
            drawn += text[: text.find("─\n")]  # what every row has in common stands above the rows
            for i, name in enumerate(columns):
                values = [row[i] for row in rows]
                if name not in missing and any(isinstance(value, float) for value in values):
                    assert all(cell(name, value) in drawn for value in values), (width, name)


def told(text, what):
    """The columns that the note under a table names."""
    joined = " ".join(text.split())
    found = re.search(rf"{what} to fit \d+ characters: (.*?); to see everything", joined)
    return set(found[1].split(", ")) if found else set()


@pytest.mark.campaign
@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(["number", "name", "prose", "wide"]), min_size=1, max_size=14),
    st.integers(40, 200),
    st.data(),
)
def test_no_number_is_cut_and_nothing_is_missing_unsaid(kinds, width, data):
    values = {
        "number": st.one_of(st.integers(-(10**9), 10**9), st.floats(-1, 1)),
        "name": st.text("abcdefgh-_", min_size=1, max_size=40),
        "prose": st.text("abcdef ", min_size=1, max_size=120),
        "wide": st.text("日本語é", min_size=1, max_size=30),
    }
    names = [f"{kind}_column_{i}" for i, kind in enumerate(kinds)]
    rows = [[data.draw(values[kind]) for kind in kinds] for _ in range(data.draw(st.sampled_from([2, table.FEW + 1])))]
    keys, point = [names[-1]], data.draw(st.lists(st.sampled_from(names), unique=True, max_size=2))
    out = io.StringIO()
    table.write(names, rows, out, width=width, fit=table.Fit(keys=keys, point=point))
    text = out.getvalue()
    assert all(cells(line) <= width for line in text.splitlines())
    missing, cut = told(text, "left out"), told(text, "shortened")
    assert not missing & {*keys, *point} and (not cut & {*keys, *point})
    firm = {*keys, *point} if f"{keys[0]} = " not in text else set(names)  # then another column is the key
    shown = " ".join(text.split("left out to fit")[0].split("shortened to fit")[0].split())
    for i, name in enumerate(names):
        if name in missing:
            continue
        for row in rows:
            if kinds[i] == "number" or (kinds[i] != "prose" and name not in cut | firm):
                assert printable(row[i]) in shown


def test_the_name_of_a_narrow_key_stays_broken_where_a_wide_one_gives_way():
    out = io.StringIO()
    rows = [["_", "_" * 9, "é"], ["_", "_", "éééééé日日日日日日日"], *([["x", "y", "z"]] * table.FEW)]
    table.write(
        ["name_column_0", "name_column_1", "wide_column_2"],
        rows,
        out,
        width=40,
        fit=table.Fit(point=["name_column_1", "wide_column_2"]),
    )
    assert max(map(cells, out.getvalue().splitlines())) <= 40


def test_names_of_columns_break_before_a_column_is_lost():
    out = io.StringIO()
    names = [f"a_rather_long_name_{i}" for i in range(8)]
    table.write(["run", *names], [["bm25", *(0.5 for _ in names)]], out, width=100)
    assert told(out.getvalue(), "left out") == set()
    assert out.getvalue().count("0.5000") == 8


def test_expendable_columns_go_first_and_the_others_from_the_right():
    rows = [[f"{i}" * 10, *(part + i for part in (11111111, 22222222, 33333333))] for i in range(table.FEW + 1)]

    def left_out(width, **fit):
        out = io.StringIO()
        table.write(["run", "b", "c", "d"], rows, out, width=width, fit=table.Fit(**fit))
        return told(out.getvalue(), "left out")

    assert left_out(60) == left_out(41) == set()  # with two spaces between columns where three are too many
    assert left_out(40) == {"d"}
    assert left_out(40, expendable=["b"]) == {"b"}
    assert left_out(25, expendable=["b"]) == {"b", "d"}
    assert left_out(25, expendable=["b"], point=["b"]) == {"c", "d"}
    assert left_out(25, keys=["d"], point=["c"]) == {"b", "run"}
    assert left_out(60, absent=["team"]) == {"team"}


def test_what_every_row_has_in_common_stands_above_them_before_anything_is_lost():
    columns, rows = ["run", "kind", "measure", "value"], [[f"run_{i}", "neural", i % 2, 0.5] for i in range(9)]

    def drawn(width, **fit):
        out = io.StringIO()
        table.write(columns, rows, out, width=width, fit=table.Fit(**fit))
        return out.getvalue()

    assert "in every row" not in drawn(80) and drawn(80).split()[:4] == columns
    assert drawn(22).split("\n\n")[0].split() == ["in", "every", "row:", "kind", "=", "neural,", "value", "=", "0.5000"]
    assert "in every row: kind = neural\n" in drawn(30, point=["value"])  # the point stays in the rows
    assert drawn(30, point=["value"]).count("0.5000") == len(rows)
    rows[0][1] = None
    assert "kind" not in drawn(30).split("\n\n")[0]


def test_a_key_is_never_shortened_while_another_column_can_go():
    """The run's id stays, and the point of the answer; the columns between them go."""
    key, told_of = "mono_electra_h3_of_a_long_name", "submitted scores, official means"
    provenances = [told_of] * table.FEW + ["rankings"]
    rows = [[f"{key}{i}", f"{i}a_team_of_a_long_name", 0.5 + i, 0.25 + i, each] for i, each in enumerate(provenances)]
    for width in (60, 70, 80, 100, 120):
        out = io.StringIO()
        names = ["run_id", "team", "ndcg_cut_10", "ap", "provenance"]
        table.write(names, rows, out, width=width, fit=table.Fit(point=["provenance"], expendable=["team", "ap"]))
        assert out.getvalue().count(key) == len(rows) and "run_id" not in told(out.getvalue(), "shortened")
        assert "provenance" not in told(out.getvalue(), "left out") and "rankings" in out.getvalue()


def test_an_id_longer_than_half_the_line_leaves_room_for_a_number():
    out = io.StringIO()
    table.write(["url", "grade"], [["x" * 199 + f"{i}", 3 + i] for i in range(table.FEW + 1)], out, width=80)
    assert [line.split()[1] for line in out.getvalue().splitlines() if line.startswith(" x") and " " in line[1:]] == [
        *map(str, range(3, table.FEW + 4))
    ]
    assert out.getvalue().count("x") == 199 * (table.FEW + 1)  # a key is wrapped, not cut


def test_a_whole_answer_has_every_column_and_says_that_there_are_no_rows():
    whole = table.Fit(is_whole=True)

    def drawn(rows, **named):
        out = io.StringIO()
        print_rows(["a", "b"], rows, file=out, **named)
        return out.getvalue()

    assert drawn([[1, None]]).split()[0] == "a" and "b" not in drawn([[1, None]])
    assert drawn([[1, None]], fit=whole).split()[:2] == ["a", "b"]
    assert " & b" in drawn([[1, None]], fit=whole, format=Format.latex)
    assert drawn([]).splitlines()[-2:] == [" 0 rows", ""]
    out = io.StringIO()
    rows = [[f"{i}" * 8, None, 111111 + i, 222222 + i] for i in range(table.FEW + 1)]
    table.write(["a", "b", "c", "d"], rows, out, width=26, fit=whole)
    assert told(out.getvalue(), "left out") == {"b"}  # the empty one goes first


def test_an_empty_table_that_does_not_fit_is_one_line():
    def drawn(names, width):
        out = io.StringIO()
        table.write(names, [], out, width=width, fit=table.Fit(is_whole=True))
        return out.getvalue().split("\n")

    names = [f"column_{number}" for number in range(20)]
    lines = [line for line in drawn(names, 80) if line]
    assert len(lines) == 1 and lines[0].startswith(" no rows: column_0, column_1, ") and len(lines[0]) <= 80
    assert " 0 rows" in drawn(names[:3], 80) and " 0 rows" in drawn(names, None)


def test_without_a_terminal_nothing_is_cut(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    out = io.StringIO()
    print_rows(["name"], [["x" * 500]], file=out)
    assert "x" * 500 in out.getvalue()


@pytest.mark.campaign
def test_a_real_terminal_tells_its_width(sample_database, tmp_path):
    """Through a pseudo-terminal 80 columns wide, as a person sees it."""
    pty = pytest.importorskip("pty")
    import fcntl
    import struct
    import termios

    above, below = pty.openpty()
    fcntl.ioctl(below, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    environment |= {"DLTRACK_DB": str(sample_database), "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-m", "dltrack_db", "leaderboard", "sample-docs", "--significance"],
        stdout=below, stderr=subprocess.PIPE, env=environment, cwd=tmp_path,
    ):  # fmt: skip
        os.close(below)
        text = b""
        try:
            while part := os.read(above, 65536):
                text += part
        except OSError:  # Linux says so that the other end is closed
            pass
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text.decode())
    lines = plain.splitlines()
    assert any("alder_d1" in line and "0.7762" in line for line in lines)
    assert max(cells(line) for line in lines) <= 80
    assert any(line.endswith("  high") for line in lines) and "left out to fit 80 characters" in plain
    assert "7 of 21 runs may be best" in plain


def test_a_width_of_nothing_takes_a_character_a_line():
    for width in (0, -5):
        assert wrap("ab c", width) == ["a", "b", "c"]


@pytest.mark.more
@given(st.text(max_size=60), st.integers(1, 40))
def test_texts_fit_their_width(text, width):
    shown = printable(text)
    assert cells(shorten(shown, width)) <= width
    if not any(unicodedata.east_asian_width(char) in "WF" for char in shown):
        assert all(cells(line) <= width for line in wrap(shown, width))


def test_parquet_is_no_text_for_a_terminal(sample_database, monkeypatch):
    from dltrack_db.errors import UsageError

    with pytest.raises(UsageError, match="Parquet cannot be printed on a terminal"):
        called(["sql", "select 1", "-f", "parquet"], Terminal(), sample_database, monkeypatch)


@pytest.mark.campaign
@pytest.mark.parametrize(
    "command",
    [
        "baselines",
        *(pytest.param(name, marks=pytest.mark.more) for name in ("status", "views", "describe", "diff", "sql")),
    ],
)
def test_listing_commands_write_every_format(command, sample_database, monkeypatch):
    import polars

    def output(format):
        raw = io.BytesIO()
        out = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
        called([*COMMANDS[command], "-f", format], out, sample_database, monkeypatch)
        out.flush()
        return raw.getvalue(), out  # the wrapper is kept, because it closes what it wraps when it goes

    rows = list(csv.DictReader(io.StringIO(output("csv")[0].decode())))
    frame = polars.read_parquet(io.BytesIO(output("parquet")[0]))
    assert frame.columns == list(rows[0]) and frame.height == len(rows)
    paper = output("latex")[0].decode()
    assert paper.count(r"\begin{tabular}") == paper.count(r"\end{tabular}") == 1
    body = paper.split("\\midrule\n")[1].split("\\bottomrule")[0]
    assert body.count(" \\\\\n") == len(rows)
    assert len(output("markdown")[0].decode().split("\n\n")[0].splitlines()) >= len(rows) + 2
    assert output("json")[0].startswith(b"[")


def has_tex(package):
    """Tell whether TeX is there, with a package."""
    if not shutil.which("kpsewhich"):
        return False
    return bool(subprocess.run(["kpsewhich", f"{package}.sty"], capture_output=True, check=False).stdout)


def test_siunitx_aligns_what_are_numbers():
    rows = [["a", 0.7, -1.5, 1e-5, 12], ["b", 0.125, None, 0.5, 7]]
    marks = latex.Marks({"x": 1}, {(0, "x"): "ab"}, names={"x": "nDCG@10"})
    out = io.StringIO()
    latex.write(["run", "x", "y", "p", "n"], rows, out, marks=marks, siunitx=True)
    assert out.getvalue().splitlines()[:7] == [
        r"% \usepackage{booktabs,siunitx}",
        r"\begin{tabular}{lS[detect-weight, table-format=1.4, table-space-text-post=\textsuperscript{ab}]"
        r"S[detect-weight, table-format=-1.4]rS[detect-weight, table-format=2.0]}",
        r"\toprule",
        r"run & {nDCG@10} & {y} & p & {n} \\",
        r"\midrule",
        r"a & \bfseries 0.7000\textsuperscript{ab} & -1.5000 & 1.00e-05 & 12 \\",
        r"b & 0.1250 &  & 0.5000 & 7 \\",
    ]


@pytest.mark.parametrize(("number", "parts"), [(2, 1), (4, 2)])
def test_a_table_too_wide_for_a_page_stands_in_parts(number, parts):
    """Blocks of three measures of 12 characters, with room: 36 of a page's 112 each, beside the name."""
    columns = [f"{block}:{measure}" for block in range(number) for measure in "xyz"]
    marks = latex.Marks(caption="c", blocks={column: f"block {column[0]}" for column in columns})
    out = io.StringIO()
    latex.write(["run", *columns], [["mine", *(["1.0000000000"] * len(columns))]], out, title="t", marks=marks)
    table = out.getvalue()
    assert table.count(r"\begin{table*}") == table.count(r"\end{table*}") == table.count(r"\caption") == 1
    assert table.count(r"\begin{tabular}") == table.count("mine & ") == parts
    assert [name for name in columns if name in table] == columns
    assert all(rf"\multicolumn{{3}}{{c}}{{block {block}}}" in table for block in range(number))


@pytest.mark.campaign
@pytest.mark.skipif(not has_tex("siunitx"), reason="needs TeX with siunitx")
def test_tables_for_a_paper_compile(sample_database, monkeypatch, tmp_path):
    special = "sql", """select 'a_b & 50% $x$ #1 {y} ~ ^ \\ <z>' as "odd_% name", 'é' as accented"""
    tables = []
    listing = [command for name, command in COMMANDS.items() if name not in ("guide", "reproduce")]
    for arguments, format in itertools.product((*listing, special), ("latex", "latex-siunitx")):
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        called([*arguments, "-f", format], out, sample_database, monkeypatch)
        tables.append(out.buffer.getvalue().decode())
    paper = tmp_path / "paper.tex"
    paper.write_text(
        r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{booktabs,siunitx}\begin{document}"
        + "\n\n".join(tables)
        + r"\end{document}",
        encoding="utf-8",
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", paper.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, [line for line in done.stdout.splitlines() if line.startswith(("!", "l."))]


def test_a_few_rows_stand_upright_before_a_column_is_lost():
    columns = ["measure", *(f"column_of_numbers_{i}" for i in range(12))]
    drawn = {}
    for number in (3, table.FEW, table.FEW + 1):
        out = io.StringIO()
        table.write(columns, [[f"m_{row}", *[row + 0.5] * 12] for row in range(number)], out, width=80)
        drawn[number] = out.getvalue()
    for number in (3, table.FEW):
        assert all(name in drawn[number] for name in columns) and "left out" not in drawn[number]
        assert drawn[number].splitlines()[1].split() == ["measure", *(f"m_{row}" for row in range(number))]
    assert "left out to fit 80 characters" in drawn[table.FEW + 1]
