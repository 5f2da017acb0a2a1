"""Options of a study."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from dltrack_db.errors import UsageError

STRATEGIES = ("cal", "pool", "move-to-front", "bandit", "random")
"""Names of all strategies, repeated here because importing `strategies.py` needs numpy; a test compares the two."""
CANDIDATES = ("judged", "retrieved", "corpus")
BMI = "bmi"

_STOP = re.compile(r"heuristic|official|all|(budget|fixed):[1-9][0-9]{0,6}")


@dataclass(frozen=True)
class StudyOptions:
    """Options of a study.

    Attributes:
        collection: Collection to judge.
        strategy: One of `STRATEGIES`.
        trials: Number of repetitions, with new random draws.
        seed: Seed of all random draws.
        leave_out_teams: Whether to repeat the simulation without the runs of each team.
        stop: Stopping rule, see judging.simulation_stops.
        growth: Judgments per relevant item, for the stopping rule 'heuristic'.
        batch: 'bmi', or the number of judgments between two trainings.
        pool_depth: Depth of the pool, which is judged first.
        candidates: Items that may be judged, one of `CANDIDATES`; None for the strategy's default.
        max_candidates: Maximum number of candidates of a topic, the most similar to the query.
        depth: Minimum length of a trace.
        text: File of ids and texts to use instead of the loaded corpus.
        negatives: Number of random texts that every training uses as not relevant.
        name: Name of the study; None for collection, strategy and seed.
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
        """Raise UsageError if an option is not valid."""
        _check_choice("strategy", self.strategy, STRATEGIES)
        if self.candidates is not None:
            _check_choice("candidates", self.candidates, CANDIDATES)
        if not _STOP.fullmatch(self.stop):
            raise UsageError(f"--stop must be heuristic, official, budget:K, fixed:J or all, not '{self.stop}'")
        if self.batch != BMI and not re.fullmatch("[1-9][0-9]{0,5}", self.batch):
            raise UsageError(f"--batch must be bmi or a whole number of at least 1, not '{self.batch}'")
        for what, value, least in (
            ("trials", self.trials, 1),
            ("seed", self.seed, 0),
            ("pool-depth", self.pool_depth, 1),
            ("max-candidates", self.max_candidates, 1),
            ("depth", self.depth, 0),
            ("negatives", self.negatives, 0),
        ):
            if value < least:
                raise UsageError(f"--{what} must be at least {least}, not {value}")
        if not 0 < self.growth < float("inf"):
            raise UsageError(f"--growth must be a number above 0, such as 0.1, not {self.growth:g}")
        if not self.reads_text:
            for what, is_given in (("text", self.text is not None), ("batch", self.batch != BMI)):
                if is_given:
                    raise UsageError(f"--{what} requires --strategy cal; {self.strategy} reads no text")
            if self.candidates == "corpus":
                raise UsageError(f"--candidates corpus requires --strategy cal; {self.strategy} takes items from runs")

    @property
    def reads_text(self) -> bool:
        """Return whether the strategy learns from texts."""
        return self.strategy == "cal"

    @property
    def candidate_rule(self) -> str:
        """Return which items may be judged, one of `CANDIDATES`."""
        return self.candidates or ("corpus" if self.reads_text else "judged")

    @property
    def study(self) -> str:
        """Name of the study."""
        return self.name or f"{self.collection} {self.strategy} {self.seed}"


def _check_choice(what: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise UsageError(f"--{what} must be {', '.join(choices[:-1])} or {choices[-1]}, not '{value}'")
