"""`dltrack trec-eval`: the options, output and exit codes of trec_eval 10, computed by the views in `sql/metrics`.

Kept free of slow imports: one run should take no longer than a third of a second.
"""

from __future__ import annotations

import getopt
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from dltrack_db import requests, scratch, trec_files
from dltrack_db.cli import trec_eval_output
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.requests import Measure, Request

_SHORT = "hvqm:cl:nD:JN:M:R:T:oZ:"
_LONG = [
    "help", "version", "query_eval_wanted", "measure=", "complete_rel_info_wanted", "level_for_rel=", "nosummary",
    "Debug_level=", "Judged_docs_only", "Number_docs_in_coll=", "Max_retrieved_per_topic=", "Rel_info_format=",
    "Results_format=", "Output_old_results_format", "Zscore=", "trec-eval-version=",
]  # fmt: skip
_USAGE = """Usage: dltrack trec-eval [-h] [-q] {-m measure}* trec_rel_file trec_top_file
   -h: Give full help information, including other options
   -q: In addition to summary evaluation, give evaluation for each query
   -m: calculate and print measures indicated by 'measure'
       ('-m all_trec' prints all measures, '-m official' is default)
"""
_HELP = (
    _USAGE
    + """
The options of trec_eval 10, with the same output:

   -m NAME[.PARAMS]  measure, with parameters after a dot (-m P.5,10 -m ndcg_cut.10), or one of the groups
                     official, set, all_trec; may be repeated
   -q                values of each topic too
   -c                average over all topics of trec_rel_file: those the run leaves out count 0
   -l NUM            lowest grade that counts as relevant (default 1)
   -n                no summary
   -J                only judged documents: take the others out of the run first
   -M NUM            only the first NUM documents of each topic
   -N NUM            number of documents in the collection (for utility)
   -Z FILE           Z scores against the means and standard deviations in FILE
   -R qrels, -T trec_results   the formats of the files, the only ones there are here
   -v                version
   --trec-eval-version 9|10    scores compared as float, recall levels truncated and topics the run leaves out
                     not listed (9), or as double, rounded and listed (10, the default)

trec_top_file may be - for standard input. Lines that begin with # are comments.
"""
)
_DERIVED = ("main.run_topics", "main.judged_rankings", "main.query_scores")
_GROUPS = ("official", "set", "all_trec")


class Failure(Exception):
    """Ends the command as trec_eval ends: with lines on stderr and an exit code."""

    def __init__(self, code: int, *lines: str) -> None:
        super().__init__(*lines)
        self.code = code
        self.lines = lines


@dataclass
class Options:
    """The command line, parsed."""

    measures: list[str] = field(default_factory=list)
    queries: bool = False
    complete: bool = False
    summary: bool = True
    judged_only: bool = False
    level: int = 1
    num_docs: int = 0
    max_rank: int | None = None
    zscores: str | None = None
    version: int = 10
    qrels: str = ""
    run: str = ""


def main(argv: list[str]) -> int:
    """Run the command; return its exit code."""
    try:
        options = _parse(argv)
        if options is None:
            return 0
        _evaluate(options)
    except Failure as failure:
        for line in failure.lines:
            print(line, file=sys.stderr)
        return failure.code
    except BrokenPipeError:
        return 0
    return 0


