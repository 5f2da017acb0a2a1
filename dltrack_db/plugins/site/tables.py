"""Tables of a page other than leaderboards, each with its query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.html import html_table


@dataclass(frozen=True)
class PageTable:
    """A table: name of its script in `plugins/site/scripts/tables.sql`, title, and how to read it.

    `is_part` is True if the table has a heading; otherwise the table is folded. If `is_stored` is set, the rows
    are read from the tables of `page.make_tables`, by the script of this name in `plugins/site/scripts/facts.sql`.
    """

    name: str
    title: str
    look: str
    is_part: bool = False
    is_stored: bool = False

    def html(
        self,
        con: duckdb.DuckDBPyConnection,
        collection: str = "",
        measure: str = "",
        printed: str = "",
        offer: Callable[[str, str, Answer], str] = lambda *_: "",
    ) -> str:
        """Return the table and its query as HTML; '' if the table has no rows.

        `offer` writes the rows to a file and returns a link; it is used for tables with a heading.
        """
        values = {"collection": collection, "measure": measure}
        look = self.look.format(measure=printed)
        query = sql_text.written_out(resources.script(f"plugins/site/tables/{self.name}"), values)
        stored = resources.script(f"plugins/site/facts/{self.name}") if self.is_stored else ""
        rows = Answer.ask(con, sql_text.written_out(stored, values) if stored else query)
        if not rows.rows:
            return ""
        table = html_table(rows, label=f"{self.title} ({collection})" if collection else self.title)
        name = f"{escape(collection)}--{self.name}" if collection else self.name
        element, heading = ("section", "h3") if self.is_part else ("details", "summary")
        return (
            f'<{element} class="answer" id="{name}" data-title="{escape(self.title)}">'
            f"<{heading}>{escape(self.title)}</{heading}>"
            f'<p class="look">{escape(look)}</p>{table}{offer(collection, self.name, rows) if self.is_part else ""}'
            f'<p class="source"><code class="query">{escape(query)}</code></p></{element}>'
        )


_FOLDED = (
    PageTable(
        "significance",
        "Which runs may be best?",
        "Multiple comparisons with the best by {measure}. A run is worse if a paired t-test over the topics shows that "
        "another run is better, at 5% divided by the number of the run's comparisons. The interval is how far a run is "
        "behind the best run, at least and at most.",
        is_stored=True,
    ),
    PageTable(
        "agreement",
        "How much do the label sets agree?",
        "Number of items in both label sets, share of equal grades, and Cohen's kappa: with three weightings of the "
        "grades, and of relevant against not relevant.",
    ),
)
_TOPICS = PageTable(
    "topics",
    "Topics",
    "Number of judged and relevant items of each topic. If runs are loaded: the mean, lowest and highest {measure} of "
    "all runs. Click a topic to open its page.",
    is_part=True,
)
_ANSWERS = (
    PageTable(
        "cited",
        "Do the answers cite relevant documents?",
        "Citations in answers to judged topics, by the official labels of the cited documents.",
        is_part=True,
    ),
    PageTable(
        "preferences",
        "Preferences between items",
        "Votes on pairs of items, by the dimension of the comparison. 'shown first wins' is the share of votes for the "
        "item shown first: .5 means no position bias. 'same in both orders' is computed from pairs that one judge saw "
        "in both orders.",
        is_part=True,
    ),
    PageTable(
        "answer_judges",
        "How much do the judges of answers agree?",
        "Agreement of the judges on single labels, and on the order of the runs.",
    ),
    PageTable("answers", "How long are the answers, and how much do they cite?", "Words are separated by spaces."),
    PageTable(
        "answer_topics",
        "Topics of the answers",
        "Mean, lowest and highest score on each topic, over the runs with labelled answers.",
    ),
)
OF_COLLECTIONS = (*_FOLDED, *_ANSWERS, _TOPICS)
EXHIBITS = PageTable(
    "exhibits",
    "Tables and figures of the papers, compared with the printed numbers",
    "Every printed number is compared with the number computed from the loaded files. For single numbers, see "
    "published.comparison.",
)
