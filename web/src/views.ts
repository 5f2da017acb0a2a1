// A run, topic or team as a view of the page by its address: #run=COLLECTION/RUN, with &with=RUN, #topic=COLLECTION/TOPIC, with &by=MEASURE, #team=COLLECTION/TEAM.

import { decoded } from "./address";
import type { Ask } from "./ask";
import { draw, verdictIn } from "./compare";
import { copies } from "./copy";
import type { Answer, Engine } from "./engine";
import { byId, type Collection, firstShown, heading, isOwn, mainOf, make, options, plain, site, wrapped } from "./page";
import { comparisons, placesOfAll } from "./pairs";
import { jsonOf } from "./parts";
import { answerParts, comparisonOf, type Part, placesOf, topicParts, topicsOf } from "./questions";
import { oneStop } from "./rows";
import { scaleOf, scored } from "./scores";
import { quoted } from "./sql";
import { type Choices, table, withoutEmpty } from "./table";
import { runsOf, teamAddress, teamParts, teamsOf } from "./team";
import type { Cell } from "./values";

export function runAddress(collection: string, run: string, others: string[] = []): string {
  const rivals = others.map((other) => `&with=${encodeURIComponent(other)}`).join("");
  return `#run=${encodeURIComponent(collection)}/${encodeURIComponent(run)}${rivals}`;
}

export function topicAddress(collection: string, topic: string, by = ""): string {
  const measure = by ? `&by=${encodeURIComponent(by)}` : "";
  return `#topic=${encodeURIComponent(collection)}/${encodeURIComponent(topic)}${measure}`;
}

const ADDRESS = /^#(run|topic|team)=([^/&]+)\/([^&]+)(?:&(?:with|by)=(.+))?$/;

/** A line from `low` to `high` with a tick at `middle` and a dot; all positions are shares of the scale. */
export function strip(low: number, middle: number, high: number, dot: number | null, told: string): HTMLElement {
  const drawn = make("span", { class: "strip", title: told, role: "img", "aria-label": told }, make("i"), make("b"));
  const set = (name: string, share: number | null): void => drawn.style.setProperty(name, `${((share ?? 0) * 100).toFixed(2)}%`);
  set("--low", low);
  set("--high", high);
  set("--middle", middle);
  if (dot !== null) drawn.append(make("em"));
  set("--dot", dot);
  return drawn;
}

/** Draw cells: runs and topics as links; a list [lowest, mean, highest] as a line, with the value as a dot. */
export function dressed(collection: string): NonNullable<Choices["dress"]> {
  return (column, value, row) => {
    if (value === null) return undefined;
    if (column === "run_id") return make("a", { href: runAddress(collection, String(value)), class: "name" }, ...wrapped(String(value)));
    if (column === "query_id") return make("a", { href: topicAddress(collection, String(value)) }, String(value));
    if (column === "measure") return make("span", { title: String(value) }, heading(String(value)));
    if (column !== "field" || !Array.isArray(value)) return undefined;
    const [low, mean, high] = value.map(Number);
    const own = row("value");
    if (low === undefined || mean === undefined || high === undefined) return undefined;
    const told = `all runs: from ${low.toFixed(4)} to ${high.toFixed(4)}, mean ${mean.toFixed(4)}`;
    return strip(low, mean, high, typeof own === "number" ? own : null, told);
  };
}

/** Draw cells of a table of runs on a topic, with the scores as dots on a common axis. */
function withDots(columns: string[], rows: Cell[][], here: Collection): NonNullable<Choices["dress"]> {
  const links = dressed(here.collection);
  const values = rows.map((row) => row[columns.indexOf("value")]).filter((each): each is number => typeof each === "number");
  const scale = values.length > 1 ? scaleOf(values, values[0]!, values[0]! < values.at(-1)! ? -1 : 1) : undefined;
  return (column, value, row) =>
    column === "value" && scale && typeof value === "number" ? scored(value, cellText(column, value, true), undefined, scale, false) : links(column, value, row);
}

