// The data embedded in the page, and helper functions for its document.

/** 1 if higher values of a measure are better, -1 if lower values are, null if neither. */
export type Direction = 1 | -1 | null;

/** A column of a leaderboard: printed name, stored name and direction of its measure. */
export type Shown = [column: string, printed: string, measure: string, direction: Direction];

export interface Collection {
  collection: string;
  /** whether the collection has no labels, so that runs can only be checked */
  is_open: boolean;
  variant: string;
  min_relevance: number | null;
  tie_rule: string;
  /** pattern of document ids, if the recipe states it */
  doc_id_pattern: string | null;
  /** labels, level, tie rule and measure of each stored mean */
  choices: [string, number | null, string, string][];
  /** measures with stored scores: name, printed name, group in the menu, and direction */
  measures: [string, string, string, Direction][];
  /** columns of the leaderboard with measures; the first ranks the runs */
  columns: Shown[];
  topics: [string, string | null][];
  /** runs, best first, with their teams */
  runs: [run: string, team: string | null][];
  /** runs whose answers are loaded or labelled */
  answer_runs: string[];
  /** numbers in run notes, which are columns, too */
  numbers: string[];
  /** columns with facts about runs */
  run_columns: string[];
  /** notes on the leaderboard: sources of its numbers, excluded runs */
  notes: string[];
  /** whether the initially shown measures are those of an overview */
  has_overview: boolean;
}

export interface Site {
  collections: Collection[];
  with_runs: boolean;
  /** views with stored results, which cannot contain a visitor's run */
  stored: string[];
  /** by measure (without parameters) or column: its meaning, and whether it depends on a relevance level and a cutoff */
  meanings: Record<string, [meaning: string, hasLevel: boolean, hasCutoff: boolean]>;
  /** titles of columns */
  words: Record<string, string>;
  /** example questions and their queries */
  examples: [string, string][];
}

export const site = JSON.parse(byId("site").textContent ?? "{}") as Site;

/** The initially shown collection: the first with a leaderboard. */
export function firstShown(): string {
  const names = site.collections.map((each) => each.collection);
  return names.find((name) => document.getElementById(`${name}--leaderboard`)) ?? names[0] ?? "";
}

/** The column and measure that rank a collection's runs. */
export function mainOf(here: Collection): Shown {
  return here.columns[0] ?? ["ndcg_cut_10", "nDCG@10", "ndcg_cut_10", 1];
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

/** Whether a collection has no labels yet. */
export function isOpen(collection: string): boolean {
  return site.collections.some((each) => each.collection === collection && each.is_open);
}

/** The title of a column. */
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

/** Positions at which a long name may be broken. */
const MARK = /(?<=[-_.+=,@~])(?=[^-_.+=,@~])/u;

/** A name as text that wraps after its punctuation. */
export function wrapped(name: string): Content[] {
  return name.split(MARK).flatMap((part, i): Content[] => (i ? [make("wbr"), part] : [part]));
}

export function options(select: HTMLSelectElement, values: [string, string][], chosen = ""): void {
  select.replaceChildren(...values.map(([value, text]) => make("option", { value }, text)));
  if (chosen) select.value = chosen;
}

/** An error in plain words. */
export function plain(error: unknown): string {
  let text = error instanceof Error ? error.message : String(error);
  try {
    const told = JSON.parse(text) as { exception_type?: string; exception_message?: string };
    if (told.exception_message) text = `${told.exception_type ?? ""} error: ${told.exception_message}`;
  } catch {
    // not in DuckDB's format
  }
  if (/memory access out of bounds|out of memory|allocation/i.test(text)) {
    return "This device has too little memory for this query: DuckDB needs about 400 MB. Try it on a computer.";
  }
  if (/in the icu extension|extension.*(not|could)|Extension/.test(text)) {
    const function_ = /"([^"]+)" is not in the catalog/.exec(text)?.[1];
    return `${function_ ? `'${function_}' needs` : "This query needs"} an extension of DuckDB, which this page does not load.`;
  }
  if (/CompileError|WebAssembly/.test(text)) {
    return "This browser forbids WebAssembly on pages opened from a file; serve the page over http, or use another browser.";
  }
  return text.replace(/^Error: /, "");
}

export const isOwn = new Set<string>();