def _parse(argv: list[str]) -> Options | None:
    """The options, or None when the command only had to say something."""
    options = Options()
    try:
        given, files = getopt.gnu_getopt(argv, _SHORT, _LONG)
    except getopt.GetoptError as error:
        raise Failure(1, f"trec_eval: {error}", _USAGE.rstrip()) from None
    for name, value in given:
        match name:
            case "-h" | "--help":
                print(_HELP, end="")
                return None
            case "-v" | "--version":
                from dltrack_db import __version__

                print(f"trec_eval version {options.version}.0 (dltrack {__version__})", file=sys.stderr)
                return None
            case "-m" | "--measure":
                options.measures.append(value)
            case "-q" | "--query_eval_wanted":
                options.queries = True
            case "-c" | "--complete_rel_info_wanted":
                options.complete = True
            case "-n" | "--nosummary":
                options.summary = False
            case "-J" | "--Judged_docs_only":
                options.judged_only = True
            case "-l" | "--level_for_rel":
                options.level = requests.whole(value)
                if options.level < 0:
                    raise Failure(1, "trec_eval: -l needs a grade of at least 0: below, unjudged documents are relevant")
            case "-N" | "--Number_docs_in_coll":
                options.num_docs = requests.whole(value)
            case "-M" | "--Max_retrieved_per_topic":
                options.max_rank = requests.whole(value)
                if options.max_rank < 1:
                    raise Failure(1, "trec_eval: -M needs a number of documents of at least 1")
            case "-Z" | "--Zscore":
                options.zscores = value
            case "-R" | "--Rel_info_format" if value != "qrels":
                raise Failure(2, f"trec_eval: Illegal rel_format '{value}'")
            case "-T" | "--Results_format" if value != "trec_results":
                raise Failure(2, f"trec_eval: Illegal retrieval results format '{value}'")
            case "--trec-eval-version":
                if value not in ("9", "10"):
                    raise Failure(1, f"trec_eval: there is no version '{value}', only 9 and 10")
                options.version = int(value)
    if len(files) != 2:
        raise Failure(1, _USAGE.rstrip())
    options.qrels, options.run = files
    return options


def _evaluate(options: Options) -> None:
    con = scratch.connect(["metrics.measures"])
    asked = _asked(options, requests.catalogue(con))
    macros = [f"metrics.{request.measure.macro}" for request in asked if request.measure.macro]
    scratch.build(con, ["main.collections", "main.rankings", "metrics.orders", "metrics.run_scores", *_DERIVED, *macros])
    trec_files.prepare(con)
    run_id = _read(con, options)
    scratch.run_script(con, "derive/1_judged_rankings", collections=["evaluated"])
    # trec_eval 9 only averages over topics that the run leaves out: it neither looks at them nor lists them
    unanswered = options.complete and options.version > 9
    double = scratch.run_script(con, "evaluate/duplicates", is_complete=unanswered).fetchone()
    shared = f"judged_only := {str(options.judged_only).lower()}"
    strings: dict[str, dict[str, str]] = {}
    for request in asked:
        if request.measure.measure == "relstring":
            for _, _, query_id, label, text in con.execute(request.query(shared)).fetchall():
                strings.setdefault(query_id, {})[label] = text
        elif request.measure.macro:
            # in the order in which trec_eval adds them up: the last digit of a mean can hang on it
            con.execute(f"insert into main.query_scores {request.query(shared)} order by query_id")
    if options.zscores is not None:
        _convert_to_zscores(con, options)
    if options.complete and options.version == 9:
        scratch.run_script(con, "evaluate/version9")
    reading = [request.measure.measure for request in asked if request.measure.measure not in ("runid", "num_q")]
    failing = double is not None and bool(reading)
    sys.stdout.writelines(
        trec_eval_output.lines(
            con,
            asked,
            strings,
            run_id,
            queries=options.queries,
            unanswered=unanswered,
            before=double[0] if double and failing else None,
            summary=options.summary and not failing,
            zscores=options.zscores is not None,
        )
    )
    if double and failing:
        query_id, place, doc_id = double
        found, consequence = f"trec_eval.{place}: duplicate docs {doc_id}", f"trec_eval: Can't calculate measure '{reading[0]}'"
        # trec_eval ends the line in one of the two places only
        raise Failure(4, found, consequence) if place == "form_res_rels" else Failure(4, found + consequence)


