// A leaderboard of generated answers: search, filters, dots and verdicts as for rankings, and comparisons of two runs from their
// scores per topic.

import { Filters } from "./filters";
import { type Direction, heading, make } from "./page";
import { test } from "./pairs";
import { inkOf, inWords, scaleOf, scored, type Scale } from "./scores";
import { wordsIn } from "./table";
import { answerScores, type TopicScores } from "./topicscores";
import type { Cell } from "./values";
import { comparedWithBest, type Placed, rankOf, sentence, type Verdicts } from "./verdict";
import { dressed } from "./views";

/** Columns whose values are computed here, or drawn as a line. */
const COMPUTED = ["low", "high", "verdict", "may_be_best", "beaten_by", "behind_low", "behind_high"];
const MEAN = "mean";

export class AnswerBoard {
  private readonly search = make("input", { type: "search", class: "search", placeholder: "run, team" });
  private readonly found = make("span", { class: "found", role: "status" });
  private readonly empty = make("p", { class: "empty", role: "status" });
  private readonly pair = make("p", { class: "pair", role: "status" });
  private readonly picked: string[] = [];
  private readonly filters: Filters;
  private readonly grid: Grid;
  private readonly title: string;
  private scores: (TopicScores & { measure: string }) | undefined;
  private verdicts: Verdicts | undefined;
  private scale: Scale | undefined;

