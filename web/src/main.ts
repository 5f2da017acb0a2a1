// The page's tools: what a report cannot do, because it has no database.

import { Ask } from "./ask";
import { Board } from "./board";
import { Cancelled, Engine } from "./engine";
import { bring, bringAgain, freeName, isBrought, ownRuns, Refused, remove, runId, textOf } from "./own";
import { byId, isOwn, make, options, plain, site } from "./page";
import { quoted } from "./sql";
import { table } from "./table";
import { Topics } from "./topics";
import { linkRuns, runAddress, Views } from "./views";
import { showWork } from "./work";
import type { Cell } from "./values";

interface Figure extends HTMLElement {
  draw?: (columns: string[], rows: Cell[][], change?: (spec: unknown) => unknown) => Promise<unknown>;
}

const engine: Engine = new Engine((text) => {
  byId("ask-told").textContent = text;
  if (byId("own-told").dataset.busy) byId("own-told").textContent = text;
}, (ask) => bringAgain(engine, ask));
const ask = new Ask(engine);
showWork(engine);

// every query under a table or figure can be opened
for (const code of document.querySelectorAll<HTMLElement>("code.query")) {
  const figure = code.closest<Figure>("figure");
  const title = figure?.querySelector("h4")?.textContent ?? code.closest<HTMLElement>("details.answer")?.dataset.title ??
    code.closest("p")?.previousElementSibling?.getAttribute("aria-label") ?? "SQL";
  const button = make("button", { type: "button", class: "sql", "aria-label": `SQL of: ${title}` }, "SQL");
  button.addEventListener("click", () => {
    ask.open(code.textContent ?? "", title, figure?.draw ? (answer) => figure.draw!(answer.columns, answer.rows, withOwn) : undefined);
  });
  (figure?.querySelector("h4") ?? code).append(button);
  if (code.contains(button)) code.after(button);
}

const open = make("button", { type: "button", id: "open-ask" }, "SQL");
open.addEventListener("click", () => ask.open("from systems.leaderboard", "SQL"));
document.querySelector("nav")?.insertBefore(open, byId("theme"));

const boards = new Map<string, Board>();
const topics = new Map<string, Topics>();
for (const each of site.collections) {
  if (!each.runs.length) continue;
  boards.set(each.collection, new Board(each, engine, ask));
  topics.set(each.collection, new Topics(each, engine, ask));
  for (const name of ["rank_intervals", "significance"]) {
    const place = document.getElementById(`${each.collection}--${name}`);
    if (place) linkRuns(place, each.collection);
  }
}

// a run of one's own
const form = byId<HTMLFormElement>("own-form");
const field = <T extends HTMLElement>(name: string): T => form.querySelector<T>(`[name="${name}"]`)!;
const most = [...site.collections].sort((a, b) => b.runs.length - a.runs.length)[0];
options(field<HTMLSelectElement>("collection"), site.collections.map((each) => [each.collection, each.collection]), most?.collection);

/** The name to score a file under: its own, or what the reader answers where there is a run of that name. */
async function nameOf(file: File, collection: string): Promise<string | undefined> {
  const id = runId(file.name);
  const isPublished = site.collections.some((each) => each.collection === collection && each.runs.some(([run]) => run === id));
  if (!isPublished && !isBrought(collection, id)) return id;
  const other = freeName(collection, id);
  const question = isPublished ? `«${id}» is the name of a published run. ` : `You brought a run «${id}» before. `;
  const told = byId("own-told");
  return new Promise((answer) => {
    const choices: [string, string | undefined][] = [[`Keep this one as ${other}`, other], ["Leave it", undefined]];
    if (!isPublished) choices.unshift(["Replace it", id]);
    const buttons = choices.map(([text, name]) => {
      const button = make("button", { type: "button", class: "sql" }, text);
      button.addEventListener("click", () => answer(name));
      return button;
    });
    delete told.dataset.busy;
    told.replaceChildren(question, ...buttons);
    buttons[0]?.focus();
  });
}

