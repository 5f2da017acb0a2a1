"""Figures: drawn from their views, valid Vega-Lite, saved as pictures; nothing to draw is said."""

from __future__ import annotations

import functools
import shutil
import statistics
import xml.etree.ElementTree as ElementTree

import altair as alt
import duckdb
import numpy as np
import pytest

import dltrack_db as dl
from dltrack_db.base import recipes
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.load import loader
from dltrack_db.plugins.report import find_figure
from dltrack_db.plugins.report.figure import CATEGORIES, OTHERS, category_looks, read_rows
from dltrack_db.plugins.report.figures import FIGURES
from dltrack_db.store import database
from tests.copies import copied

COLLECTION = "sample-passages"
NEED_MAPPING = {"inferred-vs-actual", "inferred-scores"}
NEED_SIMULATIONS = {"judging-strategies"}  # drawn in dltrack_db/plugins/simulate/tests
# drawn in the tests of judges, methods and judge_boards
NEED_JUDGES = {"judge-leaderboards", "judges", "methods", "preferences"}
NEED_EDITIONS = {"over-editions"}
NEED_NUMBERS = {"pareto"}  # drawn in tests/systems/test_run_numbers.py
NOT_OF_SAMPLE = NEED_MAPPING | NEED_SIMULATIONS | NEED_JUDGES | NEED_EDITIONS | NEED_NUMBERS
DRAWN = [figure.name for figure in FIGURES if figure.name not in NOT_OF_SAMPLE]

PAIRS = "select collection, measure, run_id from (from report.measure_pairs order by all)"


@pytest.fixture(scope="module")
def db(sample_database):
    with dl.open(sample_database) as opened:
        yield opened


@pytest.fixture(scope="module")
def drawn(db):
    """Figures by name, each drawn once."""
    return functools.cache(lambda name: db.figure(name, COLLECTION))


@pytest.fixture(scope="module")
def asked(db):
    """What the views of figures say, by the figure's name, each asked once."""
    return functools.cache(lambda name: read_rows(db.duckdb, find_figure(name), COLLECTION))


def test_the_heat_map_has_every_score_in_the_order_of_topics_and_runs(db, asked):
    grid = asked("topic-grid").records()
    runs = grid[0]["run_ids"]
    board = db.sql(
        f"select run_id from systems.field_by(['ndcg_cut_10']) where collection = '{COLLECTION}' and untested is null "
        "order by merit desc, run_id"
    ).fetchall()
    assert runs == [run for (run,) in board] and all(row["run_ids"] is None for row in grid[1:])
    values = {
        (topic, run): value
        for topic, run, value in db.sql(
            "select query_id, run_id, value from metrics.query_scores "
            f"where collection = '{COLLECTION}' and measure = 'ndcg_cut_10'"
        ).fetchall()
    }
    for row in grid:
        wanted = [values[row["query_id"], run] for run in runs]
        assert row["scores"] == pytest.approx(wanted, abs=5.1e-4)
        assert row["mean"] == pytest.approx(statistics.fmean(wanted))
        assert row["topic"].startswith(f"{row['query_id']}: ")
    assert [row["mean"] for row in grid] == sorted((row["mean"] for row in grid), reverse=True)
    assert len(str(asked("topic-grid").rows)) < 50_000


def test_captions_have_the_sign_and_the_unit_of_their_charts(asked, drawn):
    rows = asked("best-minus-median").records()
    assert "Below zero: items that the best run returns earlier" in find_figure("best-minus-median").look
    won = [row for row in rows if row["outcome"] == "best wins"]
    assert won and all(row["upper"] is not None and row["upper"] <= 0 for row in won)
    assert all(row["lower"] is not None and row["lower"] >= 0 for row in rows if row["outcome"] == "median wins")
    title = drawn("best-minus-median").to_dict()["encoding"]["y"]["title"]
    assert len(title) < 25, "longer than a plot of few bars"
    # each ties run that moves most is named once
    named = drawn("tie-sensitivity").to_dict()["layer"][1]
    assert named["encoding"]["text"]["field"] == "run_id" and "datum.largest > 0" in str(named["transform"])


def test_captions_are_in_words_of_the_field(db):
    objects = {name for (name,) in db.sql("select object from catalog.objects").fetchall()}
    for figure in FIGURES:
        assert not [name for name in objects if name in f"{figure.title} {figure.look}"], figure.name
        assert figure.look.endswith("."), figure.name