/** Link the names of runs and topics in a written table to their pages. */
export function linkNames(place: Element, collection: string): void {
  const address = { run_id: runAddress, query_id: topicAddress }[place.querySelector<HTMLElement>("thead th")?.dataset.column ?? ""];
  if (!address) return;
  for (const cell of place.querySelectorAll("tbody td:first-child")) {
    const name = cell.textContent ?? "";
    cell.replaceChildren(make("a", { href: address(collection, name), class: "name" }, ...wrapped(name)));
  }
}

/** A data file of a run, topic or team; `other` is a run's first rival, or a team's best run. */
interface Written {
  name: string;
  other: string | null;
  answers: Answer[];
}

/** The results in a data file, if its second run is `other`. */
async function writtenOf(here: Collection, folder: "runs" | "topics" | "teams", names: string[], name: string, other?: string): Promise<Answer[] | undefined> {
  const found = await jsonOf<Written>(`data/${encodeURIComponent(here.collection)}/${folder}/${names.indexOf(name)}.json`);
  return found?.name === name && (other === undefined || (found.other ?? "") === other) ? found.answers : undefined;
}

export class Views {
  private readonly place = byId("view");
  /** the scroll position to return to */
  private height = 0;
  private asked = 0;

  /** `board` returns the address of the leaderboard of a collection. */
  constructor(private readonly engine: Engine, private readonly ask: Ask, private readonly board: (collection: string) => string) {
    // a click on a mark of a chart opens its topic or run
    document.body.classList.add("linked");
    document.addEventListener("mark", (event) => {
      const collection = (event.target as Element).closest("section.collection")?.id ?? "";
      const { query_id: topic, run_id: run } = (event as CustomEvent<Record<string, Cell>>).detail;
      if (topic) location.hash = topicAddress(collection, String(topic));
      else if (run) location.hash = runAddress(collection, String(run));
    });
    // before the address changes the scroll position
    document.addEventListener("click", () => {
      if (!this.isOpen) this.height = scrollY;
    }, true);
  }

  get isOpen(): boolean {
    return !this.place.hidden;
  }

  /** Show the run, topic or team named in the address, if there is one. */
  follow(): boolean {
    const parts = ADDRESS.exec(location.hash);
    if (!parts) return false;
    const [kind, collection, name] = parts.slice(1, 4).map((part) => decoded(part ?? ""));
    const others = (parts[4] ?? "").split("&with=").filter(Boolean).map(decoded);
    this.place.hidden = false;
    document.body.classList.add("viewing");
    scrollTo(0, 0);
    const here = site.collections.find((each) => each.collection === collection);
    const isThere = kind === "team" ? here && runsOf(here, name ?? "").length > 0 : kind === "run" ? here?.runs.some(([run]) => run === name) || here?.answer_runs.includes(name ?? "") || isOwn.has(name ?? "") : here?.topics.some(([id]) => id === name);
    if (!here || !isThere) {
      this.place.replaceChildren(this.back(), make("p", { class: "fault" }, `This page has no ${kind} '${name}' of '${collection}'; follow a link in the leaderboard.`));
      this.place.dataset.ready = "yes";
      return true;
    }
    if (kind === "team") void this.showTeam(here, name ?? "");
    else void (kind === "run" ? this.showRun(here, name ?? "", others) : this.showTopic(here, name ?? "", others[0] ?? ""));
    return true;
  }

  leave(): void {
    if (!this.isOpen) return;
    this.asked++;
    this.place.hidden = true;
    document.body.classList.remove("viewing");
    scrollTo(0, this.height);
  }

  private back(here?: Collection): HTMLElement {
    const name = here?.collection ?? firstShown();
    return make("p", {}, make("a", { href: this.board(name) }, `← ${name}`));
  }

