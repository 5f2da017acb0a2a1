// A leaderboard. Visitors can choose measures, labels, level and tie rule, and search, filter, sort and compare runs. Ranks,
// verdicts and the result are updated. The address contains all choices.

import type { Ask } from "./ask";
import { Chooser, type Fact, Picks } from "./chooser";
import { copies } from "./copy";
import { frameButton } from "./embed";
import type { Answer, Engine } from "./engine";
import { Filters } from "./filters";
import { latex, type Marks, type Sheet } from "./latex";
import { byId, type Collection, type Direction, heading, isOwn, mainOf, make, options, plain } from "./page";
import { oneStop } from "./rows";
import { beatenQuery, type Choice, footnoteQuery, leaderboardQuery } from "./sql";
import { inkOf, inWords, scaleOf, scored, type Scale } from "./scores";
import { withoutEmpty, wordsIn } from "./table";
import { topicScores, type TopicScores } from "./topicscores";
import type { Cell } from "./values";
import { comparedWithBest, mean, type Placed, rankOf, sentence, type Verdict, type Verdicts } from "./verdict";

/** Columns that visitors cannot choose or filter by. */
const FIXED = ["run_id", "rank", "verdict"];
/** Columns of the written leaderboard that are computed here again. */
const COMPUTED = ["may_be_best", "beaten_by", "behind_low", "behind_high", "verdict"];
const METHOD = "A run may be best unless another run is significantly better. The line of a run shows how far the run is behind the best run: the lines of runs that may be best reach the best score.";

/** A result with a single column for the verdict, after run, rank and score. */
function withVerdict({ columns, rows }: Answer): Answer {
  const kept = columns.map((_, c) => c).filter((c) => !COMPUTED.includes(columns[c] ?? ""));
  const put = <T>(all: T[], value: T): T[] => [...kept.slice(0, 3).map((c) => all[c]!), value, ...kept.slice(3).map((c) => all[c]!)];
  const at = columns.indexOf("verdict");
  return { columns: put(columns, "verdict"), rows: rows.map((row) => put<Cell>(row, row[at] ?? "")) };
}

