"""Options of a study, checked before anything is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from dltrack_db.errors import UsageError

STRATEGIES = ("cal", "pool", "move-to-front", "bandit", "random")
"""Strategies that read no text are functions of `strategies.py`, which needs numpy; a test compares both."""
CANDIDATES = ("judged", "retrieved", "corpus")
BMI = "bmi"

_STOP = re.compile(r"heuristic|official|all|(budget|fixed):[1-9][0-9]{0,6}")


@dataclass(frozen=True)
class StudyOptions:
    """A study as asked for.

    `stop` is a rule of judging.simulation_stops; `batch` is 'bmi' or how many
    items are judged between two trainings; `candidates` what may be judged, None
    for the strategy's own; `max_candidates` bounds the candidates of a topic by
    similarity to the query; `depth` is the least length of a trace; `text` a file
    of ids and texts in place of the loaded corpus; `negatives` how many random
    items every training takes as not relevant.
    """

    collection: str
    strategy: str
    trials: int = 10
    seed: int = 1
    leave_out_teams: bool = False
    stop: str = "heuristic"
    growth: float = 1.0
    batch: str = BMI
    pool_depth: int = 10
    candidates: str | None = None
    max_candidates: int = 20_000
    depth: int = 0
    text: Path | None = None
    negatives: int = 100
    name: str | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        _check_choice("strategy", self.strategy, STRATEGIES)
        if self.candidates is not None:
            _check_choice("candidates", self.candidates, CANDIDATES)
        if not _STOP.fullmatch(self.stop):
            raise UsageError(f"--stop {self.stop} is none of heuristic, official, budget:K, fixed:J and all")
        if self.batch != BMI and not re.fullmatch("[1-9][0-9]{0,5}", self.batch):
            raise UsageError(f"--batch {self.batch} is neither bmi nor a number from 1; write --batch 1 or --batch bmi")
        for what, value, least in (
            ("trials", self.trials, 1),
            ("seed", self.seed, 0),
            ("pool-depth", self.pool_depth, 1),
            ("max-candidates", self.max_candidates, 1),
            ("depth", self.depth, 0),
            ("negatives", self.negatives, 0),
        ):
            if value < least:
                raise UsageError(f"--{what} {value} is less than {least}; give {least} or more")
        if not 0 < self.growth < float("inf"):
            raise UsageError(f"--growth {self.growth:g} is not a number above 0; give one like 0.1")
        if not self.reads_text:
            for what, is_given in (("text", self.text is not None), ("batch", self.batch != BMI)):
                if is_given:
                    raise UsageError(f"--{what} goes with --strategy cal only; {self.strategy} reads no text")
            if self.candidates == "corpus":
                raise UsageError(
                    f"--candidates corpus goes with --strategy cal only; {self.strategy} takes items from runs"
                )

    @property
    def reads_text(self) -> bool:
        """Return whether the strategy learns from texts."""
        return self.strategy == "cal"

    @property
    def candidate_rule(self) -> str:
        """Return which items may be judged."""
        return self.candidates or ("corpus" if self.reads_text else "judged")

    @property
    def study(self) -> str:
        """The name of the study."""
        return self.name or f"{self.collection} {self.strategy} {self.seed}"


def _check_choice(what: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise UsageError(f"unknown {what} '{value}'; known are {', '.join(choices)}")