/** Score a run file of the reader's; the field is emptied, so that the same file can be taken once more. */
async function take(file: File): Promise<void> {
  const told = byId("own-told");
  const collection = field<HTMLSelectElement>("collection").value;
  told.dataset.busy = "yes";
  told.textContent = `reading ${file.name} …`;
  try {
    const text = await textOf(file);
    field<HTMLInputElement>("file").value = "";
    const id = await nameOf(file, collection);
    if (!id) {
      told.textContent = "";
      return;
    }
    told.dataset.busy = "yes";
    byId("own-check").replaceChildren();
    await engine.start();
    told.textContent = `scoring ${id} …`;
    await bring(engine, collection, id, text);
    isOwn.add(id);
    delete told.dataset.busy;
    await tellPlace(collection, id);
    await tellCheck(collection, id);
    await showAnew(collection);
  } catch (error) {
    delete told.dataset.busy;
    const text = error instanceof Refused ? `${file.name}: ${error.message}` : error instanceof Cancelled ? "stopped" : plain(error);
    told.replaceChildren(make("span", { class: "fault" }, text));
  }
}

/** Everything that has runs of one's own, after they changed. */
async function showAnew(collection: string): Promise<void> {
  listOwn();
  topics.get(collection)?.offerRuns();
  await boards.get(collection)?.refresh(true);
  await topics.get(collection)?.refresh();
  await redraw(collection);
}

/** The runs that were brought, each with a link to its page, to the version before, and a button that removes it. */
function listOwn(): void {
  const runs = ownRuns();
  const items = runs.map(([collection, id], i) => {
    const button = make("button", { type: "button", class: "sql", "aria-label": `Remove ${id}` }, "Remove");
    button.addEventListener("click", () => {
      button.disabled = true;
      void takeBack(collection, id);
    });
    const item = make("li", {}, make("a", { href: runAddress(collection, id) }, id), ` (${collection}) `);
    const earlier = runs.slice(i + 1).find(([there]) => there === collection)?.[1];
    if (earlier) item.append(make("a", { href: runAddress(collection, id, earlier) }, `compare with ${earlier}`), " ");
    item.append(button);
    return item;
  });
  byId("own-runs").replaceChildren(...(items.length ? [make("ul", {}, ...items)] : []));
}

async function takeBack(collection: string, id: string): Promise<void> {
  try {
    await remove(engine, collection, id);
    if (!ownRuns().some(([, other]) => other === id)) isOwn.delete(id);
    byId("own-told").textContent = `${id} is removed.`;
    byId("own-check").replaceChildren();
    await showAnew(collection);
  } catch (error) {
    byId("own-told").replaceChildren(make("span", { class: "fault" }, error instanceof Cancelled ? "stopped" : plain(error)));
    listOwn();
  }
}

async function tellPlace(collection: string, id: string): Promise<void> {
  const query =
    "select run_id, ndcg_cut_10, rank, count(*) over () as runs, baseline, p_value, verdict\n" +
    `from systems.board(${quoted(collection)}, significance := true)\nqualify run_id = ${quoted(id)}`;
  const [row] = (await engine.ask(query)).rows;
  const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: place of ${id}` }, "SQL");
  sql.addEventListener("click", () => ask.open(query, `Place of ${id}`));
  if (!row) return;
  const [, value, place, runs, baseline, p, verdict] = row;
  const versus =
    verdict === "baseline" ? "the best run" : `${verdict === "not shown to differ" ? "not shown to differ from" : `${verdict} than`} the best run ${baseline} (p = ${Number(p).toPrecision(2)})`;
  byId("own-told").replaceChildren(`${id}: nDCG@10 ${Number(value).toFixed(4)}, place ${place} of ${runs}; ${versus}. `, sql);
}

/** What `dltrack check` says of the run. */
async function tellCheck(collection: string, id: string): Promise<void> {
  const query =
    "select severity, rule, found, detail\nfrom report.own_findings\n" +
    `where collection = ${quoted(collection)} and run_id = ${quoted(id)}\norder by list_position(['error', 'warning', 'note'], severity), rule`;
  const { columns, rows } = await engine.ask(query);
  const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: check of ${id}` }, "SQL");
  sql.addEventListener("click", () => ask.open(query, `Check of ${id}`));
  if (!rows.length) return byId("own-check").replaceChildren("Checked: in perfect order. ", sql);
  const count = (kind: string): string => {
    const number = rows.filter(([severity]) => severity === kind).length;
    return `${number} ${kind}${number === 1 ? "" : "s"}`;
  };
  const told = `Checked by the rules of dltrack check: ${["error", "warning", "note"].map(count).join(", ")}`;
  byId("own-check").replaceChildren(
    make("details", {}, make("summary", {}, told), make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What the check found" }, table(columns, rows)), sql),
  );
}

