"""Agreement of judges and reproduction of effects, equal to the libraries of the field (golden/make.py)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from dltrack_db.score import scratch

GOLDEN = json.loads((Path(__file__).parent / "golden" / "agreement.json").read_text(encoding="utf-8"))
MACROS = ("krippendorff_alpha", "fleiss_kappa", "rmse", "effect_ratio", "delta_relative_improvement")


@pytest.fixture(scope="module")
def con():
    return scratch.connect([f"statistics.{name}" for name in MACROS])


def value(con, expression, *parameters):
    return con.execute(f"select statistics.{expression}", list(parameters)).fetchone()[0]


@pytest.mark.more
def test_alpha_equals_the_package(con):
    assert {case["scale"] for case in GOLDEN["alpha"]} == {"nominal", "ordinal", "interval"}
    for case in GOLDEN["alpha"]:
        ours = value(con, "krippendorff_alpha($1::int[][], $2)", case["items"], case["scale"])
        assert ours == pytest.approx(case["alpha"], abs=1e-12), case


def test_fleiss_kappa_equals_statsmodels(con):
    for case in GOLDEN["fleiss"]:
        assert value(con, "fleiss_kappa($1::int[][])", case["items"]) == pytest.approx(case["kappa"], abs=1e-12)


def test_counted_items_are_items_repeated(con):
    items, counts = [[0, 1], [1, 1], [2, None], [2, 0]], [3, 2, 7, 1]
    repeated = [item for item, count in zip(items, counts, strict=True) for _ in range(count)]
    for scale in ("nominal", "ordinal", "interval"):
        call = "krippendorff_alpha($1::int[][], $2, {})"
        assert value(con, call.format("$3::int[]"), items, scale, counts) == pytest.approx(
            value(con, call.format("null"), repeated, scale), abs=1e-12
        )
    full, often = [[0, 1], [1, 1], [2, 0]], [3, 2, 1]
    assert value(con, "fleiss_kappa($1::int[][], $2::int[])", full, often) == pytest.approx(
        value(con, "fleiss_kappa($1::int[][])", [full[0]] * 3 + [full[1]] * 2 + [full[2]]), abs=1e-12
    )


def test_labels_may_be_text(con):
    named = [["no", "yes"], ["yes", "yes"], ["no", "no"]]
    coded = [[0, 1], [1, 1], [0, 0]]
    assert value(con, "krippendorff_alpha($1, 'nominal')", named) == pytest.approx(
        value(con, "krippendorff_alpha($1, 'nominal')", coded), abs=1e-12
    )


def test_agreement_by_hand(con):
    # two judges, four items, one disagreement: 1 - (8 - 1) x 2 x 1 / (2 x 3 x 5)
    assert value(con, "krippendorff_alpha([[0, 0], [1, 1], [0, 1], [1, 1]], 'nominal')") == pytest.approx(
        1 - 7 * 2 / (2 * 3 * 5), abs=1e-12
    )
    # observed 3/4, expected (3/8)^2 + (5/8)^2
    expected = (9 + 25) / 64
    assert value(con, "fleiss_kappa([[0, 0], [1, 1], [0, 1], [1, 1]])") == pytest.approx(
        (0.75 - expected) / (1 - expected), abs=1e-12
    )


def test_agreement_that_nobody_knows(con):
    for items in ([[1, 1], [1, 1]], [[1, None], [None, 2]], []):
        assert value(con, "krippendorff_alpha($1::int[][], 'ordinal')", items) is None
        assert value(con, "fleiss_kappa($1::int[][])", items) is None
    assert value(con, "fleiss_kappa([[1, 2], [1, 2, 2]])") is None
    with pytest.raises(Exception, match="nominal, ordinal or interval"):
        value(con, "krippendorff_alpha([[1, 2], [1, 1]], 'ratio')")


def test_reproduction_equals_repro_eval(con):
    names = ("advanced", "baseline", "advanced_again", "baseline_again")
    for case in GOLDEN["effects"]:
        lists = [case[name] for name in names]
        assert value(con, "rmse($1, $2)", lists[0], lists[2]) == pytest.approx(case["rmse"], abs=1e-12)
        for name in ("effect_ratio", "delta_relative_improvement"):
            assert value(con, f"{name}($1, $2, $3, $4)", *lists) == pytest.approx(case[name], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("size", [1e-3, 1e-6, 1e-8])
def test_a_small_effect_is_not_rounded(con, size):
    """Against exact arithmetic, for the mean improvements a third and two sevenths of a size."""
    baseline, advanced = [0.25, 0.5, 0.125], [0.25 + size, 0.5, 0.125]
    again, advanced_again = [0.5] * 7, [0.5 + size, 0.5 + size, 0.5, 0.5, 0.5, 0.5, 0.5]
    means = [sum(map(Fraction, each)) / len(each) for each in (advanced, baseline, advanced_again, again)]
    exact = float((means[2] - means[3]) / (means[0] - means[1]))
    assert value(con, "effect_ratio($1, $2, $3, $4)", advanced, baseline, advanced_again, again) == pytest.approx(
        exact, rel=1e-7
    )


def test_no_effect_to_reproduce(con):
    assert value(con, "effect_ratio([0.1 + 0.2::double], [0.3], [0.5], [0.4])") is None
    assert value(con, "delta_relative_improvement([0.3], [0.0], [0.5], [0.4])") is None
    assert value(con, "rmse([null, 0.5], [0.2, null])") is None
