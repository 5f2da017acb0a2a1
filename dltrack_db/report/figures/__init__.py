"""All figures of the report, in its order."""

from __future__ import annotations

from dltrack_db.report.figure import Figure
from dltrack_db.report.figures import judging, labels, search_length, systems

FIGURES: list[Figure] = [*systems.FIGURES, *judging.FIGURES, *labels.FIGURES, *search_length.FIGURES]
