// A run or a topic as a view of the page by its address: #run=COLLECTION/RUN, with &with=RUN, and #topic=COLLECTION/TOPIC, with &by=MEASURE.

import type { Ask } from "./ask";
import type { Engine } from "./engine";
import { byId, type Collection, isOwn, make, options, plain, site } from "./page";
import { quoted } from "./sql";
import { type Choices, table } from "./table";
import type { Cell } from "./values";

export function runAddress(collection: string, run: string, other = ""): string {
  const second = other ? `&with=${encodeURIComponent(other)}` : "";
  return `#run=${encodeURIComponent(collection)}/${encodeURIComponent(run)}${second}`;
}

export function topicAddress(collection: string, topic: string, by = ""): string {
  const measure = by ? `&by=${encodeURIComponent(by)}` : "";
  return `#topic=${encodeURIComponent(collection)}/${encodeURIComponent(topic)}${measure}`;
}

const ADDRESS = /^#(run|topic)=([^/&]+)\/([^&]+)(?:&(?:with|by)=(.+))?$/;

/** A line from the first to the last of three shares of a scale, with a tick at the middle one, and a dot at a fourth. */
export function strip(low: number, middle: number, high: number, dot: number | null, told: string): HTMLElement {
  const drawn = make("span", { class: "strip", title: told, role: "img", "aria-label": told }, make("i"), make("b"));
  const set = (name: string, share: number | null): void => drawn.style.setProperty(name, `${((share ?? 0) * 100).toFixed(2)}%`);
  set("--low", low);
  set("--high", high);
  set("--middle", middle);
  if (dot !== null) drawn.append(make("em"));
  set("--dot", dot);
  return drawn;
}

/** Cells of runs and topics lead to their pages; a list [lowest, mean, highest] of a field is drawn with the value in it. */
export function dressed(collection: string): NonNullable<Choices["dress"]> {
  return (column, value, row) => {
    if (value === null) return undefined;
    if (column === "run_id") return make("a", { href: runAddress(collection, String(value)) }, String(value));
    if (column === "query_id") return make("a", { href: topicAddress(collection, String(value)) }, String(value));
    if (column !== "field" || !Array.isArray(value)) return undefined;
    const [low, mean, high] = value.map(Number);
    const own = row("value");
    if (low === undefined || mean === undefined || high === undefined) return undefined;
    const told = `field from ${low.toFixed(4)} to ${high.toFixed(4)}, mean ${mean.toFixed(4)}`;
    return strip(low, mean, high, typeof own === "number" ? own : null, told);
  };
}

/** Names of runs in a table that the page was written with become links to their pages. */
export function linkRuns(place: Element, collection: string): void {
  const first = place.querySelector("thead th");
  if (first?.textContent !== "run_id") return;
  for (const cell of place.querySelectorAll("tbody td:first-child")) {
    const name = cell.textContent ?? "";
    cell.replaceChildren(make("a", { href: runAddress(collection, name) }, name));
  }
}

export class Views {
  private readonly place = byId("view");
  /** where the reader was in the page, to come back to */
  private height = 0;
  private asked = 0;

  constructor(private readonly engine: Engine, private readonly ask: Ask) {
    addEventListener("hashchange", () => this.follow());
    // a mark of a chart leads to its topic, or else to its run
    document.body.classList.add("linked");
    document.addEventListener("mark", (event) => {
      const collection = (event.target as Element).closest("section.collection")?.id ?? "";
      const { query_id: topic, run_id: run } = (event as CustomEvent<Record<string, Cell>>).detail;
      if (topic) location.hash = topicAddress(collection, String(topic));
      else if (run) location.hash = runAddress(collection, String(run));
    });
    // where the page is left for a view, before the address moves it
    document.addEventListener("click", () => {
      if (!this.isOpen) this.height = scrollY;
    }, true);
  }

  get isOpen(): boolean {
    return !this.place.hidden;
  }

  /** Show what the address names; any other address but that of a query leaves the view. */
  follow(): void {
    const parts = ADDRESS.exec(location.hash);
    if (!parts) {
      if (this.isOpen && !location.hash.startsWith("#sql=")) this.leave();
      return;
    }
    let [kind, collection, name, other] = parts.slice(1);
    try {
      [collection, name, other] = [collection, name, other ?? ""].map((part) => decodeURIComponent(part ?? ""));
    } catch {
      // a stray percent sign: as it is
    }
    this.place.hidden = false;
    document.body.classList.add("viewing");
    scrollTo(0, 0);
    const here = site.collections.find((each) => each.collection === collection);
    const isThere = kind === "run" ? here?.runs.some(([run]) => run === name) || isOwn.has(name ?? "") : here?.topics.some(([id]) => id === name);
    if (!here || !isThere) {
      this.place.replaceChildren(this.back(), make("p", { class: "fault" }, `This page has no ${kind} «${name}» of «${collection}»; follow a link of its leaderboard.`));
      this.place.dataset.ready = "yes";
      return;
    }
    void (kind === "run" ? this.showRun(here, name ?? "", other ?? "") : this.showTopic(here, name ?? "", other ?? ""));
  }

