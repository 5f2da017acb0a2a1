// A leaderboard: its columns, measures, labels, level and tie rule, all answered by the standings of the database; runs
// found, filtered, sorted, and some of them compared. What is chosen stands in the address.

import type { Ask } from "./ask";
import { Chooser, type Fact, Picks } from "./chooser";
import { copies } from "./copy";
import { frameButton } from "./embed";
import type { Answer, Engine } from "./engine";
import { Filters } from "./filters";
import { latex, type Marks, type Sheet } from "./latex";
import { byId, type Collection, type Direction, heading, isOwn, mainOf, make, options, plain, site } from "./page";
import { oneStop } from "./rows";
import { beatenQuery, type Choice, footnoteQuery, intervalsQuery, leaderboardQuery } from "./sql";
import { withoutEmpty, wordsIn } from "./table";
import { inkOf, type Interval, scaleOf, scored, type Scale } from "./scores";

/** What the letters behind ranks are. */
const TIERS = "Letters are tiers: Tukey's test of all pairs of runs at once does not tell apart runs that share one, a family of tests of its own beside those against the best run.";
/** Columns that are neither measures nor facts to choose. */
const FIXED = ["run_id", "rank"];

export class Board {
  private readonly chooser: Chooser;
  private readonly filters: Filters;
  private readonly picks: Picks;
  private readonly choice = make("select");
  private readonly told = make("span", { class: "found", role: "status" });
  private readonly place: HTMLElement;
  private readonly table: HTMLTableElement;
  private readonly search: HTMLInputElement;
  private readonly found: HTMLElement;
  private readonly foot = make("p", { class: "look foot" });
  /** the leaderboard as the page was written with it */
  private readonly official: Answer & { query: string; foot: string; measures: string[] };
  private grid: Grid;
  /** 95% intervals of the runs' ranks and means */
  private intervals = new Map<string, Interval>();
  private scale: Scale | undefined;
  private asked = 0;
  /** an address whose bounds are to be taken when their columns are drawn */
  private followed: URLSearchParams | undefined;