  /** Show the parts of a view with the `known` results, or query DuckDB. Stop if another view is opened. */
  private async show(head: Node[], parts: Part[], here: Collection, known: Promise<Answer[] | undefined> = Promise.resolve(undefined)): Promise<(Answer | undefined)[]> {
    const mine = ++this.asked;
    delete this.place.dataset.ready;
    const told = make("p", { class: "found", role: "status" }, "reading …");
    this.place.replaceChildren(this.back(here), ...head, told);
    this.place.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    const written = await known;
    if (mine !== this.asked) return [];
    if (!written) told.textContent = this.engine.isStarted ? "querying …" : "starting DuckDB …";
    const answers: (Answer | undefined)[] = [];
    for (const [i, [title, look, query, isOptional]] of parts.entries()) {
      const sql = make("button", { type: "button", class: "sql", "aria-label": `SQL of: ${title}` }, "SQL");
      sql.addEventListener("click", () => this.ask.open(query, title));
      const box = make("section", { "aria-label": title }, make("h3", {}, title, sql), make("p", { class: "look" }, look));
      let answer: Answer | undefined;
      try {
        answer = written?.[i] ?? (await this.engine.ask(query));
        box.append(...this.shown(title, answer, here));
      } catch (error) {
        box.append(make("p", { class: "fault" }, plain(error)));
      }
      if (mine !== this.asked) return [];
      answers.push(answer);
      if (!isOptional || answer?.rows.length !== 0) told.before(box);
    }
    told.remove();
    return answers;
  }

