"use strict";
// Tables of the report and the site, which can be sorted and filtered; visitors choose columns, and a page of a table has a
// thousand rows. Not a module, because a report is written without JavaScript tools.

/**
 * @typedef {any} GridValue
 * @typedef {(column: string) => GridValue} GridRow returns the value of a row in a column
 * @typedef {object} GridLook
 * @property {(column: string) => string} [heading] returns the title of a column
 * @property {(column: string) => boolean} [rises] whether the first click on a column sorts the lowest values first
 * @property {string} [bar] column whose values are drawn as bars
 * @property {(column: string, value: GridValue, row: GridRow) => Node | undefined} [dress] returns the content of a
 *   cell, if it differs from the text of the value
 * @property {(row: GridRow) => string} [kind] returns the CSS class of a row
 */

/** Columns of p-values and other probabilities, as in dltrack_db/show/text.py. */
const PROBABILITY = /^((.*_)?p_(value|corrected|t|wilcoxon|randomization|heterogeneity)(_holm|_bonferroni)?|power|prob_\w+|(mean|signs)_(better|equal|worse))$/;

/**
 * The text of a value: numbers with four decimals, yes or no for booleans, and '<' or '>' for probabilities near 0 or 1. Whole
 * numbers have decimals only if other values of the column have decimals.
 * @param {string} column @param {GridValue} value @param {boolean} [hasPlaces]
 * @returns {string}
 */
function cellText(column, value, hasPlaces = false) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value !== "number") return String(value);
  if (PROBABILITY.test(column) && value > 0 && value < 1) {
    if (value < 0.0001) return "< 0.0001";
    if (value >= 0.99995) return "> 0.9999";
  }
  if (Number.isInteger(value) && !hasPlaces) return String(value);
  return value !== 0 && Math.abs(value) < 0.00005 ? value.toExponential(1) : value.toFixed(4);
}

class Grid {
  /** Maximum number of rows on a page of a table. */
  static MOST = 1000;
  /** @type {WeakMap<Element, Grid>} grids by table */
  static all = new WeakMap();
  static collator = new Intl.Collator("en", { numeric: true });

