// What a reader takes along of a table: LaTeX, CSV, and a link to where it stands.

import { make } from "./page";
import { csv } from "./values";

const ESCAPES: Record<string, string> = {
  "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}",
  ">": "\\textgreater{}", "|": "\\textbar{}", '"': "\\textquotedbl{}",
};

interface Shown {
  columns: string[];
  numeric: boolean[];
  /** as they are read */
  texts: string[][];
  /** numbers in full */
  values: string[][];
}

/** The rows and columns of a table that are in sight. */
function shownOf(table: HTMLTableElement): Shown {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const kept = heads.map((_, c) => c).filter((c) => getComputedStyle(heads[c]!).display !== "none");
  const rows = [...(table.tBodies[0]?.rows ?? [])].filter((row) => !row.hidden);
  const of = (read: (cell: HTMLTableCellElement) => string): string[][] =>
    rows.map((row) => kept.map((c) => (row.cells[c] ? read(row.cells[c]) : "")));
  const text = (cell: HTMLTableCellElement): string => (cell.textContent ?? "").trim();
  return {
    columns: kept.map((c) => text(heads[c]!)),
    numeric: kept.map((c) => heads[c]!.classList.contains("num")),
    texts: of(text),
    values: of((cell) => cell.dataset.value ?? text(cell)),
  };
}

/** As `dltrack leaderboard -f latex` writes a table: for the package booktabs. */
export function latex({ columns, numeric, texts }: Shown, notes: string[]): string {
  const line = (cells: string[]): string => `${cells.map(escaped).join(" & ")} \\\\\n`;
  return (
    notes.map((note) => `% ${note}\n`).join("") +
    `\\begin{tabular}{${numeric.map((each) => (each ? "r" : "l")).join("")}}\n\\toprule\n${line(columns)}\\midrule\n` +
    `${texts.map(line).join("")}\\bottomrule\n\\end{tabular}\n`
  );
}

function escaped(text: string): string {
  return text.replace(/[\\~^<>|"&%$#_{}]/g, (mark) => ESCAPES[mark] ?? `\\${mark}`);
}

/** A button that copies a text, and says so. */
export function copyButton(label: string, name: string, text: () => string): HTMLButtonElement {
  const button = make("button", { type: "button", class: "sql", "aria-label": name }, label);
  button.addEventListener("click", () => {
    void copied(text()).then((isDone) => {
      button.textContent = isDone ? "copied" : "not allowed here";
      setTimeout(() => (button.textContent = label), 1500);
    });
  });
  return button;
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** 'Copy as LaTeX, CSV, link' for the table that stands in a place now; `notes` are comments of the LaTeX. */
export function copies(place: Element, title: string, address: () => string, notes: () => string[]): HTMLElement {
  const found = (): Shown | undefined => {
    const tables = [...place.querySelectorAll<HTMLTableElement>("table")];
    const table = tables.find((each) => each.getClientRects().length) ?? tables[0];
    return table && shownOf(table);
  };
  const link = (): string => location.href.replace(/#.*$/, "") + address();
  return make(
    "p",
    { class: "copies" },
    "Copy as ",
    copyButton("LaTeX", `Copy as LaTeX: ${title}`, () => latex(found() ?? NOTHING, [title, ...notes(), link()])),
    copyButton("CSV", `Copy as CSV: ${title}`, () => {
      const { columns, values } = found() ?? NOTHING;
      return csv(columns, values);
    }),
    copyButton("link", `Copy the link of: ${title}`, link),
  );
}

const NOTHING: Shown = { columns: [], numeric: [], texts: [], values: [] };
