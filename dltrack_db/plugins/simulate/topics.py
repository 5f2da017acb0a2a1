"""Topics as strategies read them: numbered candidates, their grades, and the runs that returned the candidates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class JudgedTopic:
    """A topic with its candidates.

    Attributes:
        query_id: Topic id.
        text: Topic text.
        items: Candidates in order of id, which breaks all ties; other attributes refer to candidates by index.
        grades: Official grade of each candidate.
        is_relevant: Whether each candidate is relevant.
        runs: Candidates that each pooled run returned, best first.
        ranks: Ranks of the candidates in `runs`.
        teams: Team of each run.
        pool_depth: Depth of the pool.
        num_judged: Number of official judgments.
    """

    query_id: str
    text: str
    items: list[str]
    grades: np.ndarray
    is_relevant: np.ndarray
    runs: dict[str, np.ndarray]
    ranks: dict[str, np.ndarray]
    teams: Mapping[str, str | None]
    pool_depth: int
    num_judged: int

    def pool(self, excluded_team: str | None = None) -> np.ndarray:
        """Return the indices of all items in the pool, ascending; runs of `excluded_team` do not contribute."""
        pools = [self.runs[run][self.ranks[run] <= self.pool_depth] for run in self.runs_without(excluded_team)]
        return np.unique(np.concatenate(pools)) if pools else np.zeros(0, dtype=np.int64)

    def runs_without(self, team: str | None) -> list[str]:
        """Return the names of all runs except those of `team`, sorted."""
        return [run for run in sorted(self.runs) if team is None or self.teams[run] != team]

    def reachable(self, excluded_team: str | None = None) -> np.ndarray:
        """Return the indices of all candidates, ascending, except those that only runs of `excluded_team` returned."""
        is_lost = np.zeros(len(self.items), dtype=bool)
        if excluded_team is not None:
            for run in self.runs:
                if self.teams[run] == excluded_team:
                    is_lost[self.runs[run]] = True
            for run in self.runs_without(excluded_team):
                is_lost[self.runs[run]] = False
        return np.flatnonzero(~is_lost)