def test_names_are_different():
    names = [figure.name for figure in FIGURES]
    assert len(set(names)) == len(names)


@pytest.mark.campaign
def test_no_run_of_the_sample_is_apart(db):
    assert db.duckdb.execute(f"{PAIRS} where is_apart").fetchall() == _apart_by_numpy(db.duckdb) == []


@pytest.mark.campaign
def test_real_runs_apart_are_those_far_from_the_line_through_all(real_db):
    apart = _apart_by_numpy(real_db)
    assert ("trec2021-passages", "ncg", "uogTrPC") in apart
    assert real_db.execute(f"{PAIRS} where is_apart").fetchall() == apart


def _apart_by_numpy(con):
    """Runs farther than three standard deviations from numpy's least squares line, panel by panel."""
    panels = {}
    query = "select collection, measure, run_id, ndcg_cut_10, value from report.measure_pairs order by all"
    for collection, measure, *point in con.execute(query).fetchall():
        panels.setdefault((collection, measure), []).append(point)
    apart = []
    for panel, points in panels.items():
        runs, x, y = (np.array(values) for values in zip(*points, strict=True))
        distances = y - np.polyval(np.polyfit(x, y, 1), x)
        apart += [(*panel, run) for run in runs[abs(distances) > 3 * distances.std()].tolist()]
    return apart


def test_panels_stand_in_the_order_of_the_papers(drawn):
    """Vega-Lite puts the titles of panels in alphabetical order unless it is told another."""
    for name in ("measure-agreement", "query-length"):
        facet = drawn(name).to_dict()
        facet = facet.get("facet") or facet["encoding"]["facet"]
        assert facet["sort"] == {"field": "place", "op": "min"}


@pytest.mark.campaign
@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_is_valid_and_carries_the_rows_of_its_view(drawn, asked, name):
    spec = drawn(name).to_dict()  # validates against Vega-Lite's schema
    assert len(spec["datasets"]["rows"]) == len(asked(name).rows) > 0
    assert spec["config"]["background"] == "white"


@pytest.mark.more
@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_every_column_a_chart_names_exists(asked, figure):
    computed = {"x", "y", "key", "value", "run", "line", "name_apart", "panel", "place", "range", "changed", "kind"}
    computed |= {"runs", "run_id"} if figure.name == "topic-grid" else {"largest"}
    if figure.name in NEED_MAPPING | NEED_SIMULATIONS | NEED_NUMBERS:
        return
    rows = asked(figure.name)
    used = set(_fields(figure.chart(rows).to_dict()))
    assert used <= {*rows.columns} | computed


