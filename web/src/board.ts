// Leaderboards: other measures, labels, level and tie rule, all answered by the standings of the database; runs found,
// filtered, and two of them compared.

import type { Ask } from "./ask";
import type { Engine } from "./engine";
import { byId, type Collection, make, options, plain } from "./page";
import { type Choice, leaderboardQuery } from "./sql";
import { table } from "./table";
import { runAddress, strip } from "./views";

const FILTERS = ["category", "team", "stage", "subtask"];

export class Board {
  private readonly measures: HTMLInputElement[] = [];
  private readonly choice = make("select");
  private readonly told = make("span", { class: "found", role: "status" });
  private readonly pair = make("p", { class: "pair", role: "status" });
  private readonly picked: string[] = [];
  private readonly filters = new Map<string, HTMLSelectElement>();
  private readonly place = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Leaderboard as asked for" });
  private readonly stored: HTMLElement;
  private readonly search: HTMLInputElement;
  private readonly found: Element | null;
  private readonly official: string;
  private isAsked = false;

  constructor(private readonly here: Collection, private readonly engine: Engine, ask: Ask) {
    const name = here.collection;
    const runs = byId(`${name}--runs`);
    this.stored = runs.parentElement ?? runs;
    this.official = this.stored.nextElementSibling?.querySelector("code.query")?.textContent ?? "";
    const search = document.querySelector<HTMLInputElement>(`input.search[data-table="${CSS.escape(`${name}--runs`)}"]`);
    if (!search) throw new Error("the leaderboard has no search field");
    this.search = search;
    this.found = search.closest("p")?.querySelector(".found") ?? null;
    const seen = new Set<string>();
    const choices: [string, string][] = [["", `official: ${this.words(here.variant, here.min_relevance, here.tie_rule)}`]];
    for (const [variant, level, rule] of here.choices) {
      const key = JSON.stringify([variant, level, rule]);
      if (!seen.has(key)) choices.push([key, this.words(variant, level, rule)]);
      seen.add(key);
    }
    options(this.choice, choices);
    const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: leaderboard of ${name}` }, "SQL");
    sql.addEventListener("click", () => ask.open(this.query(), `Leaderboard of ${name}`));
    const reset = make("button", { type: "button", class: "sql" }, "Overview's measures");
    reset.addEventListener("click", () => {
      this.choice.value = "";
      for (const box of this.measures) box.checked = false;
      this.change();
    });
    const many = make("details", {}, make("summary", {}, "Measures"), this.families());
    const controls = make("div", { class: "choices" }, ...this.filtersOf(runs), make("label", {}, "Labels, level, tie rule ", this.choice), many, reset, sql, this.told);
    this.stored.before(controls, this.pair, this.place);
    this.place.hidden = true;
    this.choice.addEventListener("change", () => this.change());
    this.search.addEventListener("input", () => this.filter());
    this.place.addEventListener("click", () => this.filter()); // sorted anew, the rows are others
    this.nameColumns();
    for (const row of runs.querySelectorAll<HTMLTableRowElement>("tbody tr")) this.furnish(row, "run_id", "rank");
  }

  /** Measures by their families, the overview's first. */
  private families(): HTMLElement {
    const all = make("div", { class: "families" });
    let family: HTMLElement | undefined;
    let last = "";
    for (const [measure, printed, name] of this.here.measures) {
      if (!family || name !== last) {
        family = make("fieldset", { class: "family" }, make("legend", {}, name));
        all.append(family);
      }
      last = name;
      const box = make("input", { type: "checkbox", value: measure });
      box.addEventListener("change", () => this.change());
      this.measures.push(box);
      family.append(make("label", {}, box, printed));
    }
    return all;
  }

  /** A choice for every kind of run of which the leaderboard has several. */
  private filtersOf(runs: HTMLElement): HTMLElement[] {
    const made: HTMLElement[] = [];
    for (const column of FILTERS) {
      const found = new Set([...runs.querySelectorAll(`tbody td.c-${column}`)].map((cell) => cell.textContent ?? ""));
      found.delete("");
      if (found.size < 2) continue;
      const select = make("select");
      options(select, [["", "all"], ...[...found].sort().map((each): [string, string] => [each, each])]);
      select.addEventListener("change", () => this.filter());
      this.filters.set(column, select);
      made.push(make("label", {}, `${column} `, select));
    }
    return made;
  }

  /** Columns of measures under the names of papers; what SQL calls them is in a tooltip. */
  private nameColumns(): void {
    for (const [column, printed] of this.here.columns) {
      const button = this.stored.querySelector<HTMLElement>(`th.c-${column} button`);
      if (button) [button.textContent, button.title] = [printed, column];
      const label = byId(`${this.here.collection}--board`).querySelector(`.columns input[value="${column}"]`)?.parentElement;
      if (label?.lastChild) label.lastChild.textContent = ` ${printed}`;
    }
  }

  /** A row of the stored leaderboard with its run as a link that can be picked, and the interval of its rank. */
  private furnish(row: HTMLTableRowElement, run_id: string, rank: string): void {
    const cell = row.querySelector<HTMLElement>(`.c-${run_id}`) ?? row.cells[0];
    const place = row.querySelector<HTMLElement>(`.c-${rank}`) ?? row.cells[1];
    if (!cell || !place) return;
    const run = cell.textContent ?? "";
    cell.replaceChildren(...this.pickable(run));
    const drawn = this.interval(run, Number(place.textContent));
    if (!drawn) return;
    place.classList.add("ranks");
    place.append(drawn);
  }

  private pickable(run: string): Node[] {
    const box = make("input", { type: "checkbox", class: "pick", "aria-label": `Compare ${run}`, title: "pick two runs to compare" });
    box.dataset.run = run;
    box.checked = this.picked.includes(run);
    box.addEventListener("change", () => this.pick(run, box.checked));
    return [box, make("a", { href: runAddress(this.here.collection, run) }, run)];
  }

  private interval(run: string, rank: number): HTMLElement | undefined {
    const [, , low, high] = this.here.runs.find(([each]) => each === run) ?? [];
    if (typeof low !== "number" || typeof high !== "number") return undefined;
    const share = (each: number): number => (each - 1) / Math.max(this.here.runs.length - 1, 1);
    return strip(share(low), share(rank), share(high), null, `rank ${rank}, between ${low} and ${high} over bootstraps of the topics (95%)`);
  }

  /** Two runs at most are picked; a third takes the place of the first. */
  private pick(run: string, isPicked: boolean): void {
    const before = this.picked.indexOf(run);
    if (before >= 0) this.picked.splice(before, 1);
    if (isPicked) this.picked.push(run);
    if (this.picked.length > 2) this.picked.shift();
    for (const box of byId(`${this.here.collection}--board`).querySelectorAll<HTMLInputElement>("input.pick")) {
      box.checked = this.picked.includes(box.dataset.run ?? "");
    }
    const [first, second] = this.picked;
    const link = first && second ? make("a", { href: runAddress(this.here.collection, first, second) }, `Compare ${first} with ${second}`) : "";
    this.pair.replaceChildren(link || (first ? `${first}: pick a second run to compare it with.` : ""));
  }

  private words(variant: string, level: number, rule: string): string {
    return `${variant}, relevant from ${level}, ties by ${rule}`;
  }

  /** The query of what is chosen. */
  query(): string {
    const measures = this.measures.filter((each) => each.checked).map((each) => each.value);
    const choice = this.choice.value ? (JSON.parse(this.choice.value) as Choice) : null;
    if (!choice && !measures.length) return this.official;
    if (!choice) return leaderboardQuery(this.here.collection, measures, null);
    const common = [...new Set(this.here.choices.map((each) => each[3]))];
    const known = measures.filter((each) => common.includes(each));
    return leaderboardQuery(this.here.collection, known.length ? known : common, choice);
  }

  private change(): void {
    void this.refresh(true);
  }

  /** Ask anew, where something was asked or a run was brought. */
  async refresh(isWanted = this.isAsked): Promise<void> {
    if (!isWanted) return;
    this.isAsked = true;
    this.told.textContent = this.engine.isStarted ? "asking …" : "starting DuckDB …";
    try {
      const { columns, rows } = await this.engine.ask(this.query());
      const kept = columns.map((_, c) => c).filter((c) => rows.some((row) => row[c] !== null));
      const bar = columns.includes("ndcg_cut_10") ? "ndcg_cut_10" : undefined;
      const printed = new Map([...this.here.measures, ...this.here.columns].map(([name, paper]): [string, string] => [name, paper]));
      const made = table(kept.map((c) => columns[c] ?? ""), rows.map((row) => kept.map((c) => row[c] ?? null)), {
        ...(bar ? { bar } : {}),
        titles: printed,
        dress: (column, value) => (column === "run_id" ? make("span", {}, ...this.pickable(String(value))) : undefined),
      });
      this.place.replaceChildren(made);
      this.place.hidden = false;
      this.stored.hidden = true;
      this.told.textContent = `${rows.length} runs`;
      this.filter();
    } catch (error) {
      this.told.textContent = plain(error);
    }
  }

  private filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let [shown, all] = [0, 0];
    for (const row of (this.place.hidden ? this.stored : this.place).querySelectorAll<HTMLTableRowElement>("tbody tr")) {
      const text = (row.textContent ?? "").toLowerCase();
      const isKind = [...this.filters].every(
        ([column, { value }]) => !value || row.querySelector(`.c-${column}`)?.textContent === value,
      );
      row.hidden = !isKind || !words.every((word) => text.includes(word));
      all++;
      if (!row.hidden) shown++;
    }
    if (this.found) this.found.textContent = shown < all ? `${shown} of ${all}` : "";
  }
}
