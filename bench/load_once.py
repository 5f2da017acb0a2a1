"""Load trec2021 once: python -m bench.load_once SOURCE DB [--without-validation]."""

from __future__ import annotations

import sys
from pathlib import Path

from dltrack_db.base import recipes
from dltrack_db.load import expectations, loader


class NoValidator:
    """A replacement of Great Expectations that checks nothing, to measure the cost of validation."""

    version = "none"

    def __init__(self, *_: object) -> None:
        pass

    def run(self, _: expectations.Suite) -> list[expectations.Outcome]:
        """Return no outcomes."""
        return []

    def write_docs(self) -> None:
        """Do nothing."""


def main() -> None:
    source, db, *flags = sys.argv[1:]
    if flags:
        expectations.Validator = NoValidator  # type: ignore[assignment,misc]
        expectations._import_gx = lambda: None
    report = loader.load_edition(
        recipes.load("trec2021"), Path(db), loader.LoadOptions(say=lambda _: None), places=[Path(source)]
    )
    assert report.rows["runs"] == 3_003_488, report.rows


if __name__ == "__main__":
    main()
