// Leaderboards: other measures, labels, level and tie rule, all answered by the standings of the database; runs found,
// filtered, sorted, and two of them compared. What is chosen stands in the address.

import type { Ask } from "./ask";
import { Measures, Pair } from "./chooser";
import { copies } from "./copy";
import type { Engine } from "./engine";
import { byId, type Collection, isOwn, make, options, plain, site } from "./page";
import { oneStop } from "./rows";
import { type Choice, footnoteQuery, leaderboardQuery } from "./sql";
import { sortBy, sortOf, table } from "./table";
import { strip } from "./views";

const FILTERS = ["category", "team", "stage", "subtask"];

export class Board {
  private readonly measures: Measures;
  private readonly pair: Pair;
  private readonly choice = make("select");
  private readonly told = make("span", { class: "found", role: "status" });
  private readonly filters = new Map<string, HTMLSelectElement>();
  private readonly place = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Leaderboard as asked for" });
  private readonly stored: HTMLElement;
  private readonly search: HTMLInputElement;
  private readonly found: Element | null;
  private readonly official: string;
  /** the rows as the page was written, to sort them no more */
  private readonly order: HTMLTableRowElement[];
  private readonly columns: HTMLInputElement[];
  private readonly foot = make("p", { class: "look foot" });
  private readonly footOfOfficial: string;
  private isAsked = false;
  private asked = 0;
  /** while an address is followed, nothing is said in it */
  private isQuiet = false;