/** The verdicts in the written leaderboard; undefined if it has none. */
function writtenVerdicts({ columns, rows }: Answer): Verdicts | undefined {
  const [run, verdict, beatenBy, low, high] = ["run_id", "verdict", "beaten_by", "behind_low", "behind_high"].map((column) => columns.indexOf(column)) as [number, number, number, number, number];
  const of = rows.filter((row) => ["may be best", "worse"].includes(String(row[verdict]))).map((row): [string, Verdict] => [
    String(row[run]),
    { mayBeBest: row[verdict] === "may be best", beatenBy: row[beatenBy] === null ? null : String(row[beatenBy]), low: Number(row[low]), high: Number(row[high]) },
  ]);
  return of.length && low >= 0 && high >= 0 ? { of: new Map(of), numTopics: 0, numComparisons: of.length - 1, critical: 0 } : undefined;
}

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
  /** the leaderboard as written by `dltrack site` */
  private readonly official: Answer & { query: string; foot: string; measures: string[] };
  private grid: Grid;
  /** menu: ranks and verdicts among the shown runs or among all runs */
  private readonly among = make("select");
  private readonly amongLabel = make("label", {}, "Ranks and verdicts among ", this.among);
  private readonly empty = make("p", { class: "empty", role: "status" });
  /** the result, above the leaderboard */
  private readonly lead = make("b");
  private readonly rest = make("span", { class: "rest" });
  private readonly written: Verdicts | undefined;
  /** the result as written by `dltrack site` */
  private readonly writtenLead: [string, string];
  private verdicts: Verdicts | undefined;
  private scores: TopicScores | undefined;
  private scale: Scale | undefined;
  private asked = 0;
  private settled = 0;
  private isSeen = false;
  /** an address whose bounds are applied as soon as their columns are drawn */
  private followed: URLSearchParams | undefined;

  /** `changed` is called after each choice; its argument is true if Back undoes the choice. */
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
    const adopted = Grid.adopt(this.table);
    this.written = writtenVerdicts(adopted);
    const { columns, rows } = withVerdict(adopted);
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
    this.filters = new Filters(this.grid, facts, heading, () => this.narrow(true));
    this.among.addEventListener("change", () => this.narrow(true));
    const result = byId(name).querySelector(":scope > p");
    const written = result?.querySelector("b")?.textContent ?? "";
    const about = /[^.]*on \d+ judged topics\.?$/.exec(result?.textContent ?? "")?.[0] ?? "";
    this.lead.textContent = written;
    this.rest.textContent = result?.textContent?.slice(written.length).replace(about, "").trimEnd() ?? "";
    this.writtenLead = [this.lead.textContent, this.rest.textContent];
    result?.replaceChildren(this.lead, this.rest, ` ${about.trim()}`);
    const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: leaderboard of ${name}` }, "SQL");
    sql.addEventListener("click", () => ask.open(this.query(true), `Leaderboard of ${name}`));
    const taken = copies(board, `leaderboard of ${name}`, () => this.address(), (shown) => this.paper(shown, board.dataset.cite ?? ""));
    taken.append(frameButton(name, `leaderboard of ${name}`, () => this.address()), sql);
    this.filters.place.append(...this.conventions(), this.amongLabel, this.told);
    part(".columns").replaceWith(this.chooser.place);
    this.place.before(this.filters.sheet);
    this.place.after(this.empty, this.picks.told, taken);
    if (foot) foot.replaceWith(this.foot);
    else taken.after(this.foot);
    this.showOfficial();
    // replaces the search of the report's page
    board.addEventListener("input", (event) => {
      if (event.target !== this.search) return;
      event.stopPropagation();
      this.narrow(false);
    }, true);
    this.place.addEventListener("sorted", () => {
      this.changed(true);
      void this.settle();
    });
    oneStop(this.place);
    new ResizeObserver(() => this.fit()).observe(this.place);
    // the scores of a collection are fetched when it becomes visible
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((each) => each.isIntersecting)) return;
      watch.disconnect();
      this.isSeen = true;
      void this.settle();
    });
    watch.observe(this.place);
  }

  /** The head of a table that fits stays at the top of the window; a wider table scrolls separately. */
  private fit(): void {
    this.place.classList.toggle("fits", this.table.offsetWidth <= this.place.clientWidth);
  }

  /** Apply a search that was typed before the program started. */
  takeTyped(): void {
    if (!this.search.value.trim()) return;
    this.narrow(false);
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
    return this.choice.options.length > 1 ? [make("label", { "data-explain": "tie_rule" }, "Labels, level, tie rule ", this.choice)] : [];
  }

  private look(): GridLook {
    const titles = new Map(this.here.columns.map(([column, printed]) => [column, printed]));
    return wordsIn({
      heading: (column) => titles.get(column) ?? heading(column),
      rises: (column) => this.directionOf(column) === -1,
      dress: (column, value, row) => {
        const run = String(row("run_id"));
        if (column === "run_id") return this.picks.pickable(run);
        const verdict = this.verdicts?.of.get(run);
        if (column === "verdict") return this.judged(run, String(value ?? ""));
        if (typeof value !== "number" || column !== this.by || !this.scale) return undefined;
        return scored(value, cellText(column, value, true), verdict, this.scale, this.isMean(run, value));
      },
    });
  }

  /** The verdict on a run as a word; the title contains the numbers. */
  private judged(run: string, text: string): HTMLElement {
    const verdict = this.verdicts?.of.get(run);
    const unranked = this.scores?.unranked.get(run) ?? (isOwn.has(run) ? "your run" : null);
    const shown = make("span", { class: text === "may be best" ? "may" : "" }, text);
    const words = [verdict ? inWords(verdict) : text && "no scores per topic", unranked && `not ranked: ${unranked}`].filter(Boolean).join("; ");
    if (words) shown.title = words;
    return shown;
  }

  /** Whether a score is the mean of the scores per topic, so that both have the same unit. */
  private isMean(run: string, value: number): boolean {
    if (this.verdicts === this.written) return !this.main.startsWith("gm_");
    const tested = this.scores?.tested.find((each) => each.run === run);
    return tested !== undefined && Math.abs(mean(tested.scores) - value) < 1e-6;
  }

  /** The direction of better values in a column; null for a column that is not a measure. */
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

  /** The column that ranks the runs: the measure by which the table is sorted, or the main measure. */
  private get by(): string {
    const sorted = this.grid.sorted.replace(/^-(?=.)/, "");
    const column = this.grid.columns.includes(this.grid.sorted) ? this.grid.sorted : sorted;
    return this.directionOf(column) !== null ? column : this.main;
  }

  /** The query for the current choices. */
  query(withVerdicts = false): string {
    const { collection, columns } = this.here;
    const measures = this.measures;
    if (!this.chosen && measures.every((each) => this.official.measures.includes(each)) && this.isFirst(measures) && !(withVerdicts && !this.isInitial)) return this.official.query;
    const names = measures.map((each) => columns.find(([, , measure]) => measure === each)?.[0] ?? each);
    const { by, grid } = this;
    const run = grid.columns.indexOf("run_id");
    const shown = this.isAmongShown ? grid.kept.map((row) => String(row[run])) : undefined;
    const verdictsBy: [string, string[] | undefined] | undefined = withVerdicts && !this.chosen ? [columns.find(([column]) => column === by)?.[2] ?? by, shown] : undefined;
    return leaderboardQuery(collection, measures, names, this.chosen, this.facts, this.here.numbers, verdictsBy);
  }

  /** Whether the first measure is the main one. */
  private isFirst(measures: string[]): boolean {
    return measures[0] === mainOf(this.here)[2];
  }

  /** The ticked measures, the main measure first; if no measure is ticked, the initial measures. */
  private get measures(): string[] {
    const { ticked } = this.chooser;
    const all = ticked.length ? ticked : this.chosen ? this.known(this.chosen) : this.official.measures;
    const first = all.find((each) => each === mainOf(this.here)[2]) ?? all[0] ?? "";
    return [first, ...all.filter((each) => each !== first)];
  }

  /** Columns that describe runs. */
  private get facts(): string[] {
    const others = new Set([...FIXED, "provenance", ...this.here.numbers, ...this.here.columns.map(([column]) => column)]);
    return this.official.columns.filter((column) => !others.has(column));
  }

  /** Measures with stored means for a choice. */
  private known(choice: Choice): string[] {
    const key = JSON.stringify(choice);
    return this.here.choices.filter(([variant, level, rule]) => JSON.stringify([variant, level, rule]) === key).map((each) => each[3]);
  }

  /** Tick measures; return a note on measures without scores for the chosen labels, level and tie rule. */
  private tick(wanted: string[]): string {
    const gone = this.chooser.tick(wanted, this.chosen && this.known(this.chosen));
    return gone.length ? `; unticked, because there are no scores for these labels, level and tie rule: ${gone.join(", ")}` : "";
  }

  private change(): void {
    void this.refresh(this.tick(this.chooser.ticked));
    this.changed(true);
  }

  /** Query the current choices; the initial leaderboard is part of the page. */
  async refresh(told = ""): Promise<void> {
    const mine = ++this.asked;
    const query = this.query();
    if (query === this.official.query && !isOwn.size) return this.showOfficial();
    this.told.textContent = this.engine.isStarted ? "querying …" : "starting DuckDB …";
    try {
      const answer = await this.engine.ask(query);
      if (mine !== this.asked) return;
      this.draw(withVerdict(withoutEmpty(answer)));
      this.told.textContent = `${answer.rows.length} runs${told}`;
    } catch (error) {
      if (mine === this.asked) this.told.textContent = plain(error);
    }
  }

  /** Compute ranks, verdicts and the result for the measure by which the table is sorted and the runs that are shown. */
  private async settle(): Promise<void> {
    if (!this.isSeen) return;
    const mine = ++this.settled;
    const { grid, by } = this;
    const { columns, measures } = this.here;
    const direction = this.directionOf(by);
    if (this.written && this.isInitial) return this.showWritten(this.written, by, direction);
    const [, printed = by, measure = by] = columns.find(([name]) => name === by) ?? measures.find(([name]) => name === by) ?? [];
    let scores: TopicScores | undefined;
    try {
      if (!this.chosen && direction !== null) scores = await topicScores(this.here, columns.find(([name]) => name === by)?.[2] ?? by, this.engine);
    } catch (error) {
      if (mine === this.settled) this.told.textContent = plain(error);
    }
    if (mine !== this.settled || grid !== this.grid) return;
    this.scores = scores;
    const [runAt, byAt, teamAt] = ["run_id", by, "team"].map((column) => grid.columns.indexOf(column)) as [number, number, number];
    const places = grid.rows.map((row): Placed | undefined => {
      const value = row[byAt] as number | null;
      if (value === null || direction === null) return undefined;
      return { run: String(row[runAt]), team: (row[teamAt] as string | null) ?? null, value, merit: Number((direction * value).toFixed(Math.min(12, scores?.decimals ?? 12))) };
    });
    const shown = this.isAmongShown ? new Set(grid.kept) : undefined;
    const family = places.filter((each, r): each is Placed => each !== undefined && (!shown || shown.has(grid.rows[r]!)));
    const isRanked = ({ run }: Placed): boolean => !isOwn.has(run) && (scores?.unranked.get(run) ?? null) === null;
    // if no shown run is ranked, all shown runs get a rank
    const ranked = family.some(isRanked) ? family.filter(isRanked) : family;
    const names = new Set(family.map(({ run }) => run));
    const members = new Set(ranked.map(({ run }) => run));
    const tested = (scores?.tested ?? []).filter(({ run }) => names.has(run)).map((each) => ({ ...each, isRanked: members.has(each.run) }));
    this.verdicts = comparedWithBest(tested, direction, scores?.decimals);
    const [rankAt, verdictAt] = [grid.columns.indexOf("rank"), grid.columns.indexOf("verdict")];
    const isOrder = ranked.length > 1 && ranked.some(({ merit }) => merit !== ranked[0]?.merit);
    grid.rows.forEach((row, r) => {
      const [place, found] = [places[r], this.verdicts?.of.get(String(row[runAt]))];
      if (!shown || shown.has(row)) row[rankAt] = place && (isOrder || ranked.length === 1) ? rankOf(place.merit, ranked) : null;
      row[verdictAt] = found ? (found.mayBeBest ? "may be best" : "worse") : this.verdicts && place ? "not tested" : "";
    });
    const best = ranked.reduce((most: Placed | undefined, each) => (most && most.merit >= each.merit ? most : each), undefined);
    this.scale = best && direction !== null ? scaleOf(family.map(({ value }) => value), best.value, direction) : undefined;
    this.say(direction, printed || measure, ranked, shown !== undefined);
    this.show();
  }

  /** Whether ranks and verdicts are those of the written leaderboard. */
  private get isInitial(): boolean {
    return !this.chosen && !isOwn.size && !this.isAmongShown && this.by === this.main && this.isFirst(this.measures);
  }

  private showWritten(written: Verdicts, by: string, direction: Direction): void {
    const { grid } = this;
    const [run, rank, verdict, value] = ["run_id", "rank", "verdict", by].map((column) => grid.columns.indexOf(column)) as [number, number, number, number];
    const [runAt, rankAt, verdictAt] = ["run_id", "rank", "verdict"].map((column) => this.official.columns.indexOf(column)) as [number, number, number];
    const known = new Map(this.official.rows.map((row) => [row[runAt], row]));
    for (const row of grid.rows) {
      row[rank] = known.get(row[run] ?? null)?.[rankAt] ?? null;
      row[verdict] = known.get(row[run] ?? null)?.[verdictAt] ?? "";
    }
    this.verdicts = written;
    this.scores = undefined;
    const values = grid.rows.map((row) => row[value]).filter((each): each is number => typeof each === "number");
    const best = grid.rows.find((row) => written.of.get(String(row[run]))?.mayBeBest)?.[value];
    this.scale = direction !== null && typeof best === "number" ? scaleOf(values, best, direction) : undefined;
    [this.lead.textContent, this.rest.textContent] = this.writtenLead;
    this.sayMethod();
    this.show();
  }

  /** Show the result above the table, and the method below it. */
  private say(direction: Direction, printed: string, ranked: Placed[], isAmongShown: boolean): void {
    const of = isAmongShown ? `Among the ${ranked.length} ${ranked.length === 1 ? "run" : "runs"} shown: ` : "";
    const result = direction === null ? "" : this.chosen ? sentence(printed, direction, undefined, ranked).replace(/; without scores.*/, " by the chosen labels; runs are tested only by the official labels.") : sentence(printed, direction, this.verdicts, ranked);
    if (result) {
      const [, first = result, others = ""] = /^(.*?\d\.)( .*)?$/s.exec(result) ?? [];
      this.lead.textContent = `${of}${of && /^(No|Only|All) /.test(first) ? first[0]!.toLowerCase() + first.slice(1) : first}`;
      this.rest.textContent = others;
    }
    this.sayMethod();
  }

  private sayMethod(): void {
    // on a phone, the details are below the table
    this.foot.replaceChildren(make("span", { class: "rest below" }, `${this.rest.textContent} `), this.verdicts ? METHOD : "");
  }

  /** Draw the rows again, with the axis in the head of the ranking measure. */
  private show(): void {
    const { grid } = this;
    const by = grid.columns.indexOf(this.by);
    for (const head of grid.heads) head.querySelector(".axis")?.remove();
    if (this.scale) grid.heads[by]?.append(inkOf(this.scale));
    this.hide();
    grid.drawn.clear();
    grid.show();
    this.fit();
  }

  private hide(): void {
    const gone = this.here.columns.filter(([, , measure]) => this.chooser.ticked.length && !this.chooser.ticked.includes(measure)).map(([column]) => column);
    this.grid.hidden = new Set([...this.chooser.hidden, ...gone, ...(this.verdicts || this.grid.rows.some((row) => row[this.grid.columns.indexOf("verdict")]) ? [] : ["verdict"])]);
  }

  /** Whether ranks and verdicts are for the shown runs only. By default filters select the runs to compare, while a search only
   * finds a run among all. */
  private get isAmongShown(): boolean {
    if (this.grid.kept.length === this.grid.rows.length || !this.grid.kept.length) return false;
    return this.among.value ? this.among.value === "shown" : this.filters.isChosen;
  }

  /** The leaderboard in the form of `dltrack leaderboard -f latex`; picked runs are baselines. */
  private paper(shown: Sheet, card: string): string | Promise<string> {
    const { collection, columns, notes } = this.here;
    const measureOf = new Map([...columns.map(([column, , measure]): [string, string] => [column, measure]), ...this.here.measures.map(([measure]): [string, string] => [measure, measure])]);
    const titles: Record<string, string> = { run_id: "Run", team: "Team", category: "Category" };
    const shownMeasures = shown.columns.filter((column) => measureOf.has(column));
    const best = new Map(shownMeasures.map((column): [string, Direction] => [column, this.directionOf(column)]).filter((each): each is [string, 1 | -1] => each[1] !== null));
    const marks = { caption: `Effectiveness on ${collection}.`, best, baselines: [], beaten: () => [], notes: [`${this.lead.textContent}${this.rest.textContent}`.replace(/\.$/, ""), ...notes].filter(Boolean) };
    const named = { ...shown, titles: shown.titles.map((title, c) => titles[shown.columns[c] ?? ""] ?? title) };
    const baselines = [...this.picks.picked];
    if (!baselines.length || this.chosen) return latex(named, collection, [card], marks);
    return this.lettered(named, shownMeasures.map((column) => measureOf.get(column) ?? column), baselines).then(([sheet, lettered]) =>
      latex(sheet, collection, [card], { ...marks, ...lettered, notes: [...lettered.notes, ...notes] }),
    );
  }

  /** The table with only runs and measures, and the baselines that each run beats. */
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
    this.draw(this.official);
    this.told.textContent = "";
  }

  /** Draw a leaderboard, sorted as before; a visitor's run comes after published runs with the same score. */
  private draw({ columns, rows }: Answer): void {
    const sorted = this.grid.sorted;
    const [main, run, sign] = [columns.indexOf(this.main), columns.indexOf("run_id"), this.directionOf(this.main) ?? 1];
    const merit = (row: Cell[]): number => (typeof row[main] === "number" ? Number((sign * row[main]).toFixed(12)) : -Infinity);
    const own = (row: Cell[]): number => Number(isOwn.has(String(row[run])));
    const inOrder = rows.map((row) => [...row]).sort((a, b) => (merit(a) === merit(b) ? own(a) - own(b) : merit(b) - merit(a)));
    this.grid = new Grid(columns, inOrder, this.look(), this.table);
    this.grid.sorted = sorted;
    this.verdicts = this.scale = undefined;
    this.hide();
    const isFact = new Set([...FIXED, ...this.official.columns.filter((column) => !this.here.columns.some(([each]) => each === column))]);
    this.filters.offer(this.grid, columns.filter((column) => !isFact.has(column) || this.here.numbers.includes(column)), (column) => this.look().heading?.(column) ?? column);
    if (this.followed) this.filters.takeBounds(this.followed);
    this.followed = undefined;
    this.arrange();
    this.fit();
    void this.settle();
  }

  private narrow(isStep: boolean): void {
    this.arrange();
    this.changed(isStep);
    void this.settle();
  }

  /** Show only the rows that match the search and the filters. */
  private arrange(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const test = this.filters.test;
    this.grid.filter((row, text) => words.every((word) => text.includes(word)) && test(row));
    const [count, all] = [this.grid.kept.length, this.grid.rows.length];
    this.found.textContent = count < all ? `${count} of ${all}` : "";
    this.amongLabel.hidden = count === all || !count;
    options(this.among, [["", this.filters.isChosen ? `the ${count} shown` : `all ${all} runs`], this.filters.isChosen ? ["all", `all ${all} runs`] : ["shown", `the ${count} shown`]], this.among.value);
    if (!this.among.value) this.among.value = "";
    this.empty.replaceChildren();
    if (count) return;
    const clear = make("button", { type: "button", class: "sql" }, "Clear search and filters");
    clear.addEventListener("click", () => {
      this.search.value = "";
      this.filters.clear();
      this.narrow(true);
      this.search.focus();
    });
    this.empty.append(words.length ? `No run matches '${this.search.value.trim()}'${this.filters.isChosen ? " and the filters" : ""}. ` : "No run matches the filters. ", clear);
  }

  /** The address with the current choices. */
  address(): string {
    const said = new URLSearchParams({ board: this.here.collection });
    const put = (name: string, value: string): void => (value ? said.append(name, value) : undefined);
    put("q", this.search.value.trim());
    this.filters.say(said);
    if (this.chooser.isChanged) for (const measure of this.chooser.ticked) said.append("m", measure);
    put("by", this.choice.value);
    put("sort", this.grid.sorted);
    put("among", this.among.value);
    for (const column of this.chooser.turned) said.append("turned", column);
    return `#${said}`;
  }

  /** Apply the choices in an address. */
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
    const among = said.get("among") ?? "";
    options(this.among, [["", ""], [among, ""]], among);
    this.followed = said;
    await this.refresh(told);
  }
}
