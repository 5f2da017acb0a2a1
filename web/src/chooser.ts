// Menu of leaderboard columns (measures by group, and facts about runs), and the runs picked for a comparison.

import { type Collection, make, wrapped } from "./page";
import { runAddress } from "./views";

/** A column that is not a measure: name, title, and whether it is shown initially. */
export type Fact = [column: string, title: string, isShown: boolean];

/** Boxes for measures, with those of the overview first, and for facts about runs. */
export class Chooser {
  readonly place = make("details", { class: "columns" }, make("summary", {}, "Columns and measures"));
  private readonly measureBoxes: HTMLInputElement[] = [];
  private readonly factBoxes: HTMLInputElement[] = [];

  /** `first` are the initially ticked measures; `changed` is called after every change. */
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
    const again = make("button", { type: "button", class: "sql" }, hasOverview ? "Measures of the overview" : "Initial measures");
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

  /** Whether the ticked measures are not the initial ones. */
  get isChanged(): boolean {
    return this.measureBoxes.some((each) => each.checked !== this.first.includes(each.value));
  }

  get hidden(): string[] {
    return this.factBoxes.filter((each) => !each.checked).map((each) => each.value);
  }

  /** Facts whose boxes were changed. */
  get turned(): string[] {
    return this.factBoxes.filter((each) => each.checked !== each.defaultChecked).map((each) => each.value);
  }

  /** Change the boxes of these facts, and reset all other boxes of facts. */
  turn(columns: string[]): void {
    for (const each of this.factBoxes) each.checked = each.defaultChecked !== columns.includes(each.value);
  }

  /** Tick measures; measures that are not in `known` (null: all) are disabled. Return the names of wanted measures that are
   * disabled. */
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

/** Maximum number of runs in a comparison. */
const MOST_PICKED = 5;

/** The runs picked for a comparison; beyond the maximum, the first picked run is dropped. */
export class Picks {
  readonly told = make("p", { class: "pair", role: "status" });
  /** in the order of picking */
  readonly picked: string[] = [];

  constructor(private readonly collection: string, private readonly board: HTMLElement) {}

  /** A run as a link, with a box to pick it. */
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