  /** `changed` is told when something is chosen, and whether that is a step that Back undoes. */
  constructor(
    private readonly here: Collection,
    private readonly engine: Engine,
    ask: Ask,
    private readonly changed: (isStep: boolean) => void,
  ) {
    const name = here.collection;
    const board = byId(`${name}--board`);
    this.table = byId<HTMLTableElement>(`${name}--runs`);
    this.place = this.table.parentElement ?? board;
    const part = <T extends HTMLElement>(selector: string): T => {
      const found = board.querySelector<T>(selector);
      if (!found) throw new Error(`the leaderboard of ${name} has no ${selector}`);
      return found;
    };
    [this.search, this.found] = [part("input.search"), part(".found")];
    const foot = board.querySelector(".foot");
    const { columns, rows } = Grid.adopt(this.table);
    const measures = here.columns.filter(([column]) => columns.includes(column)).map(([, , measure]) => measure);
    const query = part("code.query").textContent ?? "";
    this.official = { columns, rows, query, foot: foot?.textContent ?? "", measures };
    this.offerChoices();
    const ofMeasures = here.columns.map(([column]) => column);
    const facts = columns.filter((column) => !FIXED.includes(column) && !ofMeasures.includes(column));
    const isShown = (column: string): boolean => part<HTMLInputElement>(`.columns input[value="${column}"]`).defaultChecked;
    const shownFacts = facts.map((column): Fact => [column, heading(column), isShown(column)]);
    this.chooser = new Chooser(here.measures, shownFacts, measures, here.has_overview, () => this.change());
    this.picks = new Picks(name, board);
    this.grid = new Grid(columns, rows, this.look(), this.table);
    this.filters = new Filters(this.grid, facts, heading, () => {
      this.arrange();
      this.changed(true);
    });
    const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: leaderboard of ${name}` }, "SQL");
    sql.addEventListener("click", () => ask.open(this.query(), `Leaderboard of ${name}`));
    const taken = copies(board, `leaderboard of ${name}`, () => this.address(), (shown) => this.paper(shown, board.dataset.cite ?? ""));
    taken.append(frameButton(name, `leaderboard of ${name}`, () => this.address()), sql);
    this.filters.place.append(...this.conventions(), this.told);
    part(".columns").replaceWith(this.chooser.place);
    this.place.before(this.filters.sheet);
    this.place.after(this.picks.told, taken);
    if (foot) foot.replaceWith(this.foot);
    else taken.after(this.foot);
    if (here.runs.some((run) => run[6])) this.foot.after(make("p", { class: "look" }, TIERS));
    this.showOfficial();
    // in place of what the report's page does there
    board.addEventListener("input", (event) => {
      if (event.target !== this.search) return;
      event.stopPropagation();
      this.arrange();
      this.changed(false);
    }, true);
    this.place.addEventListener("sorted", () => this.changed(true));
    oneStop(this.place);
    new ResizeObserver(() => this.fit()).observe(this.place);
  }

  /** Where the table is narrower than the page, its head stays at the top of the window; else the table scrolls in itself. */
  private fit(): void {
    this.place.classList.toggle("fits", this.table.offsetWidth <= this.place.clientWidth);
  }

  /** Take what was searched for before the tools were there. */
  takeTyped(): void {
    if (!this.search.value.trim()) return;
    this.arrange();
    this.changed(false);
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

  private look(): GridLook {
    const titles = new Map(this.here.columns.map(([column, printed]) => [column, printed]));
    return wordsIn({
      heading: (column) => titles.get(column) ?? heading(column),
      rises: (column) => this.directionOf(column) === -1,
      dress: (column, value, row) => {
        const run = String(row("run_id"));
        if (column === "run_id") return this.picks.pickable(run);
        if (typeof value !== "number") return undefined;
        if (column === "rank") return this.ranked(value, run);
        return column === this.main && this.scale ? scored(value, cellText(column, value, true), this.intervals.get(run), this.scale) : undefined;
      },
      kind: (row) => (site.band.includes(String(row("versus_best"))) ? "close" : ""),
    });
  }

  /** Which values of a column are better; neither in one that holds no measure. */
  private directionOf(column: string): Direction {
    const { columns, measures } = this.here;
    const found = columns.find(([name]) => name === column) ?? measures.find(([name]) => name === column);
    return found ? found[3] : null;
  }

  private get chosen(): Choice | null {
    return this.choice.value ? (JSON.parse(this.choice.value) as Choice) : null;
  }

  /** The column of the measure that ranks the runs. */
  private get main(): string {
    const first = this.measures[0] ?? "";
    return this.here.columns.find(([, , measure]) => measure === first)?.[0] ?? first;
  }

  /** A rank with its interval and its tiers, where they are known. */
  private ranked(rank: number, run: string): HTMLElement | undefined {
    const { low_rank: low, high_rank: high } = this.intervals.get(run) ?? {};
    if (low === undefined || high === undefined) return undefined;
    const told = `rank ${rank}, between ${low} and ${high} over bootstraps of the topics (95%)`;
    const shown = make("span", { class: "ranks", title: told }, `${rank} `, make("i", {}, `(${low}-${high})`));
    const tiers = this.isOfficial && this.here.runs.find(([each]) => each === run)?.[6];
    if (tiers) shown.append(" ", make("b", { title: `tiers ${[...tiers].join(", ")}` }, tiers.length > 2 ? `${tiers[0]}-${tiers.at(-1)}` : tiers));
    return shown;
  }

  /** The query of what is chosen. */
  query(): string {
    const { collection, columns } = this.here;
    const measures = this.measures;
    if (!this.chosen && measures.every((each) => this.official.measures.includes(each)) && this.isFirst(measures)) return this.official.query;
    const names = measures.map((each) => columns.find(([, , measure]) => measure === each)?.[0] ?? each);
    return leaderboardQuery(collection, measures, names, this.chosen, this.facts, this.here.numbers);
  }

  /** Whether runs are ranked by the measure by which they are at first. */
  private isFirst(measures: string[]): boolean {
    return measures[0] === mainOf(this.here)[2];
  }

  /** The measures that are ticked, the one that ranks runs first; where none is, those at first or known. */
  private get measures(): string[] {
    const { ticked } = this.chooser;
    const all = ticked.length ? ticked : this.chosen ? this.known(this.chosen) : this.official.measures;
    const first = all.find((each) => each === mainOf(this.here)[2]) ?? all[0] ?? "";
    return [first, ...all.filter((each) => each !== first)];
  }

  /** Columns that describe runs. */
  private get facts(): string[] {
    const others = new Set([...FIXED, "versus_best", "provenance", ...this.here.numbers, ...this.here.columns.map(([column]) => column)]);
    return this.official.columns.filter((column) => !others.has(column));
  }

  /** Measures whose means are stored under a choice. */
  private known(choice: Choice): string[] {
    const key = JSON.stringify(choice);
    return this.here.choices.filter(([variant, level, rule]) => JSON.stringify([variant, level, rule]) === key).map((each) => each[3]);
  }

  /** Tick measures; told are those that the labels, level and tie rule chosen do not know. */
  private tick(wanted: string[]): string {
    const gone = this.chooser.tick(wanted, this.chosen && this.known(this.chosen));
    return gone.length ? `; not known by these labels, level and tie rule, so no longer ticked: ${gone.join(", ")}` : "";
  }

  private change(): void {
    void this.refresh(this.tick(this.chooser.ticked));
    this.changed(true);
  }

  /** Ask for what is chosen, and with the runs that were brought; what the page was written with is there already. */
  async refresh(told = ""): Promise<void> {
    const mine = ++this.asked;
    const query = this.query();
    if (query === this.official.query && !isOwn.size) return this.showOfficial();
    this.told.textContent = this.engine.isStarted ? "asking …" : "starting DuckDB …";
    try {
      const answer = await this.engine.ask(query);
      const { columns, rows } = answer;
      if (mine !== this.asked) return;
      this.intervals = this.publishedIntervals();
      this.draw(withoutEmpty(answer));
      this.told.textContent = `${rows.length} runs${told}`;
      await this.tellFoot(mine, columns.includes("versus_best"));
      await this.askIntervals(mine);
    } catch (error) {
      if (mine === this.asked) this.told.textContent = plain(error);
    }
  }

  /** The intervals that the page was written with, where the ranks are the first ones of the published runs. */
  private publishedIntervals(): Map<string, Interval> {
    if (!this.isOfficial) return new Map();
    const known = this.here.runs.filter(([, , low]) => typeof low === "number");
    return new Map(known.map(([run, , ...ends]): [string, Interval] => [run, intervalOf(ends)]));
  }

  /** Whether runs are ranked as they are at first. */
  private get isOfficial(): boolean {
    return !this.chosen && !isOwn.size && this.isFirst(this.measures);
  }

  /** Draw the intervals of ranks by another measure, or among runs of one's own. */
  private async askIntervals(mine: number): Promise<void> {
    if (this.chosen || this.intervals.size) return;
    const { rows } = await this.engine.ask(intervalsQuery(this.here.collection, this.measures[0] ?? ""));
    if (mine !== this.asked) return;
    this.intervals = new Map(rows.map(([run, ...ends]): [string, Interval] => [String(run), intervalOf(ends)]));
    this.draw(this.grid);
  }

  private async tellFoot(mine: number, isTested: boolean): Promise<void> {
    this.foot.textContent = isTested ? "" : "Runs are tested, and ranks have intervals, by the official labels, level and tie rule alone.";
    if (!isTested) return;
    const [row] = (await this.engine.ask(footnoteQuery(this.here.collection, this.measures.slice(0, 1)))).rows;
    const band = this.table.querySelector("tr.close") ? `${site.tinted}; ` : "";
    if (mine === this.asked && row) this.foot.textContent = `${band}${row[0]}.`.replace(/^./, (first) => first.toUpperCase());
  }

  /** The leaderboard as `dltrack leaderboard -f latex` writes it: against the picked runs as baselines, where there are some. */
  private paper(shown: Sheet, card: string): string | Promise<string> {
    const { collection, columns, notes } = this.here;
    const measureOf = new Map([...columns.map(([column, , measure]): [string, string] => [column, measure]), ...this.here.measures.map(([measure]): [string, string] => [measure, measure])]);
    const titles: Record<string, string> = { run_id: "Run", team: "Team", category: "Category" };
    const shownMeasures = shown.columns.filter((column) => measureOf.has(column));
    const best = new Map(shownMeasures.map((column): [string, Direction] => [column, this.directionOf(column)]).filter((each): each is [string, 1 | -1] => each[1] !== null));
    const marks = { caption: `Effectiveness on ${collection}.`, best, baselines: [], beaten: () => [], notes: [this.foot.textContent?.replace(/\.$/, "") ?? "", ...notes].filter(Boolean) };
    const named = { ...shown, titles: shown.titles.map((title, c) => titles[shown.columns[c] ?? ""] ?? title) };
    const baselines = [...this.picks.picked];
    if (!baselines.length || this.chosen) return latex(named, collection, [card], marks);
    return this.lettered(named, shownMeasures.map((column) => measureOf.get(column) ?? column), baselines).then(([sheet, lettered]) =>
      latex(sheet, collection, [card], { ...marks, ...lettered, notes: [...lettered.notes, ...notes] }),
    );
  }

  /** A table of runs and measures alone, with the baselines that each run beats. */
  private async lettered(shown: Sheet, measures: string[], baselines: string[]): Promise<[Sheet, Pick<Marks, "baselines" | "beaten" | "notes">]> {
    const { collection, columns } = this.here;
    const { rows } = await this.engine.ask(beatenQuery(collection, measures, baselines));
    const [[note = ""] = []] = (await this.engine.ask(footnoteQuery(collection, measures, baselines))).rows;
    const beaten = new Map(rows.map(([run, measure, beats]) => [`${run} ${measure}`, beats as string[]]));
    const measureOf = (column: string): string => columns.find(([each]) => each === column)?.[2] ?? column;
    const kept = shown.columns.map((_, c) => c).filter((c) => c === 0 || measures.includes(measureOf(shown.columns[c] ?? "")));
    const pick = <T>(all: T[]): T[] => kept.map((c) => all[c]!);
    const sheet = { columns: pick(shown.columns), titles: pick(shown.titles), numeric: pick(shown.numeric), texts: shown.texts.map(pick) };
    return [sheet, { baselines, beaten: (run, column) => beaten.get(`${run} ${measureOf(column)}`) ?? [], notes: [String(note)] }];
  }

  private showOfficial(): void {
    this.intervals = this.publishedIntervals();
    this.draw(this.official);
    this.told.textContent = "";
    this.foot.textContent = this.official.foot;
  }

  /** Draw a leaderboard, sorted as the last one. */
  private draw({ columns, rows }: Answer): void {
    const sorted = this.grid.sorted;
    this.scale = scaleOf(rows.map((row) => row[columns.indexOf(this.main)] ?? null), [...this.intervals.values()]);
    this.grid = new Grid(columns, rows, this.look(), this.table);
    this.grid.sorted = sorted;
    const head = this.grid.heads[columns.indexOf(this.main)];
    if (head && this.scale) head.append(inkOf(this.scale));
    if (this.intervals.size) {
      const isTiered = this.isOfficial && this.here.runs.some((run) => run[6]);
      this.grid.heads[columns.indexOf("rank")]?.append(make("span", { class: "axis" }, isTiered ? "95% interval, tier" : "95% interval"));
    }
    const gone = this.here.columns.filter(([, , measure]) => this.chooser.ticked.length && !this.chooser.ticked.includes(measure));
    this.grid.hidden = new Set([...this.chooser.hidden, ...gone.map(([column]) => column)]);
    const isFact = new Set([...FIXED, ...this.official.columns.filter((column) => !this.here.columns.some(([each]) => each === column))]);
    this.filters.offer(this.grid, columns.filter((column) => !isFact.has(column) || this.here.numbers.includes(column)), (column) => this.look().heading?.(column) ?? column);
    if (this.followed) this.filters.takeBounds(this.followed);
    this.followed = undefined;
    this.arrange();
    this.fit();
  }

  /** Keep the rows that are searched for and chosen. */
  private arrange(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const test = this.filters.test;
    this.grid.filter((row, text) => words.every((word) => text.includes(word)) && test(row));
    const count = this.grid.kept.length;
    this.found.textContent = count < this.grid.rows.length ? `${count} of ${this.grid.rows.length}` : "";
  }

  /** The address that shows the leaderboard as it is chosen now. */
  address(): string {
    const said = new URLSearchParams({ board: this.here.collection });
    const put = (name: string, value: string): void => (value ? said.append(name, value) : undefined);
    put("q", this.search.value.trim());
    this.filters.say(said);
    if (this.chooser.isChanged) for (const measure of this.chooser.ticked) said.append("m", measure);
    put("by", this.choice.value);
    put("sort", this.grid.sorted);
    for (const column of this.chooser.turned) said.append("turned", column);
    return `#${said}`;
  }

  /** Choose what an address says. */
  async take(said: URLSearchParams): Promise<void> {
    const wanted = new URLSearchParams(said);
    wanted.set("board", this.here.collection);
    if (`#${wanted}` === this.address()) return;
    this.search.value = said.get("q") ?? "";
    this.filters.take(said);
    const by = said.get("by") ?? "";
    this.choice.value = [...this.choice.options].some((option) => option.value === by) ? by : "";
    const measures = said.getAll("m");
    const told = this.tick(measures.length ? measures : this.official.measures);
    this.chooser.turn(said.getAll("turned"));
    this.grid.sorted = said.get("sort") ?? "";
    this.followed = said;
    await this.refresh(told);
  }
}

function intervalOf([low_rank, high_rank, low_mean, high_mean]: (unknown)[]): Interval {
  return { low_rank: Number(low_rank), high_rank: Number(high_rank), low_mean: Number(low_mean), high_mean: Number(high_mean) };
}
