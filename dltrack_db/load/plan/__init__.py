"""Plan of a load: which files, found where, or fetched from where."""

from dltrack_db.load.plan.edition import DEFAULT_PARTS, check_parts, plan_edition, plan_files
from dltrack_db.load.plan.files import (
    plan_answers,
    plan_collection,
    plan_first_qrels,
    plan_named_runs,
    plan_qrels,
    plan_runs,
    plan_scores,
    with_labels,
    without_submissions,
)
from dltrack_db.load.plan.items import Item, Plan
from dltrack_db.load.plan.known import baseline_files, score_files
from dltrack_db.load.plan.runs import BASELINES, is_remote

__all__ = [
    "BASELINES",
    "DEFAULT_PARTS",
    "Item",
    "Plan",
    "baseline_files",
    "check_parts",
    "is_remote",
    "plan_answers",
    "plan_collection",
    "plan_edition",
    "plan_files",
    "plan_first_qrels",
    "plan_named_runs",
    "plan_qrels",
    "plan_runs",
    "plan_scores",
    "score_files",
    "with_labels",
    "without_submissions",
]
