// What the page knows before DuckDB is there, and small things of the document.

/** Whether higher (1) or lower values (-1) of a measure are better, or neither. */
export type Direction = 1 | -1 | null;

/** A column of a leaderboard, what papers call the measure in it, its name, and which values are better. */
export type Shown = [column: string, printed: string, measure: string, direction: Direction];

export interface Collection {
  collection: string;
  /** whether it has no labels yet, so that runs can only be checked */
  is_open: boolean;
  variant: string;
  min_relevance: number | null;
  tie_rule: string;
  /** what its document ids look like, where a recipe knows it */
  doc_id_pattern: string | null;
  /** labels, level, tie rule and measure of every stored mean */
  choices: [string, number | null, string, string][];
  /** measures with stored scores: name, what papers call it, family, and which values are better */
  measures: [string, string, string, Direction][];
  /** columns of the leaderboard, what papers call them, and the measures in them; runs are ranked by the first */
  columns: Shown[];
  topics: [string, string | null][];
  /** runs, best first, with their teams */
  runs: [run: string, team: string | null][];
  /** runs whose answers are loaded or labelled */
  answer_runs: string[];
  /** numbers that are noted of runs, columns of the leaderboard as well */
  numbers: string[];
  /** columns of a leaderboard that say what a run is */
  run_columns: string[];
  /** what is said of the leaderboard's numbers: where they are from, which runs are left out */
  notes: string[];
  /** whether the first measures are those of an overview */
  has_overview: boolean;
}

export interface Site {
  collections: Collection[];
  with_runs: boolean;
  /** views whose results are stored, so that a run of one's own cannot be in them */
  stored: string[];
  /** measures without their parameters, and columns: what they are, and whether they have a level of relevance and a cutoff */
  meanings: Record<string, [meaning: string, hasLevel: boolean, hasCutoff: boolean]>;
  /** what people call the columns of tables */
  words: Record<string, string>;
  /** first questions, and queries that answer them */
  examples: [string, string][];
}

export const site = JSON.parse(byId("site").textContent ?? "{}") as Site;

/** The collection that the page opens on: the first that has a leaderboard, or else the first. */
export function firstShown(): string {
  const names = site.collections.map((each) => each.collection);
  return names.find((name) => document.getElementById(`${name}--leaderboard`)) ?? names[0] ?? "";
}

/** The column and measure by which a collection's runs are ranked. */
export function mainOf(here: Collection): Shown {
  return here.columns[0] ?? ["ndcg_cut_10", "nDCG@10", "ndcg_cut_10", 1];
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks #${id}`);
  return found as T;
}

/** Whether a collection has no labels yet. */
export function isOpen(collection: string): boolean {
  return site.collections.some((each) => each.collection === collection && each.is_open);
}

/** What people call a column of a table. */
export function heading(column: string): string {
  const measures = site.collections.flatMap((each) => [...each.columns, ...each.measures]);
  return site.words[column] ?? measures.find(([name]) => name === column)?.[1] ?? column;
}

type Content = string | Node;

/** A new element; texts become text, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...content: Content[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/** Where a name of many words in one may be broken. */
const MARK = /(?<=[-_.+=,@~])(?=[^-_.+=,@~])/u;

/** A name as text that wraps behind its punctuation. */
export function wrapped(name: string): Content[] {
  return name.split(MARK).flatMap((part, i): Content[] => (i ? [make("wbr"), part] : [part]));
}

export function options(select: HTMLSelectElement, values: [string, string][], chosen = ""): void {
  select.replaceChildren(...values.map(([value, text]) => make("option", { value }, text)));
  if (chosen) select.value = chosen;
}

/** What went wrong, in plain words. */
export function plain(error: unknown): string {
  let text = error instanceof Error ? error.message : String(error);
  try {
    const told = JSON.parse(text) as { exception_type?: string; exception_message?: string };
    if (told.exception_message) text = `${told.exception_type ?? ""} error: ${told.exception_message}`;
  } catch {
    // not in DuckDB's form: as it is
  }
  if (/memory access out of bounds|out of memory|allocation/i.test(text)) {
    return "This device has too little memory for that question; DuckDB needs some 400 MB. Try a computer.";
  }
  if (/in the icu extension|extension.*(not|could)|Extension/.test(text)) {
    const function_ = /"([^"]+)" is not in the catalog/.exec(text)?.[1];
    return `${function_ ? `'${function_}' needs` : "That needs"} an extension of DuckDB, and this page fetches none.`;
  }
  if (/CompileError|WebAssembly/.test(text)) {
    return "This browser forbids WebAssembly on pages opened from a file; serve the page over http, or use another browser.";
  }
  return text.replace(/^Error: /, "");
}

export const isOwn = new Set<string>();
