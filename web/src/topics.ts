// One topic: the scores of all runs, the judged items, and differences between two runs.

import type { Ask } from "./ask";
import { Cancelled, type Engine } from "./engine";
import { byId, type Collection, isOwn, mainOf, make, options, plain, site } from "./page";
import { named, quoted } from "./sql";
import { table, told } from "./table";
import { dressed } from "./views";

export class Topics {
  private readonly topic = make("select");
  private readonly measure = make("select");
  private readonly first = make("select");
  private readonly second = make("select");
  private readonly place = make("div", { class: "two" });
  private isOpen = false;

  constructor(private readonly here: Collection, private readonly engine: Engine, private readonly ask: Ask) {
    options(this.topic, here.topics.map(([id, text]) => [id, text ? `${id}: ${text}` : id]));
    options(this.measure, here.measures.map(([name, printed]) => [name, printed]), mainOf(here)[2]);
    this.offerRuns();
    const details = make(
      "details",
      { class: "topics" },
      make("summary", {}, "One topic: scores of all runs, judged items, differences between two runs"),
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
    byId(`${here.collection}--topics`).append(details);
  }

  /** Offer all runs, the visitor's runs first. Initially, the best run and the best run of another team are chosen. */
  offerRuns(): void {
    const runs = [...isOwn, ...this.here.runs.map(([run]) => run).filter((run) => !isOwn.has(run))];
    const [best, ...next] = this.here.runs;
    const rival = next.find(([, team]) => team !== best?.[1]) ?? next[0];
    const [first, second] = [...isOwn].reverse();
    const other = second ?? (this.second.value || rival?.[0]);
    options(this.first, runs.map((run) => [run, run]), first);
    options(this.second, runs.map((run) => [run, run]), other);
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
        "Topics by difference",
        `select a.query_id, a.value as ${named(this.first.value)}, b.value as ${named(this.second.value)}, a.value - b.value as difference\n` +
          "from metrics.query_scores as a\ninner join metrics.query_scores as b\n" +
          "    on a.collection = b.collection and a.query_id = b.query_id and a.measure = b.measure\n" +
          `where a.collection = ${collection} and a.measure = ${measure} and a.run_id = ${a} and b.run_id = ${b}\n` +
          "order by abs(difference) desc, a.query_id",
      ],
    ];
    const here = (run: string): boolean => site.with_runs || isOwn.has(run);
    const pair = [this.first.value, this.second.value];
    if (pair.every(here)) {
      parts.push([
        `Items that moved from ${pair[0]} (A) to ${pair[1]} (B)`,
        "select rank_a, rank_b, rank_change, relevance, doc_id\n" +
          `from systems.moved(${a}, ${b}, ${topic})\nwhere collection = ${collection}\norder by least(rank_a, rank_b), doc_id`,
      ]);
      return parts;
    }
    for (const run of pair.filter(here)) {
      parts.push([
        `First items of ${run}`,
        "select rank_a as rank, relevance, doc_id\n" +
          `from systems.moved(${quoted(run)}, ${quoted(run)}, ${topic})\nwhere collection = ${collection}\norder by rank, doc_id`,
      ]);
    }
    return parts;
  }

  async refresh(): Promise<void> {
    if (!this.isOpen) return;
    if (!this.engine.isStarted) this.place.replaceChildren("starting DuckDB …");
    this.place.setAttribute("aria-busy", "true");
    const boxes: HTMLElement[] = [];
    for (const [title, query] of this.queries()) {
      const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: ${title}` }, "SQL");
      sql.addEventListener("click", () => this.ask.open(query, title));
      const box = make("div", {}, make("h4", {}, title, sql));
      try {
        const { columns, rows } = await this.engine.ask(query);
        box.append(make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, table(columns, rows, { dress: dressed(this.here.collection) })), make("p", { class: "source" }, told(rows)));
      } catch (error) {
        box.append(make("p", { class: "fault" }, plain(error)));
        if (error instanceof Cancelled) {
          boxes.push(box);
          break;
        }
      }
      boxes.push(box);
    }
    this.place.replaceChildren(...boxes);
    this.place.removeAttribute("aria-busy");
  }
}
