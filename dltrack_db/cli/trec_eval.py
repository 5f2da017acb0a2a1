"""`dltrack trec-eval`: the options, output and exit codes of trec_eval, with values computed by `sql/metrics`.

This module avoids slow imports: evaluating one run should take at most a third of a second.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import duckpath, tempfolder
from dltrack_db.cli import trec_eval_output
from dltrack_db.cli.trec_eval_options import Failure, TrecEvalOptions, parse
from dltrack_db.errors import FormatError, SourceError, UsageError
from dltrack_db.score import catalogue, intake, readers, requests, scores, scratch, trec_files
from dltrack_db.score.catalogue import Measure, Request
from dltrack_db.store import derive, duckdb_errors

_NEEDED = (
    "main.collections", "main.rankings", "main.run_topics", "main.judged_rankings", "main.query_scores",
    "metrics.place", "metrics.is_ahead", "metrics.judged_orders", "metrics.run_scores", "metrics.exclusions",
    "labels.counted",
)  # fmt: skip
_GZIP = b"\x1f\x8b"
_COLLECTION = "evaluated"
_GROUPS = ("official", "set", "all_trec")


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
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


def _evaluate(options: TrecEvalOptions) -> None:
    con = scratch.connect(["metrics.measures"], is_small=True)
    is_rounded = options.version.major > 9
    requested = [request.rounded(is_rounded) for request in _requested_measures(options, catalogue.measures(con))]
    scratch.build(con, _NEEDED)
    trec_files.prepare(con)
    run_id = _read(con, options, requested)
    # trec_eval 9 averages over topics missing from the run, but neither checks nor lists them
    unanswered = options.complete and options.version.major > 9
    double = sql_text.run_script(con, "score/trec_eval/duplicates", is_complete=unanswered).fetchone()
    strings: dict[str, dict[str, str]] = {}
    texts = [request for request in requested if request.measure.measure == "relstring"]
    for request in texts:
        query = scores.link(con, [request], judged_only=options.judged_only)
        for _, _, query_id, label, text in con.execute(query).fetchall():
            strings.setdefault(query_id, {})[label] = text
    numbers = [request for request in requested if request.measure.macro and request not in texts]
    scores.measure(con, numbers, judged_only=options.judged_only)
    if options.zscores is not None:
        _convert_to_zscores(con, options)
    if options.complete and options.version.major == 9:
        sql_text.run_script(con, "score/trec_eval/version9")
    if options.complete:
        sql_text.run_script(con, "score/trec_eval/complete")
    readers = [request.measure.measure for request in requested if request.measure.measure not in ("runid", "num_q")]
    failing = double is not None and bool(readers)
    sys.stdout.writelines(
        trec_eval_output.lines(
            con,
            requested,
            strings,
            run_id,
            options,
            unanswered=unanswered,
            last_topic=double[0] if double and failing else None,
            summary=options.summary and not failing,
        )
    )
    if double and failing:
        query_id, place, doc_id = double
        # trec_eval ends the line in form_res_rels, but not in the other function
        end = "\n" if place == "form_res_rels" else ""
        raise Failure(
            4, f"trec_eval.{place}: duplicate docs {doc_id}{end}trec_eval: Can't calculate measure '{readers[0]}'"
        )


def _convert_to_zscores(con: duckdb.DuckDBPyConnection, options: TrecEvalOptions) -> None:
    path = options.zscores or ""
    unreadable = Failure(255, f"trec_eval.{options.version.zscores_reader}: Cannot read zscores file '{path}'")
    if not _has_content(path):
        raise unreadable
    try:
        place = duckpath.for_reader(Path(path))
        sql_text.run_script(con, "score/trec_eval/zscores", path=place, only_answered=options.version.major == 9)
    except (duckdb.Error, SourceError) as error:
        if isinstance(error, duckdb.Error) and duckdb_errors.is_of_machine(error):
            raise
        raise unreadable from None


def _requested_measures(options: TrecEvalOptions, measures: dict[str, Measure]) -> list[Request]:
    """Return the requested measures in trec_eval's order, without repetitions."""
    version = options.version.major
    known = {name: m for name, m in measures.items() if (m.trec_eval_version or version + 1) <= version}
    requested: dict[str, Request] = {}
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
                    # trec_eval checks the number of coefficients only while computing the measure
                    if measure.parameter == "coefficients":
                        raise Failure(4, str(error), f"trec_eval: Can't calculate measure '{name}'") from None
                    raise Failure(2, str(error), f"trec_eval: Cannot initialize measure '{name}'") from None
                # as in trec_eval, a measure has the first parameters given for it
                if measure.measure not in requested or requested[measure.measure] == catalogue.standard(
                    measure, options.num_docs
                ):
                    requested[measure.measure] = request
            else:
                requested.setdefault(measure.measure, catalogue.standard(measure, options.num_docs))
    return sorted(requested.values(), key=lambda request: request.measure.position)


