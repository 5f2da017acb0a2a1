"""Tables of a page in addition to its leaderboards, each with its query."""

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
    """A table: its script in `plugins/site/scripts/tables.sql`, its title, and what to look at."""

    name: str
    title: str
    look: str
    is_part: bool = False
    """True if it has a heading of the page instead of being folded."""

    def html(
        self,
        con: duckdb.DuckDBPyConnection,
        collection: str = "",
        measure: str = "",
        printed: str = "",
        offer: Callable[[str, str, Answer], str] = lambda *_: "",
    ) -> str:
        """Return the table and its query as HTML; empty if it has no rows.

        `offer` writes the rows of a part of the page to a file and returns the link.
        """
        values = {"collection": collection, "measure": measure}
        look = self.look.format(measure=printed)
        query = sql_text.written_out(resources.script(f"plugins/site/tables/{self.name}"), values)
        rows = Answer.ask(con, query)
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
        "Multiple comparisons with the best by {measure}: a run is worse if a paired t-test over the topics shows some "
        "other run to be better, at 5% divided by the number of its comparisons. Each run is behind the best by at "
        "least and at most so much.",
    ),
    PageTable(
        "agreement",
        "How much do the sets of labels agree?",
        "Items that both sets hold, raw agreement, and Cohen's kappa with three weightings and of two grades.",
    ),
)
_TOPICS = PageTable(
    "topics",
    "Topics",
    "Judged and relevant items of each topic and, where runs are loaded, their mean, lowest and highest {measure}; "
    "follow a topic to its page.",
    is_part=True,
)
_ANSWERS = (
    PageTable(
        "cited",
        "Do the answers cite what is relevant?",
        "Citations in answers to judged topics, by the official labels of the documents they name.",
        is_part=True,
    ),
    PageTable(
        "preferences",
        "Who prefers what?",
        "Votes on pairs of items, by the dimension of the comparison. A 'shown first wins' of .5 means no position "
        "bias; 'same in both orders' is about pairs that one judge saw in both orders.",
        is_part=True,
    ),
    PageTable(
        "answer_judges", "How much do the judges of answers agree?", "Label by label, and in the order of the runs."
    ),
    PageTable("answers", "How long are the answers, and how much do they cite?", "Words are separated by spaces."),
    PageTable(
        "answer_topics",
        "Topics of the answers",
        "Mean, lowest and highest score of the runs whose answers were labelled.",
    ),
)
OF_COLLECTIONS = (*_FOLDED, *_ANSWERS, _TOPICS)
EXHIBITS = PageTable(
    "exhibits",
    "Tables and figures of the papers, compared with print",
    "Every printed number, compared with that computed from the loaded files; published.comparison has the cells.",
)
