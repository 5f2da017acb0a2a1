"""The organizer's settings of a site: what is wrong is refused with its line, what a stranger wrote stays text."""

from __future__ import annotations

import re

import pytest

import dltrack_db as dl
from dltrack_db.errors import RecipeError, UsageError
from dltrack_db.plugins.report import settings


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('title = "x"\nwelcom = "x"', "line 2: unknown key 'welcom'; did you mean welcome?"),
        ('accent = "#bbbbbb"', "line 1: accent: #bbbbbb has a contrast of 1.8 on the light page, and WCAG AA"),
        ('accent_dark = "#303030"', "on the dark page, .* use a lighter colour"),
        ('accent = "red;}"', "not a colour like #1f6fb2"),
        ('[[links]]\ntext = "x"\nurl = "javascript:alert(1)"', "line 3: .* not an address that begins with https:"),
        ('[[links]]\ntext = "x"', r"this \[\[links\]\] has no url; add it"),
        ('logo = "x.png"', "line 1: logo: x.png cannot be read"),
        ('logo = "../x.png"', r"line 1: logo: \.\./x\.png is outside the folder of site\.toml; put the picture"),
        ('logo = "x.exe"', "x.exe is not a picture; use a file that ends in .png"),
        ('preview = "preview.png"', "is not an https address"),
        ('[columns]\nshow = ["team"]', "has the key 'show', which must be one of shown, hidden"),
        ("[measures]\ndefault = []", "has default = .*, which has no measure; add a measure, or remove the line"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_its_line(tmp_path, text, reason):
    (path := tmp_path / "site.toml").write_text(text)
    with pytest.raises(RecipeError, match=reason):
        settings.read(path)
    with pytest.raises(UsageError, match=r"nothing\.toml cannot be read"):
        settings.read(tmp_path / "nothing.toml")


@pytest.mark.parametrize(
    ("measures", "reason"),
    [
        (
            'sample-doc = ["AP"]',
            "line 1: measures: there is no collection 'sample-doc'; did you mean sample-docs",
        ),
        (
            'default = ["ndcg@10"]',
            "line 1: measures: there is no measure 'ndcg@10' of sample-docs; did you mean nDCG@10?",
        ),
        ('sample-docs = ["P@7"]', "line 1: measures: values of 'P@7' are not stored for sample-docs (stored"),
    ],
)
def test_official_measures_are_obeyed_or_refused(sample_database, tmp_path, measures, reason):
    (path := tmp_path / "site.toml").write_text(f"[measures]\n{measures}\n")
    with dl.open(sample_database) as db, pytest.raises(RecipeError, match=re.escape(reason)):
        db.report("sample-docs", tmp_path / "page.html", settings=path)


def test_what_a_page_shows_is_the_organizers(sample_database, tmp_path, only_figures):
    only_figures("ndcg-by-type", "grade-counts")
    path = tmp_path / "site.toml"
    path.write_text(
        'order = ["sample-docs"]\n[names]\nsample-docs = "Ours"\n[titles]\nstage = "Stage <2>"\n'
        '[columns]\nshown = ["stage"]\nhidden = ["category"]\n'
        '[figures]\nhidden = ["grade-counts"]\n'
    )
    with dl.open(sample_database) as db:
        page = db.report("sample", tmp_path / "page.html", settings=path).read_text(encoding="utf-8")
    assert page.index('id="sample-docs"') < page.index('id="sample-passages"')
    assert '<a href="#sample-docs" data-collection="sample-docs">Ours</a>' in page and "<h2>Ours</h2>" in page
    boxes = dict(re.findall(r'<input type="checkbox" value="(\w+)"( checked)?>', page))
    assert boxes["stage"] and boxes["team"] and not boxes["category"] and not boxes["provenance"]
    assert re.search(r'data-column="stage"[^>]*><button type="button" title="stage">Stage &lt;2&gt;</button>', page)
    assert "sample-docs--ndcg-by-type" in page and "sample-docs--grade-counts" not in page
    for wrong, reason in (
        ('figures = { hidden = ["ndcg-by-typ"] }', "no figure 'ndcg-by-typ'; did you mean ndcg-by"),
        ('columns = { shown = ["stages"] }', "no column 'stages'; did you mean stage"),
        ('titles = { stages = "x" }', "no column 'stages'; did you mean stage"),
    ):
        path.write_text(wrong)
        with dl.open(sample_database) as db, pytest.raises(RecipeError, match=reason):
            db.report("sample-docs", tmp_path / "page.html", settings=path)


@pytest.mark.more
def test_the_board_its_order_and_the_first_chart_are_by_official_measures(sample_database, tmp_path, only_figures):
    only_figures("ndcg-by-type", "rank-stability")
    (path := tmp_path / "site.toml").write_text(
        'title = "Ours"\nmeasures = { sample-docs = ["P@10", "AP"], sample-passages = ["AP"] }\n'
    )
    with dl.open(sample_database) as db:
        page = db.report("sample-docs", tmp_path / "page.html", settings=path).read_text(encoding="utf-8")
        best_first = db.sql("select run_id from systems.standings('sample-docs', ['P_10']) order by rank, run_id").pl()
    board = page.split('id="sample-docs--runs"')[1].split("</table>")[0]
    columns = re.findall(r'data-column="(\w+)"', board)
    assert columns[:3] == ["run_id", "rank", "P_10"] and "ap" in columns and "ndcg_cut_10" not in columns
    assert re.findall(r'class="c-run_id">([^<]*)<', board) == best_first["run_id"].to_list()
    assert "<h1>Ours</h1>" in page
    assert re.search(r"<b>(No clear winner|Only \S+( \(\w+\))? may be best) in P@10: ", page)
    assert "<h4>Best P@10 of each run type: " in page


def test_text_stays_text_and_contrast_is_that_of_wcag(tmp_path):
    (tmp_path / "logo.svg").write_text("<svg/>")
    (path := tmp_path / "site.toml").write_text(
        'logo = "logo.svg"\npreview = "https://example.org/p.png"\n'
        "welcome = '''# <b>\n**bold** [x](javascript:alert(1)) ![y](https://example.org/y.png) [z](https://example.org)'''\n"
    )
    read = settings.read(path)
    assert read.logo_html.startswith('<img class="logo" src="data:image/svg+xml;base64,')
    assert read.preview_html == '<meta property="og:image" content="https://example.org/p.png">'
    assert "<strong>bold</strong>" in read.welcome_html and "# &lt;b&gt;" in read.welcome_html
    assert (
        read.welcome_html.count("<a ") == 2 and "<img" not in read.welcome_html
    )  # y is a link: its picture is not fetched
    assert 'href="javascript' not in read.welcome_html
    assert (
        settings.contrast("#000000", "#ffffff") == pytest.approx(21) and settings.contrast("#777777", "#ffffff") < 4.5
    )
