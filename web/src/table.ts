// One table component: sortable, searchable, safe against names that look like markup.

import { heading, isOwn, make } from "./page";
import { type Cell, cellText } from "./values";

const MOST = 1000;

export interface Choices {
  /** column drawn as a bar */
  bar?: string;
  caption?: string;
  /** headings other than the words for columns, which are in a tooltip */
  titles?: Map<string, string>;
  /** what a cell shows instead of its value's text; `row` gives the row's other values by their columns */
  dress?: (column: string, value: Cell, row: (column: string) => Cell) => Node | undefined;
  /** the class of a row */
  kind?: (row: (column: string) => Cell) => string;
}

export function table(columns: string[], rows: Cell[][], { bar, caption, titles, dress, kind }: Choices = {}): HTMLTableElement {
  const numeric = columns.map((_, c) => rows.every((row) => row[c] === null || typeof row[c] === "number"));
  // 1, 0 and .5177 in one column share their places
  const hasPlaces = columns.map((_, c) => Boolean(numeric[c]) && rows.some((row) => row[c] !== null && !Number.isInteger(row[c])));
  const runs = columns.indexOf("run_id");
  const classes = (c: number): string => `${numeric[c] ? "num" : ""}${/^\w+$/.test(columns[c] ?? "") ? ` c-${columns[c]}` : ""}`.trim();
  const element = make("table");
  if (caption) element.append(make("caption", {}, caption));
  const head = element.createTHead().insertRow();
  const body = element.createTBody();
  let all = rows;

  const fill = (): void => {
    body.replaceChildren();
    for (const values of all.slice(0, MOST)) {
      const row = body.insertRow();
      const valueOf = (name: string): Cell => values[columns.indexOf(name)] ?? null;
      row.className = runs >= 0 && isOwn.has(String(values[runs])) ? "own-run" : (kind?.(valueOf) ?? "");
      values.forEach((value, c) => {
        const cell = row.insertCell();
        cell.className = classes(c);
        const node = dress?.(columns[c] ?? "", value ?? null, valueOf);
        cell.replaceChildren(node ?? cellText(columns[c] ?? "", value ?? null, hasPlaces[c]));
        if (!numeric[c]) {
          const text = cell.textContent ?? "";
          if (text.length > 40) cell.title = text;
          return;
        }
        if (value !== null) cell.dataset.value = String(value);
        if (columns[c] === bar && typeof value === "number") {
          cell.classList.add("bar");
          cell.style.setProperty("--share", value.toFixed(4));
        }
      });
    }
  };

  columns.forEach((name, c) => {
    const words = titles?.get(name) ?? heading(name);
    const button = make("button", { type: "button", ...(words === name ? {} : { title: name }) }, words);
    const cell = make("th", { scope: "col", "data-column": name }, button);
    cell.className = classes(c);
    button.addEventListener("click", () => {
      const before = cell.getAttribute("aria-sort");
      const down = before ? before === "ascending" : Boolean(numeric[c]);
      for (const other of head.cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      all = [...all].sort((a, b) => {
        const [x, y] = [a[c] ?? null, b[c] ?? null];
        if (x === null || y === null) return Number(x === null) - Number(y === null);
        const order = numeric[c] ? (x as number) - (y as number) : String(x).localeCompare(String(y));
        return down ? -order : order;
      });
      fill();
    });
    head.append(cell);
  });
  element.className = "sortable";
  fill();
  return element;
}

/** What a table leaves out, in words. */
export function told(rows: Cell[][]): string {
  const count = `${rows.length.toLocaleString("en")} ${rows.length === 1 ? "row" : "rows"}`;
  return rows.length > MOST ? `${count}, the first ${MOST.toLocaleString("en")} shown; CSV has all` : count;
}

/** The column that a reader sorted by, behind a minus where it falls; empty where nobody did. */
export function sortOf(place: Element): string {
  const head = place.querySelector<HTMLElement>("th[aria-sort]");
  return head ? `${head.getAttribute("aria-sort") === "descending" ? "-" : ""}${head.dataset.column ?? ""}` : "";
}

/** Sort a table as `sortOf` says it. */
export function sortBy(place: Element, sort: string): void {
  const [way, column] = sort.startsWith("-") ? ["descending", sort.slice(1)] : ["ascending", sort];
  const head = [...place.querySelectorAll<HTMLElement>("th")].find((each) => each.dataset.column === column);
  for (let tries = 0; head && tries < 2 && head.getAttribute("aria-sort") !== way; tries++) head.querySelector("button")?.click();
}
