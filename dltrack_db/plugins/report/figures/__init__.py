"""All figures of the report, in the order of the page."""

from __future__ import annotations

from dltrack_db.plugins.report.figure import Figure
from dltrack_db.plugins.report.figures import audit, judging, labels, search_length, systems

FIGURES: list[Figure] = [*systems.FIGURES, *audit.FIGURES, *judging.FIGURES, *labels.FIGURES, *search_length.FIGURES]
