"""Command for developers: write the files of the sample, and update the measured facts in its recipe.

    python -m dltrack_db.load.sample FOLDER [--seed N]
    python -m dltrack_db.load.sample FOLDER --facts ingest/recipes/sample.toml

Run the second form after every change of the generator.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from dltrack_db.load.sample.facts import refresh
from dltrack_db.load.sample.writer import DEFAULT_SEED, write_sample


def main() -> None:
    """Write the sample into a folder and, with --facts, its measured facts into a recipe."""
    parser = argparse.ArgumentParser(
        prog="python -m dltrack_db.load.sample", description="Write the sample collection."
    )
    parser.add_argument("folder", type=Path, help="folder for the files; created if missing")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help="seed of all random choices")
    parser.add_argument("--facts", type=Path, metavar="RECIPE", help="recipe to update with measured facts")
    arguments = parser.parse_args()
    write_sample(arguments.folder, arguments.seed)
    if arguments.facts:
        recipe = refresh(arguments.facts.read_text(encoding="utf-8"), arguments.folder)
        arguments.facts.write_text(recipe, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
