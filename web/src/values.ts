// Values of results, and tables as CSV and JSON.

export type Cell = null | boolean | number | string | Cell[] | { [name: string]: Cell };

/** Rows as CSV by RFC 4180; numbers have all digits. */
export function csv(columns: string[], rows: Cell[][]): string {
  const field = (value: Cell): string => {
    const text = value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";
}

/** Rows as JSON: a list of objects by the columns' names in SQL. */
export function json(columns: string[], rows: Cell[][]): string {
  const records = rows.map((row) => Object.fromEntries(columns.map((name, c) => [name, row[c] ?? null])));
  return `${JSON.stringify(records, null, 1)}\n`;
}
