// Leaderboards: other measures, labels, level and tie rule, all answered by the standings of the database.

import type { Ask } from "./ask";
import type { Engine } from "./engine";
import { byId, type Collection, make, options, plain } from "./page";
import { type Choice, leaderboardQuery } from "./sql";
import { table } from "./table";

export class Board {
  private readonly measures = make("select", { multiple: "", size: "6", "aria-label": "Measures; none for those of the overview" });
  private readonly choice = make("select");
  private readonly told = make("span", { class: "found", role: "status" });
  private readonly place = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Leaderboard as asked for" });
  private readonly stored: HTMLElement;
  private readonly search: HTMLInputElement;
  private readonly official: string;
  private isAsked = false;

  constructor(private readonly here: Collection, private readonly engine: Engine, ask: Ask) {
    const name = here.collection;
    const runs = byId(`${name}--runs`);
    this.stored = runs.parentElement ?? runs;
    this.official = this.stored.nextElementSibling?.querySelector("code.query")?.textContent ?? "";
    const search = document.querySelector<HTMLInputElement>(`input.search[data-table="${CSS.escape(`${name}--runs`)}"]`);
    if (!search) throw new Error("the leaderboard has no search field");
    this.search = search;
    options(this.measures, here.measures.map((each) => [each, each]));
    const seen = new Set<string>();
    const choices: [string, string][] = [["", `official: ${this.words(here.variant, here.min_relevance, here.tie_rule)}`]];
    for (const [variant, level, rule] of here.choices) {
      const key = JSON.stringify([variant, level, rule]);
      if (!seen.has(key)) choices.push([key, this.words(variant, level, rule)]);
      seen.add(key);
    }
    options(this.choice, choices);
    const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: leaderboard of ${name}` }, "SQL");
    sql.addEventListener("click", () => ask.open(this.query(), `Leaderboard of ${name}`));
    const reset = make("button", { type: "button", class: "sql" }, "Overview's measures");
    reset.addEventListener("click", () => {
      this.choice.value = "";
      this.measures.selectedIndex = -1;
      this.change();
    });
    const many = make("details", {}, make("summary", {}, "Measures"), this.measures);
    const controls = make("div", { class: "choices" }, make("label", {}, "Labels, level, tie rule ", this.choice), many, reset, sql, this.told);
    this.stored.before(controls, this.place);
    this.place.hidden = true;
    this.choice.addEventListener("change", () => this.change());
    this.measures.addEventListener("change", () => this.change());
    this.search.addEventListener("input", () => this.filter());
  }

  private words(variant: string, level: number, rule: string): string {
    return `${variant}, relevant from ${level}, ties by ${rule}`;
  }

  /** The query of what is chosen. */
  query(): string {
    const measures = [...this.measures.selectedOptions].map((each) => each.value);
    const choice = this.choice.value ? (JSON.parse(this.choice.value) as Choice) : null;
    if (!choice && !measures.length) return this.official;
    if (!choice) return leaderboardQuery(this.here.collection, measures, null);
    const common = [...new Set(this.here.choices.map((each) => each[3]))];
    const known = measures.filter((each) => common.includes(each));
    return leaderboardQuery(this.here.collection, known.length ? known : common, choice);
  }

  private change(): void {
    void this.refresh(true);
  }

  /** Ask anew, where something was asked or a run was brought. */
  async refresh(isWanted = this.isAsked): Promise<void> {
    if (!isWanted) return;
    this.isAsked = true;
    this.told.textContent = this.engine.isStarted ? "asking …" : "starting DuckDB …";
    try {
      const { columns, rows } = await this.engine.ask(this.query());
      const kept = columns.map((_, c) => c).filter((c) => rows.some((row) => row[c] !== null));
      const bar = columns.includes("ndcg_cut_10") ? "ndcg_cut_10" : undefined;
      this.place.replaceChildren(
        table(kept.map((c) => columns[c] ?? ""), rows.map((row) => kept.map((c) => row[c] ?? null)), bar ? { bar } : {}),
      );
      this.place.hidden = false;
      this.stored.hidden = true;
      this.told.textContent = `${rows.length} runs`;
      this.filter();
    } catch (error) {
      this.told.textContent = plain(error);
    }
  }

  private filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of this.place.querySelectorAll<HTMLTableRowElement>("tbody tr")) {
      const text = (row.textContent ?? "").toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  }
}