  private leave(): void {
    this.asked++;
    this.place.hidden = true;
    document.body.classList.remove("viewing");
    const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (target) target.scrollIntoView();
    else scrollTo(0, this.height);
  }

  private back(here?: Collection): HTMLElement {
    const name = here?.collection ?? site.collections[0]?.collection ?? "";
    return make("p", {}, make("a", { href: `#${encodeURIComponent(name)}` }, `← ${name}`));
  }

  /** Ask the parts of a view one after the other; what was left meanwhile is shown no more. */
  private async show(head: (Node | string)[], parts: [string, string, string][], here: Collection): Promise<void> {
    const mine = ++this.asked;
    delete this.place.dataset.ready;
    const told = make("p", { class: "found", role: "status" }, this.engine.isStarted ? "asking …" : "starting DuckDB …");
    this.place.replaceChildren(this.back(here), ...head, told);
    this.place.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    for (const [title, look, query] of parts) {
      const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: ${title}` }, "SQL");
      sql.addEventListener("click", () => this.ask.open(query, title));
      const box = make("section", { "aria-label": title }, make("h3", {}, title, sql), make("p", { class: "look" }, look));
      try {
        const { columns, rows } = await this.engine.ask(query);
        const kept = columns.map((_, c) => c).filter((c) => rows.some((row) => row[c] !== null));
        const names = kept.map((c) => columns[c] ?? "");
        const shown = rows.map((row) => kept.map((c) => row[c] ?? null));
        box.append(
          rows.length
            ? make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table: ${title}` }, table(names, shown, { dress: dressed(here.collection) }))
            : make("p", { class: "absent" }, "Nothing is known of it here."),
        );
      } catch (error) {
        box.append(make("p", { class: "fault" }, plain(error)));
      }
      if (mine !== this.asked) return;
      told.before(box);
    }
    told.remove();
    this.place.dataset.ready = "yes";
  }

  private async showRun(here: Collection, run: string, other: string): Promise<void> {
    const [collection, name] = [quoted(here.collection), quoted(run)];
    const rivals = [...isOwn, ...here.runs.map(([each]) => each)].filter((each, i, all) => each !== run && all.indexOf(each) === i);
    const team = here.runs.find(([each]) => each === run)?.[1];
    const best = here.runs.find(([each, its]) => each !== run && (its !== team || its === null))?.[0];
    const rival = rivals.includes(other) ? other : (best ?? rivals[0] ?? "");
    const choice = make("select");
    options(choice, rivals.map((each) => [each, each]), rival);
    choice.addEventListener("change", () => {
      location.hash = runAddress(here.collection, run, choice.value);
    });
    // as a list, because a query in its place takes eight times as long
    const measures = `[${here.columns.map(([, , measure]) => quoted(measure)).join(", ")}]`;
    const parts: [string, string, string][] = [
      [
        "Scores and places",
        "Mean over the judged topics and place among all runs; over 500 bootstraps of the topics, the 95% intervals of mean and place.",
        "select\n    metrics.printed_name(standings.measure) as measure,\n    standings.value,\n    stability.low_mean,\n    stability.high_mean,\n" +
          "    standings.rank,\n    stability.low_rank,\n    stability.high_rank,\n    standings.runs\n" +
          `from (select *, count(value) over (partition by measure) as runs from systems.standings(${collection})) as standings\n` +
          "left join statistics.rank_stability_by(\n" +
          `    ${measures}\n) as stability\n` +
          `    on stability.collection = ${collection} and stability.resampling = 'bootstrap'\n` +
          "    and stability.measure = standings.measure and stability.run_id = standings.run_id\n" +
          `where standings.run_id = ${name} and standings.value is not null\n` +
          "order by standings.measure <> 'ndcg_cut_10', standings.measure",
      ],
    ];
    if (rival) {
      parts.push([
        `Wins and losses against ${rival}`,
        `mean_a is that of ${run}, mean_b of ${rival}; low and high bound the difference (bootstrap, 95%); tests are paired.`,
        "select\n    metrics.printed_name(measure) as measure,\n    num_wins,\n    num_ties,\n    num_losses,\n    mean_a,\n    mean_b,\n    mean_difference,\n    low,\n    high,\n    p_t,\n    p_wilcoxon\n" +
          `from statistics.compare_runs(${name}, ${quoted(rival)}, ${measures})\nwhere collection = ${collection}\norder by measure`,
      ]);
    }
    parts.push([
      "Topic by topic",
      `nDCG@10 of ${run} (the dot) against the field: the line reaches from the lowest run to the highest, the tick is their mean` +
        (rival ? `; difference is to ${rival}.` : "."),
      "select\n    scores.query_id,\n    queries.text,\n    scores.value,\n    [topics.lowest, topics.mean, topics.highest] as field,\n" +
        (rival ? "    rivals.value as other,\n    scores.value - rivals.value as difference\n" : "    topics.mean\n") +
        "from metrics.query_scores as scores\ninner join main.collections as collections on scores.collection = collections.collection\n" +
        "inner join judging.topic_discrimination as topics\n    on scores.collection = topics.collection and scores.query_id = topics.query_id and scores.measure = topics.measure\n" +
        "left join main.queries as queries on collections.query_set = queries.query_set and scores.query_id = queries.query_id\n" +
        (rival
          ? "left join metrics.query_scores as rivals\n    on scores.collection = rivals.collection and scores.query_id = rivals.query_id and scores.measure = rivals.measure\n" +
            `    and rivals.run_id = ${quoted(rival)}\n`
          : "") +
        `where scores.collection = ${collection} and scores.run_id = ${name}\norder by round(scores.value, 12), scores.query_id`,
    ]);
    const described = make("p", {}, isOwn.has(run) ? "Your run." : "");
    const head = [make("h2", { tabindex: "-1" }, run), described, make("p", {}, make("label", {}, "Compare with ", choice))];
    document.title = `${run}, ${here.collection}`;
    const shown = this.show(rival ? head : head.slice(0, 2), parts, here);
    await this.describe(described, `from main.described_runs where collection = ${collection} and run_id = ${name}`);
    await shown;
  }

  /** Team, kind, description and paper of a run in a line. */
  private async describe(place: HTMLElement, query: string): Promise<void> {
    try {
      const { columns, rows } = await this.engine.ask(query);
      const fact = (name: string): Cell => rows[0]?.[columns.indexOf(name)] ?? null;
      const words = ["team", "category", "subtask", "stage", "submitted_on"].map(fact).filter((each) => each !== null && each !== "");
      if (fact("dense") === true) words.push("dense");
      place.replaceChildren(words.join(" · "));
      if (fact("description")) place.append(make("br"), String(fact("description")));
      const address = String(fact("paper_url") ?? "");
      if (fact("paper")) {
        const title = String(fact("paper"));
        place.append(make("br"), "Paper: ", /^https?:/.test(address) ? make("a", { href: address, rel: "noreferrer" }, title) : title);
      }
    } catch (error) {
      place.replaceChildren(make("span", { class: "fault" }, plain(error)));
    }
  }

  private async showTopic(here: Collection, topic: string, by: string): Promise<void> {
    const [collection, id] = [quoted(here.collection), quoted(topic)];
    const [, label, measure] = here.columns.find(([, , each]) => each === by) ?? ["", "nDCG@10", "ndcg_cut_10"];
    const choice = make("select");
    options(choice, here.columns.map(([, name, each]) => [each, name]), measure);
    choice.addEventListener("change", () => {
      location.hash = topicAddress(here.collection, topic, choice.value);
    });
    const text = here.topics.find(([each]) => each === topic)?.[1] ?? null;
    document.title = `Topic ${topic}, ${here.collection}`;
    const of = `where collection = ${collection} and query_id = ${id}`;
    const head = [make("h2", { tabindex: "-1" }, `Topic ${topic}`), make("p", { class: "topic-text" }, text ?? "The text of the topic is not loaded."), make("p", {}, make("label", {}, "Measure ", choice))];
    await this.show(head, [
      [
        "How runs did",
        `${label} over all runs: mean, lowest, highest, standard deviation, and the share of pairs of runs that the topic orders as the others do.`,
        `select num_runs, mean, lowest, highest, spread, separated, power\nfrom judging.topic_discrimination_by([${quoted(measure)}])\n${of}`,
      ],
      ["Labels", "Judged items by grade, in every set of labels.", `select variant, relevance, count(*) as items\nfrom main.qrels\n${of}\ngroup by variant, relevance\norder by variant, relevance desc`],
      [
        "Runs, best first",
        `${label} on this topic; the worst stand at the end.`,
        "select\n    rank() over (order by round(scores.value, 12) desc) as rank,\n    scores.run_id,\n    scores.value,\n    runs.team,\n    runs.category\n" +
          "from metrics.query_scores as scores\ninner join main.runs as runs on scores.collection = runs.collection and scores.run_id = runs.run_id\n" +
          `where scores.collection = ${collection} and scores.query_id = ${id} and scores.measure = ${quoted(measure)}\norder by rank, scores.run_id`,
      ],
      ["Judged items", "By the labels of the collection and others, highest grade first.", `select relevance, doc_id, variant\nfrom main.qrels\n${of}\norder by variant, relevance desc, doc_id`],
    ], here);
  }
}