  /**
   * The grid of an existing table. The rows of the table are kept, unless `look` is given.
   * @param {HTMLTableElement} table @param {GridLook} [look]
   */
  static adopt(table, look) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
    const drawn = [...(table.tBodies[0]?.rows ?? [])];
    /** @param {HTMLTableCellElement} cell @param {number} c */
    const read = (cell, c) => {
      if (!heads[c]?.classList.contains("num")) return cell.textContent || null;
      return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
    };
    const rows = drawn.map((row) => [...row.cells].map(read));
    const titles = new Map(heads.map((head) => [head.dataset.column, head.textContent ?? ""]));
    const rising = new Set(heads.filter((head) => head.dataset.rises !== undefined).map((head) => head.dataset.column));
    const grid = new Grid(
      heads.map((head) => head.dataset.column ?? ""), rows, { heading: (column) => titles.get(column) ?? column, rises: (column) => rising.has(column), ...look }, table,
    );
    if (!look) rows.forEach((row, i) => drawn[i] && grid.drawn.set(row, drawn[i]));
    grid.show();
    return grid;
  }

  /** @param {string[]} columns @param {GridValue[][]} rows @param {GridLook} look @param {HTMLTableElement} table */
  constructor(columns, rows, look = {}, table = document.createElement("table")) {
    this.columns = columns;
    this.rows = rows;
    this.look = look;
    this.table = table;
    this.numeric = columns.map((_, c) => rows.every((row) => row[c] === null || typeof row[c] === "number"));
    this.hasPlaces = columns.map((_, c) => this.numeric[c] && rows.some((row) => row[c] !== null && !Number.isInteger(row[c])));
    /** @type {Map<GridValue[], HTMLTableRowElement>} */
    this.drawn = new Map();
    /** @type {Set<string>} */
    this.hidden = new Set();
    /** Column that rows are sorted by, with a minus if descending; empty for the original order. */
    this.sorted = "";
    /** @type {(row: GridRow, text: string) => boolean} */
    this.test = () => true;
    this.page = 0;
    table.classList.add("sortable");
    this.body = table.tBodies[0] ?? table.createTBody();
    table.tHead?.remove();
    this.heads = columns.map((column, c) => this.head(column, c));
    table.createTHead().insertRow().append(...this.heads);
    Grid.all.set(table, this);
  }

  /** @param {string} column @param {number} c */
  head(column, c) {
    const [button, cell] = [document.createElement("button"), document.createElement("th")];
    button.type = "button";
    button.textContent = this.look.heading?.(column) ?? column;
    if (button.textContent !== column) button.title = column;
    button.addEventListener("click", () => {
      const falls = this.numeric[c] && !this.look.rises?.(column);
      const isDown = this.sorted === column || (falls && this.sorted !== `-${column}`);
      this.sort(isDown ? `-${column}` : column);
    });
    cell.scope = "col";
    cell.dataset.column = column;
    cell.className = this.classes(c);
    cell.append(button);
    return cell;
  }

  /** @param {number} c */
  classes(c) {
    return `${this.numeric[c] ? "num" : ""}${/^\w+$/.test(this.columns[c] ?? "") ? ` c-${this.columns[c]}` : ""}`.trim();
  }

  /** @param {GridValue[]} row @returns {GridRow} */
  valueIn(row) {
    return (column) => row[this.columns.indexOf(column)] ?? null;
  }

  /** @param {GridValue[]} row */
  texts(row) {
    return row.map((value, c) => cellText(this.columns[c] ?? "", value, this.hasPlaces[c]));
  }

  /** Sort by a value of `sorted` in an address. @param {string} sorted */
  sort(sorted) {
    this.sorted = sorted;
    this.page = 0;
    this.show();
    this.table.dispatchEvent(new CustomEvent("sorted", { bubbles: true }));
  }

  /** Keep the rows for which a test of values and text is true. @param {(row: GridRow, text: string) => boolean} test */
  filter(test) {
    this.test = test;
    this.page = 0;
    this.show();
  }

  /** @param {Iterable<string>} columns */
  hide(columns) {
    this.hidden = new Set(columns);
    this.show();
  }

  /** The filtered rows of all pages, sorted. */
  get kept() {
    const kept = this.rows.filter((row) => this.test(this.valueIn(row), this.texts(row).join(" ").toLowerCase()));
    const isDown = this.sorted.startsWith("-") && !this.columns.includes(this.sorted);
    const c = this.columns.indexOf(isDown ? this.sorted.slice(1) : this.sorted);
    if (c < 0) return kept;
    return kept.sort((a, b) => {
      const [x, y] = [a[c] ?? null, b[c] ?? null];
      if (x === null || y === null) return Number(x === null) - Number(y === null); // missing values last
      const order = this.numeric[c] ? x - y : Grid.collator.compare(String(x), String(y));
      return isDown ? -order : order;
    });
  }

  /** Indices of visible columns. */
  get shown() {
    return this.columns.map((_, c) => c).filter((c) => !this.hidden.has(this.columns[c] ?? ""));
  }

  /** Draw the filtered rows. */
  show() {
    const kept = this.kept;
    const first = this.page * Grid.MOST;
    this.body.replaceChildren(...kept.slice(first, first + Grid.MOST).map((row) => this.row(row)));
    this.heads.forEach((head, c) => {
      const column = this.columns[c] ?? "";
      head.hidden = this.hidden.has(column);
      if (this.sorted !== column && this.sorted !== `-${column}`) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", this.sorted === column ? "ascending" : "descending");
    });
    this.turnPages(kept.length);
    this.table.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
  }

  /** @param {GridValue[]} values */
  row(values) {
    let row = this.drawn.get(values);
    if (!row) this.drawn.set(values, (row = this.drawRow(values)));
    for (const [c, cell] of [...row.cells].entries()) cell.hidden = this.hidden.has(this.columns[c] ?? "");
    return row;
  }

  /** @param {GridValue[]} values */
  drawRow(values) {
    const row = document.createElement("tr");
    const valueOf = this.valueIn(values);
    row.className = this.look.kind?.(valueOf) ?? "";
    this.texts(values).forEach((text, c) => {
      const [column, value, cell] = [this.columns[c] ?? "", values[c] ?? null, row.insertCell()];
      cell.className = this.classes(c);
      cell.replaceChildren(this.look.dress?.(column, value, valueOf) ?? text);
      if (!this.numeric[c] && text.length > 40) cell.title = text;
      if (!this.numeric[c] || value === null) return;
      cell.dataset.value = String(value);
      if (column !== this.look.bar) return;
      cell.classList.add("bar");
      cell.style.setProperty("--share", (value / this.longest(c)).toFixed(4));
    });
    return row;
  }

  /** Value of the longest bar: 1, or the largest value if it is above 1. @param {number} c */
  longest(c) {
    return this.rows.reduce((largest, row) => Math.max(largest, row[c] ?? 0), 1);
  }

  /** Buttons to turn pages, if there are several. @param {number} count */
  turnPages(count) {
    this.table.tFoot?.remove();
    if (count <= Grid.MOST) return;
    const cell = this.table.createTFoot().insertRow().insertCell();
    cell.colSpan = this.columns.length;
    const first = this.page * Grid.MOST;
    /** @param {string} text @param {number} page @param {boolean} isThere */
    const button = (text, page, isThere) => {
      const element = document.createElement("button");
      element.type = "button";
      element.textContent = text;
      element.disabled = !isThere;
      element.addEventListener("click", () => {
        this.page = page;
        this.show();
      });
      return element;
    };
    const last = Math.min(first + Grid.MOST, count);
    cell.append(
      `${(first + 1).toLocaleString("en")} to ${last.toLocaleString("en")} of ${count.toLocaleString("en")} `,
      button("Previous", this.page - 1, first > 0), " ", button("Next", this.page + 1, last < count),
    );
  }
}
