// Results of DuckDB as tables, with the page's column titles; the visitor's runs are highlighted.

import type { Answer } from "./engine";
import { heading, isOwn } from "./page";
import type { Cell } from "./values";

export interface Choices extends GridLook {
  /** as in GridLook, with values of DuckDB */
  dress?: (column: string, value: Cell, row: (column: string) => Cell) => Node | undefined;
}

export function table(columns: string[], rows: Cell[][], look: Choices = {}): HTMLTableElement {
  const grid = new Grid(columns, rows, wordsIn(look));
  grid.show();
  return grid.table;
}

/** A grid look with the page's column titles, in which the visitor's runs are highlighted. */
export function wordsIn(look: Choices): GridLook {
  return { heading, ...look, kind: (row) => (isOwn.has(String(row("run_id"))) ? "own-run" : (look.kind?.(row) ?? "")) };
}

/** A result without its empty columns. */
export function withoutEmpty({ columns, rows }: Answer): Answer {
  const kept = columns.map((_, c) => c).filter((c) => rows.some((row) => row[c] !== null));
  return { columns: kept.map((c) => columns[c] ?? ""), rows: rows.map((row) => kept.map((c) => row[c] ?? null)) };
}

/** The number of rows in words. */
export function told(rows: Cell[][]): string {
  const count = `${rows.length.toLocaleString("en")} ${rows.length === 1 ? "row" : "rows"}`;
  return rows.length > Grid.MOST ? `${count}, ${Grid.MOST.toLocaleString("en")} at a time` : count;
}