/** Draw the figures of a collection again; those whose rows are stored say that they are. */
async function redraw(collection: string): Promise<void> {
  const section = byId(collection);
  let isStopped = false;
  const tell = (figure: Figure, text: string): void => {
    figure.querySelector(".unfit")?.remove();
    if (text) figure.querySelector(".look")?.append(make("span", { class: "unfit" }, ` ${text}`));
  };
  for (const figure of section.querySelectorAll<Figure>("figure")) {
    const query = figure.querySelector("code.query")?.textContent ?? "";
    const view = /^from ([\w.]+)/.exec(query)?.[1] ?? "";
    if (site.stored.includes(view) || view === "report.run_map") {
      tell(figure, "Stored when the page was written: without your run.");
      continue;
    }
    if (!figure.draw || !query) continue;
    if (isStopped) {
      tell(figure, "Not drawn anew: stopped.");
      continue;
    }
    try {
      const { columns, rows } = await engine.ask(query);
      await figure.draw(columns, rows, withOwn);
      tell(figure, "");
    } catch (error) {
      isStopped = error instanceof Cancelled;
      tell(figure, `Not drawn anew: ${plain(error)}.`);
    }
  }
}

/** A chart's description with the run type of own runs, where it has run types. */
function withOwn(spec: unknown): unknown {
  if (!isOwn.size) return spec;
  if (Array.isArray(spec)) return spec.map(withOwn);
  if (typeof spec !== "object" || spec === null) return spec;
  const copy = Object.fromEntries(Object.entries(spec).map(([name, value]) => [name, withOwn(value)])) as Record<string, unknown>;
  const scale = copy.scale as { domain?: unknown; range?: unknown } | undefined;
  if (copy.field === "category" && Array.isArray(scale?.domain) && Array.isArray(scale.range)) {
    const mark = String(scale.range[0]).startsWith("#") ? "#e4007c" : "cross";
    copy.scale = { ...scale, domain: [...(scale.domain as unknown[]), "yours"], range: [...(scale.range as unknown[]), mark] };
  }
  return copy;
}

const box = byId("own");
for (const name of ["dragenter", "dragover"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    box.classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) box.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  box.classList.remove("over");
  const file = event.dataTransfer?.files[0];
  if (file) void take(file);
});
field<HTMLInputElement>("file").addEventListener("change", (event) => {
  const file = (event.target as HTMLInputElement).files?.[0];
  if (file) void take(file);
});
form.addEventListener("submit", (event) => event.preventDefault());

const memory = (navigator as Navigator & { deviceMemory?: number }).deviceMemory;
if (memory !== undefined && memory < 2) {
  byId("own").append(make("p", { class: "unfit" }, "This device has little memory; tables and charts work, questions may not."));
}
const title = document.title;
const views = new Views(engine, ask);
addEventListener("hashchange", () => {
  if (!views.isOpen) document.title = title;
});
views.follow();
ask.followAddress();
document.documentElement.dataset.tools = "ready";
