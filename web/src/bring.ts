// Adds a visitor's run: from a dropped or chosen file to the verdict on the run.

import type { Ask } from "./ask";
import { copyButton } from "./copy";
import { Cancelled, type Engine } from "./engine";
import { homeOf } from "./home";
import { bring, check, freeName, isBrought, ownRuns, placeOf, Refused, remove, runId, textOf } from "./own";
import { byId, isOpen, isOwn, mainOf, make, plain, site } from "./page";
import { inWords } from "./scores";
import { quoted } from "./sql";
import { table, withoutEmpty } from "./table";
import { topicScores } from "./topicscores";
import { comparedWithBest } from "./verdict";
import { runAddress } from "./views";

export class Bringing {
  private readonly messages = byId("own-told");
  /** the message about the current file; each file has one */
  private told = make("p");
  private readonly box = byId("own");
  private readonly field = byId<HTMLInputElement>("own-file");

  /** `chosen` returns the visible collection, `show` shows another collection, `anew` redraws everything with the visitor's runs. */
  constructor(
    private readonly engine: Engine,
    private readonly ask: Ask,
    private readonly chosen: () => string,
    private readonly show: (collection: string) => void,
    private readonly anew: (collection: string) => Promise<void>,
  ) {
    for (const name of ["dragenter", "dragover"]) {
      document.addEventListener(name, (event) => {
        event.preventDefault();
        document.body.classList.add("over");
      });
    }
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("over");
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("over");
      const place = (event.target as Element).closest("section.collection")?.id;
      void this.takeAll(event.dataTransfer?.files, place);
    });
    this.field.addEventListener("change", () => void this.takeAll(this.field.files));
    const memory = (navigator as Navigator & { deviceMemory?: number }).deviceMemory;
    if (memory !== undefined && memory < 2) {
      this.box.append(make("p", { class: "unfit" }, "This device has little memory. Tables and charts work, but queries may fail."));
    }
  }

  private async takeAll(files: FileList | null | undefined, place = this.chosen()): Promise<void> {
    if (!files?.length) return;
    this.messages.replaceChildren();
    byId("own-check").replaceChildren();
    for (const file of [...files]) {
      this.told = this.messages.appendChild(make("p"));
      await this.take(file, place);
    }
  }

  /** Score a run file. The input field is cleared, so that the same file can be chosen again. */
  private async take(file: File, place: string): Promise<void> {
    this.show(place);
    this.box.hidden = false;
    this.box.scrollIntoView();
    this.busy(`reading ${file.name} …`);
    try {
      const text = await textOf(file);
      this.field.value = "";
      runId(file.name); // an invalid name is refused before DuckDB is started
      await this.engine.start();
      const collection = await homeOf(this.engine, text, place);
      if (isOpen(collection)) return await this.check(file, collection, text);
      const id = await this.nameOf(file, collection);
      if (!id) {
        this.told.remove();
        return;
      }
      this.busy(`scoring ${id} as a run of ${collection} …`);
      await bring(this.engine, collection, id, text);
      isOwn.add(id);
      delete this.told.dataset.busy;
      this.show(collection);
      await this.tellPlace(collection, id);
      this.box.scrollIntoView();
      await this.tellCheck(collection, id);
      await this.showAnew(collection);
    } catch (error) {
      delete this.told.dataset.busy;
      const text = error instanceof Refused ? `${file.name}${error.message}` : error instanceof Cancelled ? "stopped" : plain(error);
      this.told.replaceChildren(make("span", { class: "fault" }, text));
    }
  }

  /** Show whether a run of a collection without labels can be submitted. */
  private async check(file: File, collection: string, text: string): Promise<void> {
    const id = runId(file.name);
    this.busy(`checking ${id} as a run of ${collection} …`);
    await check(this.engine, collection, id, text);
    delete this.told.dataset.busy;
    this.show(collection);
    const errors = await this.tellCheck(collection, id);
    this.told.replaceChildren(make("b", {}, `${id}: ${errors ? "unfit" : "fit"} to be submitted.`));
    for (const found of byId("own-check").querySelectorAll("details")) found.open = true;
    this.box.scrollIntoView();
  }

  private busy(text: string): void {
    this.told.dataset.busy = "yes";
    this.told.textContent = text;
  }

  /** The run id for a file: from the file name, or chosen by the visitor if a run has the same name. */
  private async nameOf(file: File, collection: string): Promise<string | undefined> {
    const id = runId(file.name);
    const isPublished = site.collections.some((each) => each.collection === collection && each.runs.some(([run]) => run === id));
    if (!isPublished && !isBrought(collection, id)) return id;
    const other = freeName(collection, id);
    const question = isPublished ? `'${id}' is the name of a published run. ` : `You have already added a run '${id}'. `;
    return new Promise((answer) => {
      const choices: [string, string | undefined][] = [[`Add as ${other}`, other], ["Cancel", undefined]];
      if (!isPublished) choices.unshift([`Replace ${id}`, id]);
      const buttons = choices.map(([text, name]) => {
        const button = make("button", { type: "button", class: "sql" }, text);
        button.addEventListener("click", () => answer(name));
        return button;
      });
      delete this.told.dataset.busy;
      this.told.replaceChildren(question, ...buttons);
      buttons[0]?.focus();
    });
  }

  private async showAnew(collection: string): Promise<void> {
    this.list();
    await this.anew(collection);
  }

  /** List the added runs, each with links to its page and to a comparison with an earlier run, and a button to remove it. */
  private list(): void {
    const runs = ownRuns();
    const items = runs.map(([collection, id], i) => {
      const button = make("button", { type: "button", class: "sql", "aria-label": `Remove ${id}` }, "Remove");
      button.addEventListener("click", () => {
        button.disabled = true;
        void this.takeBack(collection, id);
      });
      const item = make("li", {}, make("a", { href: runAddress(collection, id) }, id), ` (${collection}) `);
      const earlier = runs.slice(i + 1).find(([there]) => there === collection)?.[1];
      if (earlier) item.append(make("a", { href: runAddress(collection, id, [earlier]) }, `compare with ${earlier}`), " ");
      const seen = make("button", { type: "button", class: "sql", "aria-label": `Show in the leaderboard: ${id}` }, "Show in the leaderboard");
      seen.addEventListener("click", () => {
        this.show(collection);
        const rows = [...byId(collection).querySelectorAll<HTMLElement>(".board tr.own-run")];
        rows.find((row) => row.querySelector("a")?.textContent === id)?.scrollIntoView({ block: "center" });
      });
      item.append(seen, button);
      return item;
    });
    byId("own-runs").replaceChildren(...(items.length ? [make("ul", {}, ...items)] : []));
  }

  private async takeBack(collection: string, id: string): Promise<void> {
    try {
      await remove(this.engine, collection, id);
      if (!ownRuns().some(([, other]) => other === id)) isOwn.delete(id);
      this.messages.replaceChildren(make("p", {}, `${id} is removed.`));
      byId("own-check").replaceChildren();
      await this.showAnew(collection);
    } catch (error) {
      this.messages.replaceChildren(make("p", { class: "fault" }, error instanceof Cancelled ? "stopped" : plain(error)));
      this.list();
    }
  }

  /** Show the run's rank, its verdict, and a warning about unjudged items. */
  private async tellPlace(collection: string, id: string): Promise<void> {
    const here = site.collections.find((each) => each.collection === collection);
    if (!here) return;
    const main = mainOf(here);
    const query =
      `select value\nfrom systems.standings(${quoted(collection)}, measures := [${quoted(main[2])}])\nwhere run_id = ${quoted(id)}`;
    const [row] = (await this.engine.ask(query)).rows;
    if (!row) return;
    if (row[0] === null) {
      this.told.textContent = `${id} is scored, but has no value by ${main[1]}, which ranks the runs of ${collection}.`;
      return;
    }
    const place = await placeOf(this.engine, collection, id, main, Number(row[0]));
    const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: rank of ${id}` }, "SQL");
    sql.addEventListener("click", () => {
      const verdicts = `from statistics.compared_with_best([${quoted(main[2])}])\nwhere collection = ${quoted(collection)} and run_id = ${quoted(id)}`;
      void this.ask.open(verdicts, `Verdict on ${id}`);
    });
    const { tested, decimals } = await topicScores(here, main[2], this.engine);
    const verdict = comparedWithBest(tested, main[3], decimals)?.of.get(id);
    const isAlone = !here.runs.length && ownRuns().filter(([there]) => there === collection).length < 2;
    const rest = isAlone ? "; the page has no other run to compare with" : `; ${verdict ? inWords(verdict) : "the page has no scores per topic of other runs, so the run cannot be tested"}`;
    const sentence = `${id}: ${place}${rest}.`;
    const card = document.getElementById(`${collection}--board`)?.dataset.cite ?? collection;
    this.told.replaceChildren(
      make("b", {}, sentence), " ",
      copyButton("Copy", `Copy the result of ${id}`, () => `${sentence} (${card})`), sql,
    );
    const unjudged = await this.unjudged(collection, id);
    if (unjudged) this.told.append(make("span", { class: "warning" }, unjudged));
  }

  /** The warning of `dltrack eval` if many top items of a run are unjudged; otherwise empty. */
  private async unjudged(collection: string, id: string): Promise<string> {
    const [row] = (await this.engine.ask(
      `select sentence\nfrom judging.unjudged_shares\nwhere collection = ${quoted(collection)} and run_id = ${quoted(id)}`,
    )).rows;
    return row?.[0] ? ` Note: ${row[0]}.` : "";
  }

  /** Show the findings of `dltrack check`, and return the number of errors. */
  private async tellCheck(collection: string, id: string): Promise<number> {
    const query =
      "select severity, rule, found, line, detail\nfrom report.own_findings\n" +
      `where collection = ${quoted(collection)} and run_id = ${quoted(id)}\norder by list_position(['error', 'warning', 'note'], severity), rule, line`;
    const { columns, rows } = withoutEmpty(await this.engine.ask(query));
    const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: check of ${id}` }, "SQL");
    sql.addEventListener("click", () => this.ask.open(query, `Check of ${id}`));
    if (!rows.length) {
      byId("own-check").append(make("p", {}, `${id}: the check found no problems. `, sql));
      return 0;
    }
    const count = (kind: string): string => {
      const number = new Set(rows.filter(([severity]) => severity === kind).map(([, rule]) => rule)).size;
      return `${number} ${kind}${number === 1 ? "" : "s"}`;
    };
    const told = `${id}, by the rules of dltrack check: ${["error", "warning", "note"].map(count).join(", ")}`;
    byId("own-check").append(
      make("details", {}, make("summary", {}, told), make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Findings of the check" }, table(columns, rows)), sql),
    );
    return rows.filter(([severity]) => severity === "error").length;
  }
}