def _read(con: duckdb.DuckDBPyConnection, options: TrecEvalOptions, measure_requests: Sequence[Request]) -> str:
    """Read both files into the tables that measures need; return the run's tag.

    Whole rankings are stored only for measures that need them, for exclusions, and to name a repeated document.
    """
    rules = f"trec_eval{options.version.major}"
    has_rankings = options.exclude is not None or scores.reads_rankings(
        [request for request in measure_requests if request.measure.macro]
    )
    run_id = ""

    def read_run(path: Path) -> int | None:
        nonlocal run_id, has_rankings
        if not has_rankings and intake.take_file(con, path, _COLLECTION, rules):
            run_id = intake.last_tag(path)
            return None
        scratch.expect(con, [path])
        if malformed := trec_files.read_runs(con, {_COLLECTION: path}, rules):
            return malformed.position
        row = con.execute("select tag from evaluate.run_lines order by rowid desc limit 1").fetchone()
        run_id = str(row[0]) if row else ""
        intake.take(con, resources.script("score/evaluate/lines"))
        has_rankings |= con.execute("select 1 from given_repeats limit 1").fetchone() is not None
        return None

    _read_file(con, "get_qrels", "qrels", options.qrels, lambda path: trec_files.read_qrels(con, path, rules))
    sql_text.run_script(
        con,
        "score/trec_eval/publish_labels",
        collection=_COLLECTION,
        min_relevance=options.level,
        tie_rule=options.version.tie_rule,
        answers_before=0,
    )
    if options.run.startswith("-"):
        with tempfolder.folder() as folder:
            with (folder / "given.run").open("wb") as copy:
                shutil.copyfileobj(sys.stdin.buffer, copy)
            _read_file(con, "get_results", "results", copy.name, read_run)
    else:
        _read_file(con, "get_results", "results", options.run, read_run)
    intake.publish(con, has_rankings=has_rankings)
    sql_text.run_script(con, f"score/trec_eval/{'empty_run' if options.complete else 'only_answered'}")
    if options.exclude is not None:
        _exclude(con, options.exclude)
    if options.max_rank is not None:
        sql_text.run_script(con, "score/trec_eval/cut", max_rank=options.max_rank)
    if con.execute("select 1 from main.run_topics where num_ret > 0 limit 1").fetchone() is None:
        _refuse_disjoint(con, options)
    if has_rankings:
        scores.judge(con, measure_requests)
    return run_id


def _exclude(con: duckdb.DuckDBPyConnection, exclusion: str) -> None:
    from dltrack_db.score import exclusions  # importing it takes longer than reading a small file

    try:
        exclusions.add(con, exclusion)
    except (FormatError, SourceError, UsageError) as error:
        raise Failure(2, f"trec_eval: --exclude: {error}") from None
    derive.leave_out(con)


def _refuse_disjoint(con: duckdb.DuckDBPyConnection, options: TrecEvalOptions) -> None:
    """Raise Failure as trec_eval does if run and labels have no common topic, except for version 10 with -c."""
    if options.version.major == 9:
        raise Failure(7, "trec_eval: No queries with both results and relevance info")
    if not options.complete:
        first = con.execute("select min(query_id) from evaluate.qrels_lines").fetchone()
        raise Failure(4, f"trec_eval: result qid '{first[0] if first else ''}' not found in qrels")


def _has_content(path: str) -> bool:
    return Path(path).is_file() and Path(path).stat().st_size > 0


@contextmanager
def _plain(path: Path) -> Iterator[Path]:
    """Yield the file, or an uncompressed temporary copy of a gzipped file."""
    with path.open("rb") as file:
        is_packed = file.read(len(_GZIP)) == _GZIP
    if not is_packed:
        yield path
        return
    from dltrack_db.base.files import plainfile  # importing it takes longer than reading a small file

    with tempfolder.folder() as folder:
        yield plainfile.unpack_all([path], folder)[0]


def _read_file(
    con: duckdb.DuckDBPyConnection, place: str, what: str, path: str, read: Callable[[Path], int | None]
) -> None:
    """Read a file with `read`, which returns the number of a malformed line or None.

    In error messages, `place` is trec_eval's function, and `what` is the type of the file.
    """
    ending = f"trec_eval: Quit in file '{path}'"
    if not _has_content(path):
        raise Failure(2, f"trec_eval.{place}: Cannot read {what} file '{path}'", ending)
    try:
        with _plain(Path(path)) as plain, readers.name_sources({plain: Path(path)}):
            line = read(plain)
    except (FormatError, SourceError) as error:
        raise Failure(2, f"trec_eval.{place}: {error}", ending) from None
    if line is not None:
        raise Failure(2, f"trec_eval.{place}: Malformed line {line}", ending)
