"""Writes `agreement.json` beside it: values of libraries that the tests do not install, on made-up data.

python -m venv v && v/bin/pip install krippendorff statsmodels scipy tqdm
v/bin/pip install --no-deps rbo repro_eval
v/bin/python tests/statistics/golden/make.py
"""

from __future__ import annotations

import json
import math
import random
import sys
import types
from importlib.metadata import version
from pathlib import Path

import krippendorff
import numpy as np
import rbo
import scipy.stats
from statsmodels.stats import inter_rater

# repro_eval imports these for its files of runs and for a spelling that scipy gave up; what is used here needs neither.
sys.modules["scipy.stats.stats"] = scipy.stats
for name in ("ir_measures", "pandas"):
    sys.modules.setdefault(name, types.ModuleType(name))

from repro_eval.measure import document_order, effectiveness, overall_effects  # noqa: E402

chance = random.Random(20)


def alphas() -> list[dict[str, object]]:
    cases = []
    for _ in range(40):
        judges, items = chance.randint(2, 5), chance.randint(2, 15)
        table = [[chance.choice([0, 1, 2, 3, 5, None]) for _ in range(judges)] for _ in range(items)]
        by_judge = np.array([[np.nan if label is None else label for label in row] for row in table], float).T
        for scale in ("nominal", "ordinal", "interval"):
            try:
                alpha = float(krippendorff.alpha(reliability_data=by_judge, level_of_measurement=scale))
            except ValueError:  # one label only, or none
                continue
            if not math.isnan(alpha):
                cases.append({"items": table, "scale": scale, "alpha": alpha})
    return cases


def kappas() -> list[dict[str, object]]:
    cases = []
    for _ in range(20):
        judges, items = chance.randint(2, 6), chance.randint(2, 12)
        table = [[chance.randint(0, 3) for _ in range(judges)] for _ in range(items)]
        counts, _ = inter_rater.aggregate_raters(np.array(table))
        kappa = float(inter_rater.fleiss_kappa(counts))
        if not math.isnan(kappa):
            cases.append({"items": table, "kappa": kappa})
    return cases


def overlaps() -> list[dict[str, object]]:
    cases = []
    for _ in range(40):
        first, second = (chance.sample("abcdefghijklmnop", chance.randint(1, 12)) for _ in "12")
        p = chance.choice([0.5, 0.8, 0.9, 0.98])
        cases.append({"first": first, "second": second, "p": p, "ext": rbo.RankingSimilarity(first, second).rbo_ext(p)})
    return cases


def unions() -> list[dict[str, object]]:
    cases = []
    for _ in range(20):
        size = chance.randint(3, 8)
        lists = [chance.sample("abcdefghijklmnop", size) for _ in "12"]
        runs = [{"q": {item: float(size - place) for place, item in enumerate(items)}} for items in lists]
        cases.append({"original": lists[0], "reproduced": lists[1], "tau": document_order.KTU(*runs)})
    return cases


def effects() -> list[dict[str, object]]:
    cases = []
    for _ in range(10):
        topics = chance.randint(2, 9)
        names = ("advanced", "baseline", "advanced_again", "baseline_again")
        values = {name: [round(chance.random(), 3) for _ in range(topics)] for name in names}
        scores = [{f"q{i}": {"map": value} for i, value in enumerate(values[name])} for name in names]
        cases.append(
            values
            | {
                "rmse": effectiveness.RMSE(scores[0], scores[2])["map"],
                "effect_ratio": overall_effects.ER(*scores)["map"],
                "delta_relative_improvement": overall_effects.DRI(*scores)["map"],
            }
        )
    return cases


if __name__ == "__main__":
    made_with = {name: version(name) for name in ("krippendorff", "statsmodels", "rbo", "repro_eval", "scipy")}
    groups = {"alpha": alphas(), "fleiss": kappas(), "rbo": overlaps(), "ktu": unions(), "effects": effects()}
    lines = [f'"made_with": {json.dumps(made_with)}']
    lines += [
        f'"{name}": [\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]" for name, cases in groups.items()
    ]
    Path(__file__).with_name("agreement.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
