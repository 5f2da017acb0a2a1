"""Plan a load: list its files, with local paths or addresses for the download."""

from dltrack_db.load.plan.edition import DEFAULT_PARTS, check_parts, plan_edition, plan_files
from dltrack_db.load.plan.files import (
    check_labels,
    plan_collection,
    plan_first_labels,
    plan_named_runs,
    plan_part,
    without_submissions,
)
from dltrack_db.load.plan.items import Item, Plan, StagedFile
from dltrack_db.load.plan.known import baseline_files, score_files
from dltrack_db.load.plan.runs import BASELINES, is_remote

__all__ = [
    "BASELINES",
    "DEFAULT_PARTS",
    "Item",
    "Plan",
    "StagedFile",
    "baseline_files",
    "check_labels",
    "check_parts",
    "is_remote",
    "plan_collection",
    "plan_edition",
    "plan_files",
    "plan_first_labels",
    "plan_named_runs",
    "plan_part",
    "score_files",
    "without_submissions",
]
