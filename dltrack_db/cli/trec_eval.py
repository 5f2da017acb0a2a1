"""`dltrack trec-eval`: the options, output and exit codes of trec_eval, computed by the views in `sql/metrics`.

Kept free of slow imports: one run should take no longer than a third of a second.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import duckdb

from dltrack_db.cli import trec_eval_output
from dltrack_db.cli.trec_eval_options import Failure, Options, parse
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.scoring import requests, scratch, trec_files
from dltrack_db.scoring.requests import Measure, Request
from dltrack_db.store import derive

_NEEDED = (
    "main.collections", "main.rankings", "main.run_topics", "main.judged_rankings", "main.query_scores",
    "metrics.orders", "metrics.run_scores",
)  # fmt: skip
_GROUPS = ("official", "set", "all_trec")


def main(argv: list[str]) -> int:
    """Run the command; return its exit code."""
    try:
        options = parse(argv)
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


def _evaluate(options: Options) -> None:
    con = scratch.connect(["metrics.measures"])
    asked = _asked(options, requests.catalogue(con))
    macros = [f"metrics.{request.measure.macro}" for request in asked if request.measure.macro]
    scratch.build(con, [*_NEEDED, *macros])
    trec_files.prepare(con)
    run_id = _read(con, options)
    derive.judged_rankings(con)
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
        # in one of the two places trec_eval does not end the line
        end = "\n" if place == "form_res_rels" else ""
        raise Failure(
            4, f"trec_eval.{place}: duplicate docs {doc_id}{end}trec_eval: Can't calculate measure '{reading[0]}'"
        )


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
                    if measure.parameter == "coefficients":
                        raise Failure(4, str(error), f"trec_eval: Can't calculate measure '{name}'") from None
                    raise Failure(2, str(error), f"trec_eval: Cannot initialize measure '{name}'") from None
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
    row = con.execute("select tag from evaluate.run_lines order by rowid desc limit 1").fetchone()
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