  /** `changed` is told when something is chosen, and whether that is a step that Back undoes. */
  constructor(
    private readonly here: Collection,
    private readonly engine: Engine,
    ask: Ask,
    private readonly changed: (isStep: boolean) => void,
  ) {
    const name = here.collection;
    const runs = byId(`${name}--runs`);
    const board = byId(`${name}--board`);
    this.stored = runs.parentElement ?? runs;
    this.order = [...runs.querySelectorAll<HTMLTableRowElement>("tbody tr")];
    this.official = board.querySelector("code.query")?.textContent ?? "";
    const search = board.querySelector<HTMLInputElement>("input.search");
    if (!search) throw new Error("the leaderboard has no search field");
    this.search = search;
    this.found = search.closest("p")?.querySelector(".found") ?? null;
    this.columns = [...board.querySelectorAll<HTMLInputElement>(".columns input")];
    const foot = board.querySelector(".foot");
    this.footOfOfficial = foot?.textContent ?? "";
    foot?.replaceWith(this.foot);
    this.foot.textContent = this.footOfOfficial;
    this.offerChoices();
    this.measures = new Measures(here.measures, () => this.change());
    this.pair = new Pair(name, board);
    const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: leaderboard of ${name}` }, "SQL");
    sql.addEventListener("click", () => ask.open(this.query(), `Leaderboard of ${name}`));
    const many = make("details", {}, make("summary", {}, "Measures"), this.measures.place);
    const controls = make("div", { class: "choices" }, ...this.filtersOf(runs), ...this.conventions(), many, ...this.reset(), this.told);
    const notes = (): string[] => [board.dataset.cite ?? ""].filter(Boolean);
    const taken = copies(board, `leaderboard of ${name}`, () => this.address(), notes);
    taken.append(sql);
    this.stored.before(controls, this.pair.told, this.place);
    this.stored.after(taken);
    this.place.hidden = true;
    this.search.addEventListener("input", () => {
      this.filter();
      this.tell(false);
    });
    for (const box of this.columns) box.addEventListener("change", () => this.tell(true));
    for (const each of [this.place, this.stored]) {
      each.addEventListener("click", (event) => {
        if (!(event.target as Element).closest("th button")) return;
        this.filter(); // sorted anew, the rows are others
        this.tell(true);
      });
    }
    for (const row of this.order) this.furnish(row);
    oneStop(this.stored);
  }

  /** Take what was searched for before the tools were there. */
  takeTyped(): void {
    if (!this.search.value.trim()) return;
    this.filter();
    this.tell(false);
  }

  private offerChoices(): void {
    const { variant, min_relevance, tie_rule, choices } = this.here;
    const offered = new Map([["", `official: ${this.words(variant, min_relevance, tie_rule)}`]]);
    for (const [labels, level, rule] of choices) offered.set(JSON.stringify([labels, level, rule]), this.words(labels, level, rule));
    options(this.choice, [...offered]);
    this.choice.addEventListener("change", () => this.change());
  }

  private words(variant: string, level: number | null, rule: string): string {
    return `${variant}${level === null ? "" : `, relevant from ${level}`}, ties by ${rule}`;
  }

  private conventions(): HTMLElement[] {
    return this.choice.options.length > 1 ? [make("label", {}, "Labels, level, tie rule ", this.choice)] : [];
  }

  /** Back to the measures of the overview, where there is one. */
  private reset(): HTMLElement[] {
    const text = this.here.has_overview ? "Overview's measures" : "First measures";
    const button = make("button", { type: "button", class: "sql" }, text);
    button.addEventListener("click", () => {
      this.choice.value = "";
      this.measures.tick([], null);
      this.change();
    });
    return [button];
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
      select.addEventListener("change", () => {
        this.filter();
        this.tell(true);
      });
      this.filters.set(column, select);
      made.push(make("label", {}, `${column} `, select));
    }
    return made;
  }

  /** A row of the stored leaderboard with its run as a link that can be picked, and the interval of its rank. */
  private furnish(row: HTMLTableRowElement): void {
    const cell = row.querySelector<HTMLElement>(".c-run_id") ?? row.cells[0];
    const place = row.querySelector<HTMLElement>(".c-rank") ?? row.cells[1];
    if (!cell || !place) return;
    const run = cell.textContent ?? "";
    cell.replaceChildren(...this.pair.pickable(run));
    const drawn = place.textContent ? this.interval(run, Number(place.textContent)) : undefined;
    if (!drawn) return;
    place.classList.add("ranks");
    place.append(drawn);
  }

  private interval(run: string, rank: number): HTMLElement | undefined {
    const [, , low, high] = this.here.runs.find(([each]) => each === run) ?? [];
    if (typeof low !== "number" || typeof high !== "number") return undefined;
    const share = (each: number): number => (each - 1) / Math.max(this.here.runs.length - 1, 1);
    return strip(share(low), share(rank), share(high), null, `rank ${rank}, between ${low} and ${high} over bootstraps of the topics (95%)`);
  }

  private get chosen(): Choice | null {
    return this.choice.value ? (JSON.parse(this.choice.value) as Choice) : null;
  }

  /** The query of what is chosen. */
  query(): string {
    const measures = this.measures.ticked;
    const { collection, run_columns } = this.here;
    if (!this.chosen) return measures.length ? leaderboardQuery(collection, measures, null, run_columns) : this.official;
    return leaderboardQuery(collection, measures.length ? measures : this.known(this.chosen), this.chosen, run_columns);
  }

  /** Measures whose means are stored under a choice. */
  private known(choice: Choice): string[] {
    const key = JSON.stringify(choice);
    return this.here.choices.filter(([variant, level, rule]) => JSON.stringify([variant, level, rule]) === key).map((each) => each[3]);
  }

  /** Tick measures; told are those that the labels, level and tie rule chosen do not know. */
  private tick(wanted: string[]): string {
    const gone = this.measures.tick(wanted, this.chosen && this.known(this.chosen));
    return gone.length ? `; not known by these labels, level and tie rule, so no longer ticked: ${gone.join(", ")}` : "";
  }

  private tell(isStep: boolean): void {
    if (!this.isQuiet) this.changed(isStep);
  }

  private change(): void {
    void this.refresh(true, this.tick(this.measures.ticked));
    this.tell(true);
  }

  /** Ask anew, where something was asked or a run was brought. */
  async refresh(isWanted = this.isAsked, told = ""): Promise<void> {
    if (!isWanted) return;
    this.isAsked = true;
    const mine = ++this.asked;
    const query = this.query();
    if (query === this.official && !isOwn.size) return this.showStored();
    const sort = this.sort();
    this.told.textContent = this.engine.isStarted ? "asking …" : "starting DuckDB …";
    try {
      const { columns, rows } = await this.engine.ask(query);
      if (mine !== this.asked) return;
      const kept = columns.map((_, c) => c).filter((c) => rows.some((row) => row[c] !== null));
      const bar = columns.includes("ndcg_cut_10") ? "ndcg_cut_10" : undefined;
      const made = table(kept.map((c) => columns[c] ?? ""), rows.map((row) => kept.map((c) => row[c] ?? null)), {
        ...(bar ? { bar } : {}),
        dress: (column, value) => (column === "run_id" ? make("span", {}, ...this.pair.pickable(String(value))) : undefined),
        kind: (of) => (of("versus_best") === "not shown to differ" ? "close" : ""),
      });
      this.place.replaceChildren(made);
      this.show(this.place);
      this.told.textContent = `${rows.length} runs${told}`;
      if (sort) this.sortBy(sort);
      this.filter();
      await this.tellFoot(mine, columns.includes("versus_best"));
    } catch (error) {
      if (mine === this.asked) this.told.textContent = plain(error);
    }
  }

  private async tellFoot(mine: number, isTested: boolean): Promise<void> {
    this.foot.textContent = isTested ? "" : "Runs are tested by the official labels, level and tie rule alone.";
    if (!isTested) return;
    const [row] = (await this.engine.ask(footnoteQuery(this.here.collection, this.measures.ticked))).rows;
    const band = this.place.querySelector("tr.close") ? `${site.tinted}; ` : "";
    if (mine === this.asked && row) this.foot.textContent = `${band}${row[0]}.`.replace(/^./, (first) => first.toUpperCase());
  }

  private show(place: HTMLElement): void {
    this.place.hidden = place !== this.place;
    this.stored.hidden = place !== this.stored;
  }

  private showStored(): void {
    this.show(this.stored);
    this.told.textContent = "";
    this.foot.textContent = this.footOfOfficial;
    this.filter();
  }

  private get shown(): HTMLElement {
    return this.place.hidden ? this.stored : this.place;
  }

  private sort(): string {
    return sortOf(this.shown);
  }

  private sortBy(sort: string): void {
    const before = this.isQuiet;
    this.isQuiet = true;
    sortBy(this.shown, sort);
    this.isQuiet = before;
  }

  private unsort(): void {
    for (const head of this.stored.querySelectorAll("th[aria-sort]")) head.removeAttribute("aria-sort");
    this.order[0]?.parentElement?.append(...this.order);
  }

  private filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let [shown, all] = [0, 0];
    for (const row of this.shown.querySelectorAll<HTMLTableRowElement>("tbody tr")) {
      const text = (row.textContent ?? "").toLowerCase();
      const isKind = [...this.filters].every(
        ([column, { value }]) => !value || row.querySelector(`.c-${column}`)?.textContent === value,
      );
      row.hidden = !isKind || !words.every((word) => text.includes(word));
      all++;
      if (!row.hidden) shown++;
    }
    if (this.found) this.found.textContent = shown < all ? `${shown} of ${all}` : "";
    oneStop(this.shown);
  }

  /** The address that shows the leaderboard as it is chosen now. */
  address(): string {
    const said = new URLSearchParams({ board: this.here.collection });
    const put = (name: string, value: string): void => (value ? said.append(name, value) : undefined);
    put("q", this.search.value.trim());
    for (const [column, { value }] of this.filters) put(column, value);
    for (const measure of this.measures.ticked) said.append("m", measure);
    put("by", this.choice.value);
    put("sort", this.sort());
    for (const box of this.columns) if (box.checked !== box.defaultChecked) said.append("turned", box.value);
    return `#${said}`;
  }

  /** Choose what an address says. */
  async take(said: URLSearchParams): Promise<void> {
    const wanted = new URLSearchParams(said);
    wanted.set("board", this.here.collection);
    if (`#${wanted}` === this.address()) return;
    this.search.value = said.get("q") ?? "";
    for (const [column, select] of this.filters) this.set(select, said.get(column) ?? "");
    const before = this.query();
    this.set(this.choice, said.get("by") ?? "");
    const told = this.tick(said.getAll("m"));
    for (const box of this.columns) box.checked = box.defaultChecked !== said.getAll("turned").includes(box.value);
    this.isQuiet = true;
    this.columns[0]?.dispatchEvent(new Event("change", { bubbles: true }));
    this.isQuiet = false;
    if (this.query() !== before) await this.refresh(true, told);
    if (this.shown === this.stored) this.unsort();
    const sort = said.get("sort");
    if (sort && sort !== this.sort()) this.sortBy(sort);
    this.filter();
  }

  private set(select: HTMLSelectElement, value: string): void {
    select.value = [...select.options].some((option) => option.value === value) ? value : "";
  }
}
