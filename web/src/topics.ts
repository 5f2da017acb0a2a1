// One topic: the scores of all runs, what was judged, and what changes between two runs.

import type { Ask } from "./ask";
import type { Engine } from "./engine";
import { byId, type Collection, isOwn, make, options, plain, quoted, site } from "./page";
import { table, told } from "./table";

export class Topics {
  private readonly topic = make("select");
  private readonly measure = make("select");
  private readonly first = make("select");
  private readonly second = make("select");
  private readonly place = make("div", { class: "two" });
  private isOpen = false;

  constructor(private readonly here: Collection, private readonly engine: Engine, private readonly ask: Ask) {
    options(this.topic, here.topics.map(([id, text]) => [id, text ? `${id}: ${text}` : id]));
    options(this.measure, here.measures.map((each) => [each, each]), "ndcg_cut_10");
    this.offerRuns();
    const details = make(
      "details",
      { class: "topics" },
      make("summary", {}, "Topic by topic: scores of all runs, judged items, what changes between two runs"),
      make(
        "div",
        { class: "choices" },
        make("label", {}, "Topic ", this.topic),
        make("label", {}, "Measure ", this.measure),
        make("label", {}, "Compare ", this.first),
        make("label", {}, "with ", this.second),
      ),
      this.place,
    );
    details.addEventListener("toggle", () => {
      this.isOpen = details.open;
      void this.refresh();
    });
    for (const select of [this.topic, this.measure, this.first, this.second]) {
      select.addEventListener("change", () => void this.refresh());
    }
    const after = document.getElementById(`${here.collection}--significance`);
    (after ?? byId(`${here.collection}--leaderboard`)).before(details);
  }

  /** The runs to choose from, those of the reader first. */
  offerRuns(): void {
    const runs = [...isOwn, ...this.here.runs.filter((run) => !isOwn.has(run))];
    const chosen = [isOwn.size ? (runs[0] ?? "") : this.first.value, this.second.value];
    options(this.first, runs.map((run) => [run, run]), chosen[0]);
    options(this.second, runs.map((run) => [run, run]), chosen[1] || runs[1]);
  }

  private queries(): [string, string][] {
    const collection = quoted(this.here.collection);
    const topic = quoted(this.topic.value);
    const measure = quoted(this.measure.value);
    const [a, b] = [quoted(this.first.value), quoted(this.second.value)];
    const parts: [string, string][] = [
      [
        "Scores of all runs",
        "select scores.run_id, scores.value, runs.team\nfrom metrics.query_scores as scores\n" +
          "inner join main.runs as runs on scores.collection = runs.collection and scores.run_id = runs.run_id\n" +
          `where scores.collection = ${collection} and scores.query_id = ${topic} and scores.measure = ${measure}\n` +
          "order by round(scores.value, 12) desc, scores.run_id",
      ],
      [
        "Judged items",
        `select relevance, doc_id, variant\nfrom main.qrels\nwhere collection = ${collection} and query_id = ${topic}\n` +
          "order by variant, relevance desc, doc_id",
      ],
      [
        "Topics by what changes",
        "select a.query_id, a.value as first, b.value as second, b.value - a.value as difference\n" +
          "from metrics.query_scores as a\ninner join metrics.query_scores as b\n" +
          "    on a.collection = b.collection and a.query_id = b.query_id and a.measure = b.measure\n" +
          `where a.collection = ${collection} and a.measure = ${measure} and a.run_id = ${a} and b.run_id = ${b}\n` +
          "order by abs(difference) desc, a.query_id",
      ],
    ];
    for (const run of [this.first.value, this.second.value]) {
      if (!site.with_runs && !isOwn.has(run)) continue;
      parts.push([
        `First items of ${run}`,
        "select ranked.rank, qrels.relevance, ranked.doc_id\nfrom metrics.ranked as ranked\n" +
          "inner join main.collections as collections on ranked.collection = collections.collection\n" +
          "left join main.qrels as qrels\n    on ranked.collection = qrels.collection and ranked.query_id = qrels.query_id\n" +
          "    and ranked.doc_id = qrels.doc_id and qrels.variant = collections.qrels_variant\n" +
          `where ranked.collection = ${collection} and ranked.query_id = ${topic} and ranked.run_id = ${quoted(run)}\n` +
          "    and ranked.rank <= 20\norder by ranked.rank",
      ]);
    }
    if (!site.with_runs) return parts;
    parts.push([
      "Items that moved",
      "select rank_a, rank_b, rank_change, doc_id, relevance\n" +
        `from systems.moved(${a}, ${b}, ${topic})\nwhere collection = ${collection}\norder by least(rank_a, rank_b), doc_id`,
    ]);
    return parts;
  }

  async refresh(): Promise<void> {
    if (!this.isOpen) return;
    if (!this.engine.isStarted) this.place.replaceChildren("starting DuckDB …");
    const boxes: HTMLElement[] = [];
    for (const [title, query] of this.queries()) {
      const sql = make("button", { type: "button", class: "sql" }, "SQL");
      sql.addEventListener("click", () => this.ask.open(query, title));
      const box = make("div", {}, make("h4", {}, title, sql));
      try {
        const { columns, rows } = await this.engine.ask(query);
        box.append(make("div", { class: "scroll", tabindex: "0" }, table(columns, rows)), make("p", { class: "source" }, told(rows)));
      } catch (error) {
        box.append(make("p", { class: "fault" }, plain(error)));
      }
      boxes.push(box);
    }
    this.place.replaceChildren(...boxes);
  }
}
