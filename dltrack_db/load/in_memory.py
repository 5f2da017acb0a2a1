"""Write runs in memory (frames and other objects) as files, so that a load can read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dltrack_db.base import names, resources, sql_text
from dltrack_db.errors import UsageError
from dltrack_db.export import collection_files
from dltrack_db.score import inputs, scratch

_NAMELESS = "run"
"""Name of a run without a name (`inputs.register`)."""


def write(
    run: Any, run_id: str | None, tie_rule: str, folder: Path, *, allows_nameless: bool = False
) -> dict[str, Path]:
    """Write each run of `run` (a frame or another object) into `folder` in TREC's format; return the files by run id.

    If `allows_nameless` is set, a run without a name gets the name 'run'; otherwise, raise UsageError.
    """
    con = scratch.connect(["metrics.place", "metrics.is_ahead"])
    try:
        sql_text.set_variables(con, tie_rule=tie_rule)
        inputs.register(con, inputs.RUN, run)
        if run_id is not None:
            inputs.name_run(con, run_id)
        inputs.check(con, inputs.RUN)
        runs = inputs.run_names(con)
        if not runs:
            raise UsageError("the run is empty; pass a run with at least one row")
        if run_id is None and runs == [_NAMELESS] and not allows_nameless:
            raise UsageError("the run has no name; pass run_id=, or add a column run_id to the run")
        files = {str(run): folder / f"{number}.txt" for number, run in enumerate(runs)}
        options = collection_files.TREC_OPTIONS.format(delimiter="\\t")
        for run, file in files.items():
            if reason := names.problem(run):
                raise UsageError(
                    f"{names.displayed_name(run)} cannot be the name of a run: {reason}; choose another name"
                )
            values = {"run_id": run, "tie_rule": tie_rule}
            lines = sql_text.written_out(resources.script("score/frames/lines"), values)
            con.execute(f"copy ({lines}) to {sql_text.literal(str(file))} ({options})")
        return files
    finally:
        con.close()
