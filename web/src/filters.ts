// Filters of a leaderboard: facts about runs, and bounds of scores.

import { make, options } from "./page";

/** Maximum number of different values of a fact for which a menu is offered. */
const MOST_VALUES = 60;
const DIGITS = 4;

/** The lowest and highest value to keep. */
type Bounds = [low: number, high: number];

interface Slider {
  place: HTMLElement;
  range: Bounds;
  low: HTMLInputElement;
  high: HTMLInputElement;
  told: HTMLElement;
}

/** Whether the page is as narrow as a phone (site.css). */
const narrow = matchMedia("(max-width: 40rem)");

export class Filters {
  readonly place = make("div", { class: "choices" });
  /** the filters, which are folded on a phone */
  readonly sheet = make("details", { class: "sheet" }, make("summary", {}, "Filters and labels"), this.place);
  private readonly told = make("summary", {}, "Bounds");
  private readonly sliders = make("div", { class: "bounds" });
  private readonly bounds = make("details", {}, this.told, this.sliders);
  private readonly selects = new Map<string, HTMLSelectElement>();
  private readonly scales = new Map<string, Slider>();

  /** `columns` are facts about runs to filter by; `changed` is called after each change. */
  constructor(grid: Grid, columns: string[], titleOf: (column: string) => string, private readonly changed: () => void) {
    for (const column of columns) {
      const c = grid.columns.indexOf(column);
      const texts = new Set(grid.rows.map((row) => grid.texts(row)[c] ?? ""));
      texts.delete("");
      if (c < 0 || grid.numeric[c] || texts.size < 2 || texts.size > MOST_VALUES) continue;
      const select = make("select");
      options(select, [["", "all"], ...[...texts].sort(Grid.collator.compare).map((each): [string, string] => [each, each])]);
      select.addEventListener("change", changed);
      this.selects.set(column, select);
      this.place.append(make("label", { "data-explain": column }, `${titleOf(column)} `, select));
    }
    this.place.append(this.bounds);
    const fit = (): void => {
      this.sheet.open = !narrow.matches;
    };
    narrow.addEventListener("change", fit);
    fit();
  }

  /** Offer bounds for columns of a grid; bounds that were chosen before are kept. */
  offer(grid: Grid, columns: string[], titleOf: (column: string) => string): void {
    const before = new Map([...this.scales].map(([column]) => [column, this.boundsOf(column)]));
    this.scales.clear();
    for (const column of columns) {
      const c = grid.columns.indexOf(column);
      const values = grid.rows.map((row) => row[c]).filter((value) => typeof value === "number");
      if (c < 0 || values.length < 2) continue;
      this.scales.set(column, this.slider(titleOf(column), [floor(Math.min(...values)), -floor(-Math.max(...values))]));
    }
    this.sliders.replaceChildren(...[...this.scales.values()].map((each) => each.place));
    for (const [column, bounds] of before) if (bounds) this.bind(column, bounds);
    this.bounds.hidden = !this.scales.size;
    this.tell();
  }

  private slider(title: string, range: Bounds): Slider {
    const input = (name: string, value: number): HTMLInputElement => {
      const [min, max, step] = [...range, 10 ** -DIGITS].map(String) as [string, string, string];
      const made = make("input", { type: "range", min, max, step, "aria-label": `${title} ${name}` });
      made.value = String(value);
      made.addEventListener("input", () => {
        this.tell();
        this.changed();
      });
      return made;
    };
    const [low, high, told] = [input("at least", range[0]), input("at most", range[1]), make("span", { class: "found" })];
    return { place: make("fieldset", { class: "family" }, make("legend", {}, title), low, high, told), range, low, high, told };
  }

  /** The chosen bounds of a column, if any. */
  private boundsOf(column: string): Bounds | undefined {
    const scale = this.scales.get(column);
    if (!scale) return undefined;
    const [low, high] = [Number(scale.low.value), Number(scale.high.value)];
    return low > scale.range[0] || high < scale.range[1] ? [low, high] : undefined;
  }

  private bind(column: string, bounds: Bounds | undefined): void {
    const scale = this.scales.get(column);
    if (!scale) return;
    [scale.low.value, scale.high.value] = (bounds ?? scale.range).map(String) as [string, string];
  }

  private tell(): void {
    let count = 0;
    for (const [column, { low, high, told }] of this.scales) {
      told.textContent = `${Number(low.value).toFixed(DIGITS)} to ${Number(high.value).toFixed(DIGITS)}`;
      if (this.boundsOf(column)) count++;
    }
    this.told.textContent = count ? `Bounds (${count})` : "Bounds";
  }

  /** Whether a row passes the filters. */
  get test(): (row: GridRow) => boolean {
    const facts = [...this.selects].filter(([, { value }]) => value);
    const bounds = [...this.scales.keys()].map((column): [string, Bounds | undefined] => [column, this.boundsOf(column)]);
    return (row) =>
      facts.every(([column, { value }]) => cellText(column, row(column)) === value) &&
      bounds.every(([column, each]) => !each || (row(column) !== null && row(column) >= each[0] && row(column) <= each[1]));
  }

  get isChosen(): boolean {
    return [...this.selects.values()].some(({ value }) => value) || [...this.scales.keys()].some((column) => this.boundsOf(column));
  }

  /** Reset all filters. */
  clear(): void {
    for (const select of this.selects.values()) select.value = "";
    for (const column of this.scales.keys()) this.bind(column, undefined);
    this.tell();
  }

  /** Add the choices to an address. */
  say(said: URLSearchParams): void {
    for (const [column, { value }] of this.selects) if (value) said.append(column, value);
    for (const column of this.scales.keys()) {
      const bounds = this.boundsOf(column);
      if (bounds) said.append(column, bounds.join(".."));
    }
  }

  /** Apply the filters by facts in an address. */
  take(said: URLSearchParams): void {
    for (const [column, select] of this.selects) {
      const value = said.get(column) ?? "";
      select.value = [...select.options].some((option) => option.value === value) ? value : "";
    }
  }

  /** Apply the bounds in an address, as soon as the columns are known. */
  takeBounds(said: URLSearchParams): void {
    for (const column of this.scales.keys()) {
      const [, low, high] = /^(-?[\d.]+?)\.\.(-?[\d.]+)$/.exec(said.get(column) ?? "") ?? [];
      this.bind(column, low && high ? [Number(low), Number(high)] : undefined);
    }
    this.tell();
  }
}

/** Rounded down to the digits of a slider. */
function floor(value: number): number {
  return Math.floor(value * 10 ** DIGITS) / 10 ** DIGITS;
}
