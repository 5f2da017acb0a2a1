// What a leaderboard shows: measures by their families and facts about runs, ticked in one place; and runs to be compared.

import { type Collection, make, wrapped } from "./page";
import { runAddress } from "./views";

/** A column that is no measure: its name, what people call it, and whether it is shown at first. */
export type Fact = [column: string, title: string, isShown: boolean];

/** Columns to tick: measures, those of the overview first, and facts about runs. */
export class Chooser {
  readonly place = make("details", { class: "columns" }, make("summary", {}, "Columns and measures"));
  private readonly measureBoxes: HTMLInputElement[] = [];
  private readonly factBoxes: HTMLInputElement[] = [];

  /** `first` are the measures that are ticked at first, which may be those of an overview; `changed` is told of every tick. */
  constructor(
    measures: Collection["measures"], facts: Fact[], private readonly first: string[], hasOverview: boolean, changed: () => void,
  ) {
    const families = make("div", { class: "families" });
    const fieldset = (name: string): HTMLElement => families.appendChild(make("fieldset", { class: "family" }, make("legend", {}, name)));
    const box = (value: string, title: string, isTicked: boolean, family: HTMLElement): HTMLInputElement => {
      const made = make("input", { type: "checkbox", value, "data-printed": title });
      made.checked = made.defaultChecked = isTicked;
      made.addEventListener("change", changed);
      family.append(make("label", {}, made, title));
      return made;
    };
    if (facts.length) {
      const about = fieldset("About the runs");
      this.factBoxes = facts.map(([column, title, isShown]) => box(column, title, isShown, about));
    }
    let family: HTMLElement | undefined;
    let last = "";
    for (const [measure, printed, name] of measures) {
      if (!family || name !== last) family = fieldset(name);
      last = name;
      this.measureBoxes.push(box(measure, printed, first.includes(measure), family));
    }
    const again = make("button", { type: "button", class: "sql" }, hasOverview ? "Overview's measures" : "First measures");
    again.addEventListener("click", () => {
      this.tick(first, null);
      this.turn([]);
      changed();
    });
    this.place.append(families, again);
  }

  /** The measures that are ticked. */
  get ticked(): string[] {
    return this.measureBoxes.filter((each) => each.checked).map((each) => each.value);
  }

  /** Whether other measures are ticked than at first. */
  get isChanged(): boolean {
    return this.measureBoxes.some((each) => each.checked !== this.first.includes(each.value));
  }

  /** Columns of facts that are not ticked. */
  get hidden(): string[] {
    return this.factBoxes.filter((each) => !each.checked).map((each) => each.value);
  }

  /** Columns of facts that are otherwise than at first. */
  get turned(): string[] {
    return this.factBoxes.filter((each) => each.checked !== each.defaultChecked).map((each) => each.value);
  }

  /** Have these columns of facts otherwise than at first, and all others as at first. */
  turn(columns: string[]): void {
    for (const each of this.factBoxes) each.checked = each.defaultChecked !== columns.includes(each.value);
  }

  /** Tick these of those that are `known`, null for all; others cannot be ticked. Returned are the names of those left out. */
  tick(wanted: string[], known: string[] | null): string[] {
    const gone: string[] = [];
    for (const box of this.measureBoxes) {
      box.disabled = known !== null && !known.includes(box.value);
      box.checked = wanted.includes(box.value) && !box.disabled;
      if (wanted.includes(box.value) && box.disabled) gone.push(box.dataset.printed ?? box.value);
    }
    return gone;
  }
}

/** So many runs can be compared at once. */
const MOST_PICKED = 5;

/** Some runs that are picked to be compared; one more takes the place of the first. */
export class Picks {
  readonly told = make("p", { class: "pair", role: "status" });
  /** in the order of the picking */
  readonly picked: string[] = [];

  /** `board` is what has the boxes. */
  constructor(private readonly collection: string, private readonly board: HTMLElement) {}

  /** A run as a link, with a box that picks it. */
  pickable(run: string): HTMLElement {
    const box = make("input", { type: "checkbox", class: "pick", "aria-label": `Compare ${run}`, title: "pick two to five runs to compare" });
    box.dataset.run = run;
    box.checked = this.picked.includes(run);
    box.addEventListener("change", () => this.pick(run, box.checked));
    return make("span", {}, box, make("a", { href: runAddress(this.collection, run), class: "name" }, ...wrapped(run)));
  }

  private pick(run: string, isPicked: boolean): void {
    const before = this.picked.indexOf(run);
    if (before >= 0) this.picked.splice(before, 1);
    if (isPicked) this.picked.push(run);
    if (this.picked.length > MOST_PICKED) this.picked.shift();
    for (const box of this.board.querySelectorAll<HTMLInputElement>("input.pick")) {
      box.checked = this.picked.includes(box.dataset.run ?? "");
    }
    const [first = "", ...others] = this.picked;
    const link = others.length ? make("a", { href: runAddress(this.collection, first, others) }, `Compare ${first} with ${others.join(", ")}`) : "";
    this.told.replaceChildren(link || (first ? `${first}: pick a second run to compare it with.` : ""));
  }
}