  private shown(title: string, answer: Answer, here: Collection): Node[] {
    const { columns, rows } = withoutEmpty(answer);
    if (!rows.length) return [make("p", { class: "absent" }, "No data.")];
    const dress = title.startsWith("Runs, ") ? withDots(columns, rows, here) : dressed(here.collection);
    const box = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table: ${title}` }, table(columns, rows, { dress }));
    oneStop(box);
    return [box, copies(box, title, () => location.hash)];
  }

  /** Compare a run with others, or with the best run of another team. */
  private async showRun(here: Collection, run: string, others: string[]): Promise<void> {
    if (!isOwn.has(run) && !here.runs.some(([each]) => each === run)) {
      document.title = `${run}, ${here.collection}`;
      const answers = await this.show([make("h2", { tabindex: "-1" }, run)], answerParts(here, run), here);
      if (answers.length) this.place.dataset.ready = "yes";
      return;
    }
    const [collection, name] = [quoted(here.collection), quoted(run)];
    const rivals = [...isOwn, ...here.runs.map(([each]) => each)].filter((each, i, all) => each !== run && all.indexOf(each) === i);
    const team = here.runs.find(([each]) => each === run)?.[1];
    const best = here.runs.find(([each, its]) => each !== run && (its !== team || its === null))?.[0];
    const known = others.filter((each) => rivals.includes(each));
    const [rival = best ?? rivals[0] ?? ""] = known;
    const compared = known.length > 1 ? known : [rival].filter(Boolean);
    const choice = make("select");
    options(choice, rivals.map((each) => [each, each]), rival);
    choice.addEventListener("change", () => {
      location.hash = runAddress(here.collection, run, [choice.value]);
    });
    const parts = [
      placesOf(here, known.length > 1 ? [run, ...known] : [run]),
      ...compared.map((each) => comparisonOf(here, run, each, compared)),
      topicsOf(here, run, compared),
    ];
    const described = make("p", {}, isOwn.has(run) ? "Your run." : "");
    const head = [make("h2", { tabindex: "-1" }, run), described, make("p", {}, make("label", {}, "Compare with ", choice))];
    document.title = `${run}, ${here.collection}`;
    const written = known.length ? this.writtenPairs(here, run, compared) : isOwn.has(run) ? Promise.resolve(undefined) : writtenOf(here, "runs", here.runs.map(([each]) => each), run, rival);
    const shown = this.show(rival ? head : head.slice(0, 2), parts, here, written.then((answers) => answers?.slice(1)));
    const [found] = (await written) ?? [await this.engine.ask(`from main.described_runs where collection = ${collection} and run_id = ${name}`).catch(plain)];
    this.describe(described, found, here, team);
    const answers = await shown;
    if (!answers.length) return; // another view was opened
    const [tests, topics, printed] = [answers[1], answers.at(-1), mainOf(here)[1]];
    if (compared.length > 1) {
      const sentences = compared.map((each, i) => answers[i + 1] && verdictIn({ run, rival: each, printed }, answers[i + 1]!)).filter(Boolean);
      head[2]?.after(make("section", { "aria-label": "Verdict", class: "verdict" }, ...sentences.map((each) => make("p", {}, each!))));
    } else if (tests && topics) {
      const picture = await draw({ run, rival, printed }, tests, topics, (topic) => (location.hash = topicAddress(here.collection, topic)));
      if (picture) head[2]?.after(picture);
    }
    this.place.dataset.ready = "yes";
  }

  /** The results for a published run and chosen rivals, from data files; undefined if a file is missing. */
  private async writtenPairs(here: Collection, run: string, rivals: string[]): Promise<Answer[] | undefined> {
    const runs = [run, ...rivals];
    if (runs.some((each) => isOwn.has(each))) return undefined;
    const names = here.runs.map(([each]) => each);
    const [pages, compared] = await Promise.all([Promise.all(runs.map((each) => writtenOf(here, "runs", names, each))), comparisons(here, run, rivals)]);
    const [first] = pages;
    if (!first || !compared || pages.some((each) => !each)) return undefined;
    const places = rivals.length === 1 ? first[1]! : placesOfAll(runs, pages.map((each) => each![1]!));
    return [first[0]!, places, ...compared];
  }

  /** Team, type, description and paper of a run in one line. */
  private describe(place: HTMLElement, found: Answer | string | undefined, here?: Collection, team?: string | null): void {
    if (typeof found === "string") {
      place.replaceChildren(make("span", { class: "fault" }, found));
      return;
    }
    const { columns, rows } = found ?? { columns: [], rows: [] };
    const fact = (name: string): Cell => rows[0]?.[columns.indexOf(name)] ?? null;
    const words = ["team", "category", "subtask", "stage", "submitted_on"].map(fact).filter((each) => each !== null && each !== "");
    if (fact("dense") === true) words.push("dense");
    place.replaceChildren(words.join(" · "));
    if (here && team && runsOf(here, team).length) place.append(" · ", make("a", { href: teamAddress(here.collection, team) }, `All runs of ${team}`));
    if (fact("description")) place.append(make("br"), String(fact("description")));
    const address = String(fact("paper_url") ?? "");
    if (fact("paper")) {
      const title = String(fact("paper"));
      place.append(make("br"), "Paper: ", /^https?:/.test(address) ? make("a", { href: address, rel: "noreferrer" }, title) : title);
    }
  }

  private async showTeam(here: Collection, team: string): Promise<void> {
    const print = make("button", { type: "button", class: "sql" }, "Print");
    print.addEventListener("click", () => window.print());
    document.title = `${team}, ${here.collection}`;
    const shown = await this.show([make("h2", { tabindex: "-1" }, team), make("p", {}, here.collection, " ", print)], teamParts(here, team), here, isOwn.size ? undefined : writtenOf(here, "teams", teamsOf(here), team, runsOf(here, team)[0]));
    if (shown.length) this.place.dataset.ready = "yes";
  }

  private async showTopic(here: Collection, topic: string, by: string): Promise<void> {
    const shownMeasure = here.columns.find(([, , each]) => each === by) ?? mainOf(here);
    const choice = make("select");
    options(choice, here.columns.map(([, name, each]) => [each, name]), shownMeasure[2]);
    choice.addEventListener("change", () => {
      location.hash = topicAddress(here.collection, topic, choice.value);
    });
    const text = here.topics.find(([each]) => each === topic)?.[1] ?? null;
    document.title = `Topic ${topic}, ${here.collection}`;
    const head = [make("h2", { tabindex: "-1" }, `Topic ${topic}`), make("p", { class: "topic-text" }, text ?? "The text of the topic is not loaded."), make("p", {}, make("label", {}, "Measure ", choice))];
    const shown = await this.show(head, topicParts(here, topic, shownMeasure), here, isOwn.size || shownMeasure !== mainOf(here) ? undefined : writtenOf(here, "topics", here.topics.map(([each]) => each), topic, ""));
    if (shown.length) this.place.dataset.ready = "yes";
  }
}