  /** `section` contains the leaderboard as written by `dltrack site`. */
  constructor(private readonly section: HTMLElement, table: HTMLTableElement, collection: string) {
    const written = Grid.adopt(table);
    this.title = [...(table.tHead?.rows[0]?.cells ?? [])].find((head) => head.dataset.column === MEAN)?.textContent ?? MEAN;
    const kept = written.columns.map((_, c) => c).filter((c) => !COMPUTED.includes(written.columns[c] ?? ""));
    const at = kept.findIndex((c) => written.columns[c] === MEAN) + 1;
    const put = <T>(all: T[], value: T): T[] => [...kept.slice(0, at).map((c) => all[c]!), value, ...kept.slice(at).map((c) => all[c]!)];
    const dress = dressed(collection);
    this.grid = new Grid(put(written.columns, "verdict"), written.rows.map((row) => put(row, "")), wordsIn({
      heading: (column) => (column === MEAN ? this.title : heading(column)),
      dress: (column, value, row) => {
        const run = String(row("run_id"));
        if (column === "run_id") return make("span", {}, this.box(run), dress(column, value, row) ?? run);
        const verdict = this.verdicts?.of.get(run);
        if (column === "verdict") return make("span", { class: verdict?.mayBeBest ? "may" : "", ...(verdict ? { title: inWords(verdict) } : {}) }, String(value ?? ""));
        return column === MEAN && typeof value === "number" && this.scale ? scored(value, cellText(column, value, true), verdict, this.scale, true) : undefined;
      },
    }), table);
    const facts = this.grid.columns.filter((_, c) => !this.grid.numeric[c]).filter((column) => !["run_id", "verdict"].includes(column));
    this.filters = new Filters(this.grid, facts, heading, () => this.narrow());
    this.search.addEventListener("input", () => this.narrow());
    const scroll = table.closest(".scroll")!;
    section.classList.add("board");
    scroll.before(make("p", {}, make("label", {}, "Search ", this.search), " ", this.found), this.filters.sheet);
    scroll.after(this.empty, this.pair);
    table.addEventListener("sorted", () => this.settle());
    this.narrow();
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((each) => each.isIntersecting)) return;
      watch.disconnect();
      void answerScores(collection, /--answers(\d+)$/.exec(section.id)?.[1] ?? "").then((scores) => {
        this.scores = scores;
        this.settle();
      });
    });
    watch.observe(table);
  }

  private get direction(): Direction {
    return this.scores?.measure === "contradicted" ? -1 : 1;
  }

  private box(run: string): HTMLElement {
    const box = make("input", { type: "checkbox", class: "pick", "aria-label": `Compare ${run}`, title: "pick two runs to compare" });
    box.checked = this.picked.includes(run);
    box.addEventListener("change", () => {
      const before = this.picked.indexOf(run);
      if (before >= 0) this.picked.splice(before, 1);
      if (box.checked) this.picked.push(run);
      if (this.picked.length > 2) this.picked.shift();
      for (const each of this.section.querySelectorAll<HTMLInputElement>("input.pick")) {
        each.checked = this.picked.some((one) => each.getAttribute("aria-label") === `Compare ${one}`);
      }
      this.comparePair();
    });
    return box;
  }

  private comparePair(): void {
    const [a = "", b] = this.picked;
    const of = (run: string): number[] | undefined => this.scores?.tested.find((each) => each.run === run)?.scores;
    const [first, second] = [of(a), b === undefined ? undefined : of(b)];
    if (!b || !first || !second) {
      this.pair.textContent = b ? "The two runs have no scores on common topics." : a && `${a}: pick a second run to compare it with.`;
      return;
    }
    const { difference, low, high, p, untested } = test(first, second, this.scores?.decimals ?? 8);
    const wins = (sign: number): number => first.filter((each, t) => Math.sign(each - second[t]!) === sign).length;
    const tested = low === null || high === null || p === null
      ? untested ? `not tested: ${untested}` : "equal on all topics"
      : `95% interval ${low.toFixed(4)} to ${high.toFixed(4)}, paired t-test: p ${p < 0.0001 ? "< 0.0001" : `= ${p.toFixed(4)}`}`;
    this.pair.textContent = `${a} minus ${b}: ${difference.toFixed(4)} on average (${tested}); higher on ${wins(1)} of ${first.length} topics, equal on ${wins(0)}, lower on ${wins(-1)}.`;
  }

  private narrow(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const test = this.filters.test;
    this.grid.filter((row, text) => words.every((word) => text.includes(word)) && test(row));
    const [count, all] = [this.grid.kept.length, this.grid.rows.length];
    this.found.textContent = count < all ? `${count} of ${all}` : "";
    this.empty.replaceChildren();
    if (!count) {
      const clear = make("button", { type: "button", class: "sql" }, "Clear search and filters");
      clear.addEventListener("click", () => {
        this.search.value = "";
        this.filters.clear();
        this.narrow();
        this.search.focus();
      });
      this.empty.append("No run matches. ", clear);
    }
    this.settle();
  }

  /** Compute ranks, verdicts and the result for the runs that pass the filters. */
  private settle(): void {
    const { grid, scores, direction } = this;
    const [runAt, meanAt, teamAt, placeAt, verdictAt] = ["run_id", MEAN, "team", "place", "verdict"].map((column) => grid.columns.indexOf(column)) as [number, number, number, number, number];
    if (scores && direction !== null) {
      const kept = new Set<Cell[]>(this.filters.isChosen ? grid.kept : grid.rows);
      const names = new Set([...kept].map((row) => String(row[runAt])));
      const tested = scores.tested.filter(({ run }) => names.has(run));
      this.verdicts = comparedWithBest(tested, direction, scores.decimals);
      const ranked = [...kept].filter((row) => scores.unranked.has(String(row[runAt]))).map((row): Placed => {
        const value = Number(row[meanAt]);
        return { run: String(row[runAt]), team: (row[teamAt] as string | null) ?? null, value, merit: Number((direction * value).toFixed(12)) };
      });
      for (const row of kept) {
        const place = ranked.find(({ run }) => run === row[runAt]);
        const verdict = this.verdicts?.of.get(String(row[runAt]));
        if (placeAt >= 0) row[placeAt] = place ? rankOf(place.merit, ranked) : null;
        row[verdictAt] = verdict ? (verdict.mayBeBest ? "may be best" : "worse") : this.verdicts ? "not tested" : "";
      }
      const best = direction * Math.max(...ranked.map(({ merit }) => merit));
      this.scale = ranked.length ? scaleOf(ranked.map(({ value }) => value), best, direction) : undefined;
      const lead = this.section.querySelector(":scope > p");
      const result = sentence(this.title, direction, this.verdicts, ranked);
      if (lead && result) lead.textContent = `${this.filters.isChosen ? `Among the ${ranked.length} runs shown: ` : ""}${result}`;
    }
    grid.hidden = new Set(this.verdicts ? [] : ["verdict"]);
    for (const head of grid.heads) head.querySelector(".axis")?.remove();
    if (this.scale) grid.heads[meanAt]?.append(inkOf(this.scale));
    grid.drawn.clear();
    grid.show();
  }
}
