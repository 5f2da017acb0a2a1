"""The long form: `make torture`, or `python tests/torture KILLS FILES CORPORA COMMANDS TABLES LABELS OWN`, or fewer."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from torture import command_fuzz, corpus_fuzz, crash, fuzz, label_fuzz, own_fuzz, starve, table_fuzz

TRIALS = 20
"""of each kind of starving"""


def main(
    kills: int = 1000,
    files: int = 100_000,
    corpora: int = 5_000,
    commands: int = 2_000,
    tables: int = 20_000,
    labels: int = 20_000,
    own: int = 20_000,
) -> int:
    """Run everything and print the figures; the number of things that went wrong."""
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="torture-") as name:
        world = crash.World(Path(name))
        parts: list[tuple[str, Callable[[], crash.Figures]]] = [
            ("kills", lambda: crash.kills(world, kills)),
            ("power cuts", lambda: crash.power_cuts(world, max(kills // 8, 10))),
            *((kind, lambda kind=kind: crash.starved(world, kind, TRIALS)) for kind in ("disk", "memory", "interrupt")),
            ("hardly any room", lambda: starve.starved(world)),
        ]
        for title, run in parts:
            started = time.monotonic()
            found = run()
            print(
                f"{title}: {found.trials} trials, {found.as_before} left the database as before, {found.as_after} as "
                f"after, {found.unharmed} ended well, {len(found.wrong)} wrong ({time.monotonic() - started:.0f} s)"
            )
            for moment, times in found.moments.most_common(12):
                print(f"    {times:4} {moment}")
            wrong += tell(found.wrong)
        spoiled: list[tuple[str, Callable[[int], fuzz.Figures]]] = [
            ("files", lambda seed: fuzz.campaign(files, seed)),
            ("corpora", lambda seed: corpus_fuzz.campaign(corpora, seed, Path(name))),
            ("texts of one's own and mappings", lambda seed: own_fuzz.campaign(own, seed, Path(name))),
            ("tables about runs", lambda seed: table_fuzz.campaign(tables, seed, Path(name))),
            ("labels of all forms", lambda seed: label_fuzz.campaign(labels, seed, Path(name))),
            ("files through the command", lambda seed: command_fuzz.campaign(world, commands, seed)),
        ]
        for title, campaign in spoiled:
            started = time.monotonic()
            tried = campaign(int(time.time()))
            print(
                f"mutated {title}: {tried.tried} tried, {tried.loaded_equal} read with exactly the strict "
                f"parser's rows, {tried.refused_with_reason} refused with a reason, {len(tried.wrong)} wrong "
                f"({time.monotonic() - started:.0f} s)"
            )
            wrong += tell([f"{kind}: {what}: {content[:300]!r}" for kind, content, what in tried.wrong])
    return wrong


def tell(wrong: list[str]) -> int:
    """Print what went wrong."""
    for what in wrong:
        print(f"  WRONG {what}")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:])) else 0)