def _fields(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "field" and isinstance(value, str):
                yield value
            yield from _fields(value)
    elif isinstance(node, list):
        for each in node:
            yield from _fields(each)


def visible_marks(chart):
    """How many marks of a rendered chart have a place, a form, and paint that shows."""
    import vl_convert

    parts = ElementTree.fromstring(vl_convert.vegalite_to_svg(chart.to_json())).iter()
    groups = [part for part in parts if "role-mark" in part.get("class", "") and "mark-group" not in part.get("class")]
    number = 0
    for mark in (mark for group in groups for mark in group.iter()):
        form = mark.get("d") or (mark.text or "").strip()
        is_there = form and "NaN" not in form + mark.get("transform", "") and float(mark.get("opacity", 1)) > 0
        painted = {mark.get("fill"), mark.get("stroke")} - {None, "none", "transparent"}
        number += bool(is_there and painted)
    return number


@pytest.fixture(scope="module")
def other_track(small_database, tmp_path_factory):
    """The sample as another track describes it: runs manual, automatic or nothing, of no subtask; short queries."""
    path = shutil.copy(small_database, tmp_path_factory.mktemp("figures") / "other.duckdb")
    con = database.connect()
    database.attach(con, path, read_only=False)
    con.execute(
        "update main.runs set subtask = null, category = ['manual', 'automatic', null][(1 + hash(run_id) % 3)::int]"
    )
    con.execute("update main.queries set text = 'short ' || query_id")
    con.close()
    with dl.open(path) as opened:
        yield opened


SILENT = {
    "best-nnlm-vs-trad": "at least one run of each type is needed",
    "fullrank-vs-rerank": "no run has a subtask: fullrank or rerank",
    "query-length": "all queries of the collection are short",
}


@pytest.mark.campaign
@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_is_seen_or_says_why_it_is_not_drawn(drawn, other_track, name):
    assert visible_marks(drawn(name)) > 0
    if name in SILENT:
        with pytest.raises(UsageError, match=f"not drawn: '{name}' of {COLLECTION}: .*{SILENT[name]}"):
            other_track.figure(name, COLLECTION)
        return
    chart = other_track.figure(name, COLLECTION)
    assert visible_marks(chart) >= (len(chart.datasets["rows"]) if name in ("ndcg-by-type", "measure-agreement") else 1)


@pytest.mark.campaign
def test_the_figures_of_another_track_are_seen(real_data, tmp_path):
    """TREC-COVID as it is: no figure is an empty frame, and what is not drawn says why."""
    options = loader.LoadOptions(say=lambda _: None)
    path = tmp_path / "covid.duckdb"
    loader.load_edition(recipes.load("trec-covid-round1"), path, options, places=[real_data / "trec-covid"])
    drawn = 0
    with dl.open(path) as opened:
        for figure in FIGURES:
            try:
                chart = opened.figure(figure.name, "trec-covid-round1")
            except UsageError as refused:
                assert str(refused).startswith(f"not drawn: '{figure.name}'")
                continue
            drawn += 1
            assert visible_marks(chart) > 0, figure.name
    assert drawn >= 10


def test_a_panel_without_values_is_left_out(asked):
    figure, rows = find_figure("fullrank-vs-rerank"), asked("fullrank-vs-rerank")
    bare = Answer(rows.columns, [(*row[:-3], None, *row[-2:]) for row in rows.rows])
    assert bare.columns[-3] == "ncg"
    assert "hconcat" in figure.chart(rows).to_dict() and "hconcat" not in figure.chart(bare).to_dict()


def test_every_run_type_has_a_look_of_its_own():
    looks = category_looks(
        Answer(["category"], [(name,) for name in ("manual", "trad", None, "automatic", "feedback")])
    )
    assert [*looks] == ["trad", "automatic", "feedback", "manual"]  # the track's own keep theirs
    assert looks["trad"] == CATEGORIES["trad"] and len({*looks.values()}) == 4
    many = category_looks(Answer(["category"], [(f"type {i}",) for i in range(20)]))
    assert len(many) == 20  # some look alike then, all are seen


@pytest.mark.more
@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf", ".html", ".json"])
def test_figures_are_saved_in_every_form(drawn, tmp_path, suffix):
    from dltrack_db.plugins.report import vega

    path = vega.save(drawn("ndcg-by-type"), tmp_path / f"figure{suffix}")
    start = path.read_bytes()[:200].lstrip()
    signs = {".png": b"\x89PNG", ".svg": b"<svg", ".pdf": b"%PDF", ".html": b"<!doctype html>", ".json": b"{"}
    assert start.startswith(signs[suffix])


def test_the_bars_of_a_saved_figure_have_the_heights_of_the_scores(db, drawn, tmp_path):
    """The picture, read from outside: one bar per run, lengths in the proportion of nDCG@10."""
    from dltrack_db.plugins.report import vega

    path = vega.save(drawn("ndcg-by-type"), tmp_path / "figure.svg")
    marks = [element for element in ElementTree.parse(path).iter() if element.get("role") == "graphics-symbol"]
    labels = [mark.get("aria-label") for mark in marks if mark.get("aria-roledescription") == "bar"]
    shown = {label.split("run: ")[1].split(";")[0]: label for label in labels}
    board = dict(
        db.sql(
            "select run_id, value from systems.field where collection = $1 and measure = 'ndcg_cut_10' "
            "and unranked is null",
            [COLLECTION],
        ).fetchall()
    )
    assert shown.keys() == board.keys()
    for run, value in board.items():
        assert float(shown[run].split("nDCG@10: ")[1].split(";")[0]) == pytest.approx(value, abs=1e-9)


def test_nothing_to_draw_is_said_with_what_is_missing(db):
    with pytest.raises(
        UsageError, match=r"not drawn: 'inferred-scores' of sample-passages: the figure needs .* mapping"
    ):
        db.figure("inferred-scores", COLLECTION)


def test_an_unknown_figure_is_answered_with_all_names(db):
    with pytest.raises(UsageError, match=r"no figure 'bars'; valid names: ndcg-by-type, .*rank-heat-map"):
        db.figure("bars", COLLECTION)


def test_a_figure_and_a_collection_that_are_swapped_are_noticed(db):
    with pytest.raises(UsageError, match="arguments are swapped: 'grade-counts' is a figure"):
        db.figure(COLLECTION, "grade-counts")
    assert db.figure(collection=COLLECTION, name="grade-counts").to_dict()["datasets"]["rows"]


def test_an_unknown_figure_is_answered_with_the_near_ones(db):
    with pytest.raises(UsageError, match=r"no figure 'ndcg_by_typ'; did you mean ndcg-by-type\b"):
        db.figure("ndcg_by_typ", COLLECTION)


def test_the_library_lists_its_figures(db):
    listed = db.figures()
    assert listed["name"].to_list() == [figure.name for figure in FIGURES]
    assert listed.null_count().row(0) == (0,) * listed.width
    objects = set(db.objects()["object"])
    assert set(listed["view"]) <= objects


def test_a_chart_of_the_library_saves_itself(drawn, tmp_path):
    drawn("grade-counts").save(str(tmp_path / "x.svg"))
    assert "<svg" in (tmp_path / "x.svg").read_text()[:200]


def test_an_unknown_kind_of_picture_is_refused(drawn, tmp_path):
    from dltrack_db.plugins.report import vega

    with pytest.raises(UsageError, match="the name must end in"):
        vega.save(drawn("ndcg-by-type"), tmp_path / "figure.bmp")


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colours, as the Web Content Accessibility Guidelines 2.2 define it."""

    def luminance(color: str) -> float:
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("paper", ["#ffffff", "#15181d"])
@pytest.mark.parametrize("color", [color for color, _ in (*CATEGORIES.values(), *OTHERS)])
def test_colours_of_marks_stand_out_on_light_and_dark(color, paper):
    assert contrast(color, paper) >= 3  # what the guidelines ask of graphics
    assert len({shape for _, shape in (*CATEGORIES.values(), *OTHERS)}) == len(CATEGORIES) + len(OTHERS)


def test_charts_stay_in_the_current_vega_lite():
    assert alt.SCHEMA_VERSION.startswith("v6")


@pytest.mark.more
def test_editions_that_differ_by_the_year_alone_are_drawn_together(sample_database, tmp_path):
    """The sample's passages once more as those of 2020, every score halved, without one team."""
    copy = copied(sample_database, tmp_path / "copy.duckdb")
    con = duckdb.connect(str(copy))
    con.execute("update main.collections set year = 2021 where collection = 'sample-passages'")
    for table, change in {"collections": ", 2020 as year", "runs": "", "query_scores": ", value / 2 as value"}.items():
        con.execute(
            f"insert into main.{table} by name select * replace ('sample-passages2020' as collection {change}) "
            "from main." + table + " where collection = 'sample-passages'"
        )
    con.execute("delete from main.runs where collection = 'sample-passages2020' and team = 'ALDER'")
    con.close()
    with dl.open(copy) as db:
        spec = db.figure("over-editions", "sample-passages").to_dict()
        means = db.sql(
            "select run_id, team, avg(value) as value from main.query_scores join main.runs using (collection, run_id) "
            "where collection = $1 and measure = 'ndcg_cut_10' and is_submission group by all order by value",
            [COLLECTION],
        ).pl()
    rows = [row for row in spec["datasets"]["rows"] if row["measure"] == "ndcg_cut_10"]
    values = means["value"].to_list()
    field = {row["year"]: row for row in rows if row["team"] is None}
    now, then = field[2021], field[2020]
    assert now["best"] == pytest.approx(max(values)) and now["median"] == pytest.approx(statistics.median(values))
    of_others = means.filter(means["team"] != "ALDER")["value"].to_list()
    assert then["best"] == pytest.approx(max(of_others) / 2)
    assert then["median"] == pytest.approx(statistics.median(of_others) / 2)
    menu = next(each["bind"] for each in spec["params"] if each["name"] == "team")
    assert "ALDER" not in menu["options"] and len(menu["options"]) > 2
