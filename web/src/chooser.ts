// What a leaderboard is asked for: measures by their families, and two runs to be compared.

import { type Collection, make } from "./page";
import { runAddress } from "./views";

/** Measures to tick, the overview's first. */
export class Measures {
  readonly place = make("div", { class: "families" });
  private readonly boxes: HTMLInputElement[] = [];

  constructor(measures: Collection["measures"], changed: () => void) {
    let family: HTMLElement | undefined;
    let last = "";
    for (const [measure, printed, name] of measures) {
      if (!family || name !== last) {
        family = make("fieldset", { class: "family" }, make("legend", {}, name));
        this.place.append(family);
      }
      last = name;
      const box = make("input", { type: "checkbox", value: measure, "data-printed": printed });
      box.addEventListener("change", changed);
      this.boxes.push(box);
      family.append(make("label", {}, box, printed));
    }
  }

  get ticked(): string[] {
    return this.boxes.filter((each) => each.checked).map((each) => each.value);
  }

  /** Tick these of those that are `known`, null for all; others cannot be ticked. Returned are the names of those left out. */
  tick(wanted: string[], known: string[] | null): string[] {
    const gone: string[] = [];
    for (const box of this.boxes) {
      box.disabled = known !== null && !known.includes(box.value);
      box.checked = wanted.includes(box.value) && !box.disabled;
      if (wanted.includes(box.value) && box.disabled) gone.push(box.dataset.printed ?? box.value);
    }
    return gone;
  }
}

/** Two runs at most that are picked; a third takes the place of the first. */
export class Pair {
  readonly told = make("p", { class: "pair", role: "status" });
  private readonly picked: string[] = [];

  /** `board` is what has the boxes. */
  constructor(private readonly collection: string, private readonly board: HTMLElement) {}

  /** A run as a link, with a box that picks it. */
  pickable(run: string): Node[] {
    const box = make("input", { type: "checkbox", class: "pick", "aria-label": `Compare ${run}`, title: "pick two runs to compare" });
    box.dataset.run = run;
    box.checked = this.picked.includes(run);
    box.addEventListener("change", () => this.pick(run, box.checked));
    return [box, make("a", { href: runAddress(this.collection, run) }, run)];
  }

  private pick(run: string, isPicked: boolean): void {
    const before = this.picked.indexOf(run);
    if (before >= 0) this.picked.splice(before, 1);
    if (isPicked) this.picked.push(run);
    if (this.picked.length > 2) this.picked.shift();
    for (const box of this.board.querySelectorAll<HTMLInputElement>("input.pick")) {
      box.checked = this.picked.includes(box.dataset.run ?? "");
    }
    const [first, second] = this.picked;
    const link = first && second ? make("a", { href: runAddress(this.collection, first, second) }, `Compare ${first} with ${second}`) : "";
    this.told.replaceChildren(link || (first ? `${first}: pick a second run to compare it with.` : ""));
  }
}
