// Buttons that copy a table as LaTeX, CSV or JSON, or a link to it.

import { latex, type Sheet } from "./latex";
import { make } from "./page";
import { type Cell, csv, json } from "./values";

interface Shown extends Sheet {
  /** values with all digits */
  values: Cell[][];
}

/** The visible columns and the filtered rows of a grid, from all its pages. */
function shownOf(grid: Grid): Shown {
  const [places, rows] = [grid.shown, grid.kept];
  const pick = <T>(all: T[]): T[] => places.map((c) => all[c]!);
  return {
    columns: pick(grid.columns),
    titles: pick(grid.heads).map((head) => head.querySelector("button")?.textContent ?? ""),
    numeric: pick(grid.numeric),
    texts: rows.map((row) => pick(grid.texts(row))),
    values: rows.map((row) => pick(row)),
  };
}

/** A button that copies a text, which may be a promise. */
export function copyButton(label: string, name: string, text: () => string | Promise<string>): HTMLButtonElement {
  const button = make("button", { type: "button", class: "sql", "aria-label": name }, label);
  button.addEventListener("click", () => {
    void copied(text()).then((isDone) => {
      button.textContent = isDone ? "copied" : "copying is not allowed";
      setTimeout(() => (button.textContent = label), 1500);
    });
  });
  return button;
}

async function copied(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    // browsers accept a text that is not ready yet only as a promise
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": text.then((found) => new Blob([found], { type: "text/plain" })) })]);
    return true;
  } catch {
    return false;
  }
}

/** Function that returns the visible table as LaTeX. */
export type Paper = (shown: Sheet) => string | Promise<string>;

/** Buttons that copy the visible table in `place`; `paper` replaces the default LaTeX. */
export function copies(place: Element, title: string, address: () => string, paper?: Paper): HTMLElement {
  const found = (): Shown => {
    const tables = [...place.querySelectorAll("table")];
    const grid = Grid.all.get(tables.find((each) => each.getClientRects().length) ?? tables[0] ?? place);
    return grid ? shownOf(grid) : { columns: [], titles: [], numeric: [], texts: [], values: [] };
  };
  const link = (): string => location.href.replace(/#.*$/, "") + address();
  const button = (kind: string, text: () => string | Promise<string>): HTMLElement => copyButton(kind, `Copy as ${kind}: ${title}`, text);
  return make(
    "p",
    { class: "copies" },
    "Copy as ",
    button("LaTeX", () => paper?.(found()) ?? latex(found(), title, [link()])),
    button("CSV", () => csv(found().titles, found().values)),
    button("JSON", () => json(found().columns, found().values)),
    copyButton("link", `Copy the link of: ${title}`, link),
  );
}
