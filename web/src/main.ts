// Main program of the page.

import { AnswerBoard } from "./answers";
import { arrive, decoded, isQuery, say } from "./address";
import { Ask } from "./ask";
import { Board } from "./board";
import { Bringing } from "./bring";
import { copies } from "./copy";
import { embed, frameButton } from "./embed";
import { Engine } from "./engine";
import { explain } from "./explain";
import { type Figure, redraw, withOwn } from "./figures";
import { tellMore } from "./more";
import { drawWhenNear } from "./near";
import { bringAgain } from "./own";
import { byId, firstShown, make, site } from "./page";
import { oneStop } from "./rows";
import { reveal, Tabs } from "./tabs";
import { Topics } from "./topics";
import { linkNames, Views } from "./views";
import { showWork } from "./work";

const engine: Engine = new Engine((text) => {
  byId("ask-told").textContent = text;
  const busy = document.querySelector("#own-told [data-busy]");
  if (busy) busy.textContent = text;
}, (ask) => bringAgain(engine, ask));
const ask = new Ask(engine);
showWork(engine);

// a button opens the query of each table and figure
for (const code of document.querySelectorAll<HTMLElement>("code.query")) {
  const figure = code.closest<Figure>("figure");
  const title = figure?.querySelector("h4")?.textContent ?? code.closest<HTMLElement>("details.answer")?.dataset.title ??
    code.closest("p")?.previousElementSibling?.getAttribute("aria-label") ?? "SQL";
  const button = make("button", { type: "button", class: "sql", "aria-label": `SQL of: ${title}` }, "SQL");
  button.addEventListener("click", () => {
    void ask.open(code.textContent ?? "", title, figure?.draw ? (answer) => figure.draw!(answer.columns, answer.rows, withOwn) : undefined);
  });
  (figure?.querySelector("h4") ?? code).append(button, ...(figure ? [frameButton(figure.id, title)] : []));
  if (code.contains(button)) code.after(button);
}
const open = byId("open-ask");
open.addEventListener("click", () => void ask.open("from systems.leaderboard", "SQL"));

const boards = new Map<string, Board>();
const topics = new Map<string, Topics>();
const addressOf = (collection: string): string => boards.get(collection)?.address() ?? `#board=${encodeURIComponent(collection)}`;
for (const each of site.collections) {
  if (!each.runs.length) continue;
  boards.set(each.collection, new Board(each, engine, ask, (isStep) => say(addressOf(each.collection), isStep)));
  topics.set(each.collection, new Topics(each, engine, ask));
}
for (const answer of document.querySelectorAll<HTMLElement>("details.answer, section.answer")) {
  const box = answer.querySelector<HTMLElement>(".scroll");
  const collection = answer.closest("section.collection")?.id;
  if (!box) continue;
  const table = box.querySelector("table");
  if (table && collection && /--answers\d+$/.test(answer.id)) new AnswerBoard(answer, table, collection);
  else {
    if (collection) linkNames(box, collection);
    if (table) Grid.adopt(table);
  }
  oneStop(box);
  const taken = copies(box, answer.dataset.title ?? "", () => `#${encodeURIComponent(answer.id)}`);
  const sql = answer.querySelector("p.source button.sql");
  if (sql) taken.append(sql);
  box.after(taken);
}

const tabs = new Tabs(show, () => {
  if (views.isOpen) show(tabs.chosen);
});

/** Redraw everything with the visitor's runs. */
async function showAnew(collection: string): Promise<void> {
  topics.get(collection)?.offerRuns();
  await boards.get(collection)?.refresh();
  await topics.get(collection)?.refresh();
  await redraw(engine, collection);
}
function show(collection: string): void {
  if (!views.isOpen && tabs.chosen === collection) return;
  views.leave();
  tabs.choose(collection);
  say(addressOf(collection), true);
}
new Bringing(engine, ask, () => tabs.chosen, show, showAnew);

const title = document.title;
const views = new Views(engine, ask, addressOf);

/** Show the run, topic, leaderboard or part of the page named in the address. */
function follow(): void {
  arrive();
  if (isQuery()) return ask.followAddress();
  if (views.follow()) return;
  views.leave();
  document.title = title;
  const said = new URLSearchParams(location.hash.slice(1));
  const asked = location.hash ? said.get("board") : firstShown();
  const collection = site.collections.find((each) => each.collection === asked)?.collection;
  if (collection) {
    tabs.choose(collection);
    void boards.get(collection)?.take(said);
    return;
  }
  const target = document.getElementById(decoded(location.hash.slice(1)));
  const section = target?.closest("section.collection");
  if (section) tabs.choose(section.id);
  if (target) reveal(target);
}
addEventListener("hashchange", follow);
embed();
// if a view hides the results, the skip link points to the heading of the view
document.querySelector(".skip")?.addEventListener("click", (event) => {
  if (!views.isOpen) return;
  event.preventDefault();
  byId("view").querySelector<HTMLElement>("h2")?.focus();
});
if (!location.hash) for (const board of boards.values()) board.takeTyped();
follow();
drawWhenNear();
tellMore();
explain();
document.documentElement.dataset.tools = "ready";