def _convert_to_zscores(con: duckdb.DuckDBPyConnection, options: Options) -> None:
    path = options.zscores or ""
    unreadable = Failure(255, f"trec_eval.get_zscores: Cannot read zscores file '{path}'")
    if not _has_content(path):
        raise unreadable
    try:
        scratch.run_script(con, "evaluate/zscores", path=path, only_answered=options.version == 9)
    except duckdb.Error:
        raise unreadable from None


def _asked(options: Options, measures: dict[str, Measure]) -> list[Request]:
    """The measures asked for, each once, in trec_eval's order."""
    known = {name: m for name, m in measures.items() if (m.trec_eval_version or options.version + 1) <= options.version}
    asked: dict[str, Request] = {}
    for text in options.measures or ["official"]:
        name, dot, parameters = text.partition(".")
        if dot and not parameters:
            raise Failure(
                1, f"trec_eval: improper measure in parameter '{name}'", f"trec_eval: illegal measure '{name}'"
            )
        group = [m for m in known.values() if name in m.groups] if name in _GROUPS else []
        if not group and name not in known:
            raise Failure(1, f"trec_eval: illegal measure '{name}'")
        for measure in group or [known[name]]:
            if dot and not group:
                try:
                    request = requests.with_parameters(measure, parameters, options.num_docs)
                except UsageError as error:
                    # trec_eval only counts coefficients when it comes to use them
                    code, what = (4, "Can't calculate") if measure.parameter == "coefficients" else (2, "Cannot initialize")
                    raise Failure(code, str(error), f"trec_eval: {what} measure '{name}'") from None
                # as in trec_eval, the first parameters given for a measure win
                if measure.measure not in asked or asked[measure.measure] == requests.standard(
                    measure, options.num_docs
                ):
                    asked[measure.measure] = request
            else:
                asked.setdefault(measure.measure, requests.standard(measure, options.num_docs))
    return sorted(asked.values(), key=lambda request: request.measure.position)


def _read(con: duckdb.DuckDBPyConnection, options: Options) -> str:
    """Read both files into the tables that measures read; return the run's tag."""
    rules = f"trec_eval{options.version}"

    def read_run(path: Path) -> int | None:
        odd = trec_files.read_runs(con, {"evaluated": path}, rules)
        return None if odd is None else odd[1]

    _read_file("get_qrels", "qrels", options.qrels, lambda path: trec_files.read_qrels(con, path, rules))
    if options.run.startswith("-"):
        with tempfile.NamedTemporaryFile(prefix="dltrack-", suffix=".run") as copy:
            copy.write(sys.stdin.buffer.read())
            copy.flush()
            _read_file("get_results", "results", copy.name, read_run)
    else:
        _read_file("get_results", "results", options.run, read_run)
    row = con.execute("select tag from evaluate.run_lines order by line desc limit 1").fetchone()
    run_id = str(row[0]) if row else ""
    scratch.run_script(
        con,
        "evaluate/publish",
        run_id=run_id,
        min_relevance=options.level,
        tie_rule=rules,
        max_rank=options.max_rank,
        is_complete=options.complete,
    )
    if con.execute("select 1 from main.rankings limit 1").fetchone() is None:
        raise Failure(7, "trec_eval: No queries with both results and relevance info")
    return run_id


def _has_content(path: str) -> bool:
    return Path(path).is_file() and Path(path).stat().st_size > 0


def _read_file(place: str, what: str, path: str, read: Callable[[Path], int | None]) -> None:
    """Read a file with `read`, which returns the number of a malformed line; `place` and `what` as trec_eval says."""
    ending = f"trec_eval: Quit in file '{path}'"
    if not _has_content(path):
        raise Failure(2, f"trec_eval.{place}: Cannot read {what} file '{path}'", ending)
    try:
        line = read(Path(path))
    except FormatError as error:
        raise Failure(2, f"trec_eval.{place}: {error}", ending) from None
    if line is not None:
        raise Failure(2, f"trec_eval.{place}: Malformed line {line}", ending)
