"""Topics for strategies: numbered candidates, their grades, and the runs that returned them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class JudgedTopic:
    """A topic with its candidates.

    `items` are the candidates in order of id, which breaks all ties; other fields refer to them by index. `grades` are
    their official grades, `runs` the items of each pooled run, best first, with their `ranks`, and `teams` its team.
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
        """Return the indices of items up to the pool depth in any run, except a team's runs, ascending."""
        pools = [self.runs[run][self.ranks[run] <= self.pool_depth] for run in self.runs_without(excluded_team)]
        return np.unique(np.concatenate(pools)) if pools else np.zeros(0, dtype=np.int64)

    def runs_without(self, team: str | None) -> list[str]:
        """Return the runs of all other teams, by name."""
        return [run for run in sorted(self.runs) if team is None or self.teams[run] != team]

    def reachable(self, excluded_team: str | None = None) -> np.ndarray:
        """Return the indices of all candidates except those that only a team's runs returned, ascending."""
        is_lost = np.zeros(len(self.items), dtype=bool)
        if excluded_team is not None:
            for run in self.runs:
                if self.teams[run] == excluded_team:
                    is_lost[self.runs[run]] = True
            for run in self.runs_without(excluded_team):
                is_lost[self.runs[run]] = False
        return np.flatnonzero(~is_lost)
