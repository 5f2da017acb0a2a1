// A visitor's run, read, checked and scored in the page by the SQL scripts of `dltrack eval` and `dltrack check`.

import type { Answer, AskOne, Engine } from "./engine";
import { problem } from "./names";
import { isOpen, type Shown, site } from "./page";
import { jsonOf } from "./parts";
import { quoted } from "./sql";

/** An error about a run file: what is wrong and what to do. The file name is printed before the text, as in `dltrack eval`. */
export class Refused extends Error {}

interface Own {
  collection: string;
  id: string;
  text: string;
}

/** The added runs, to add them again if DuckDB restarts. */
const brought: Own[] = [];

export function isBrought(collection: string, id: string): boolean {
  return brought.some((own) => own.collection === collection && own.id === id);
}

/** Collection and name of each run of the visitor, the last added run first. */
export function ownRuns(): [string, string][] {
  return brought.map(({ collection, id }): [string, string] => [collection, id]).reverse();
}

/** An unused name for another version of a run: the name of the run and a number. */
export function freeName(collection: string, id: string): string {
  const published = site.collections.find((each) => each.collection === collection)?.runs ?? [];
  for (let number = 2; ; number++) {
    const name = `${id}-${number}`;
    if (!isBrought(collection, name) && !published.some(([run]) => run === name)) return name;
  }
}

/** The run id for a file name, by the rules of dltrack. */
export function runId(name: string): string {
  let id = name.normalize("NFC").replace(/^input\./, "");
  while (/\.(txt|run|res|trec|json|gz)$/.test(id)) id = id.replace(/\.[^.]*$/, "");
  const reason = problem(id);
  if (reason) throw new Refused(` is not a valid run id: ${reason}; rename it after the run, for example input.my_run.gz`);
  return id;
}

/** The text of a run file, plain or gzipped. */
export async function textOf(file: Blob): Promise<string> {
  if (!file.size) throw new Refused(": the file is empty; choose the file of the run");
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = start[0] === 0x1f && start[1] === 0x8b;
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const bytes = await new Response(stream).arrayBuffer().catch(() => {
    throw new Refused(": the gzipped file is damaged or truncated; compress it again");
  });
  try {
    // removes a byte order mark
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused(": the file is not UTF-8 text; convert it first (iconv -f latin1 -t utf-8)");
  }
}

/** The scripts that read and score a run, and the views and macros that the scripts need; fetched for the first run. */
interface Reading {
  scripts: Record<string, string>;
  objects: [name: string, statement: string][];
}

let reading: Promise<Reading> | undefined;

async function statements(): Promise<Reading> {
  reading ??= jsonOf<Reading>("reading.json").then((found) => {
    if (found) return found;
    reading = undefined;
    throw new Error("reading.json is missing; copy the whole folder");
  });
  return reading;
}

async function script(name: string): Promise<string> {
  const text = (await statements()).scripts[name];
  if (text === undefined) throw new Error(`the page has no script ${name}`);
  return text;
}

/** Score a run and add it to the page's copy of the database, replacing an earlier version of the run. If the run cannot be
 * scored, nothing changes. */
export async function bring(engine: Engine, collection: string, id: string, text: string): Promise<void> {
  const own = { collection, id, text };
  await engine.together(async (ask) => {
    try {
      await put(engine, ask, own);
    } catch (error) {
      if (!(error instanceof Refused)) await engine.afresh(); // a part of the run may be stored
      throw error;
    }
    forget(collection, id);
    brought.push(own);
  });
}

/** Check a run of a collection without labels, as `dltrack check` does; the findings are in report.own_findings. */
export async function check(engine: Engine, collection: string, id: string, text: string): Promise<void> {
  await engine.together((ask) => put(engine, ask, { collection, id, text }));
}

/** Remove a visitor's run. */
export async function remove(engine: Engine, collection: string, id: string): Promise<void> {
  await engine.together(async (ask) => {
    forget(collection, id);
    try {
      await takeOut(ask, collection, id);
    } catch {
      await engine.afresh(); // without it
    }
  });
}

/** The rank of a score among the submitted runs, in the words of `dltrack eval`. */
export function placeOf(engine: Engine, collection: string, id: string, [, printed, measure]: Shown, score: number): Promise<string> {
  return engine.together(async (ask) => {
    const values = { collection: quoted(collection), run_id: quoted(id), measure: quoted(measure), printed: quoted(printed), score };
    for (const [name, value] of Object.entries(values)) await ask(`set variable ${name} = ${value}`);
    const [row] = (await ask(await script("place"))).rows;
    return row ? String(row[0]) : `${printed} ${score.toFixed(4)}`;
  });
}

/** Query the rows of a chart with the visitor's runs treated as submitted, as in `dltrack report --highlight`. */
export function amongSubmitted(engine: Engine, query: string): Promise<Answer> {
  return engine.together(async (ask) => {
    await ask("update main.runs set is_submission = true where category = 'yours'");
    try {
      return await ask(query);
    } finally {
      await ask("update main.runs set is_submission = false where category = 'yours'");
    }
  });
}

function forget(collection: string, id: string): void {
  const place = brought.findIndex((own) => own.collection === collection && own.id === id);
  if (place >= 0) brought.splice(place, 1);
}

async function takeOut(ask: AskOne, collection: string, id: string): Promise<void> {
  await ask(`set variable collection = ${quoted(collection)}`);
  await ask(`set variable run_id = ${quoted(id)}`);
  await ask(await script("remove"));
}

/** Add all runs again after a restart. */
export async function bringAgain(engine: Engine, ask: AskOne): Promise<void> {
  for (const own of brought) await put(engine, ask, own);
}

async function put(engine: Engine, ask: AskOne, { collection, id, text }: Own): Promise<void> {
  const set = (name: string, value: string): Promise<Answer> => ask(`set variable ${name} = ${value}`);
  await engine.putText("own.run", text);
  try {
    await ask("use loaded");
    const published = site.collections.find((each) => each.collection === collection)?.runs ?? [];
    if (published.some(([run]) => run === id)) throw new Refused(`: '${id}' is a published run; rename your run`);
    await ask("attach ':memory:' as scratch");
    try {
      await read(ask, set, collection, id);
      await ask(await script("remove")); // remove an earlier version only after the new one is known to be valid
      if (!isOpen(collection)) await ask(await script("publish"));
      for (const step of ["check", "leave_out", "rules"]) await ask(await script(step));
    } finally {
      await ask("use loaded");
      await ask("detach database if exists scratch"); // does not exist after a restart
    }
    if (isOpen(collection)) return;
    const [range] = (
      await ask(
        "select min(answer_id), max(answer_id) from main.run_topics " +
          `where collection = ${quoted(collection)} and run_id = ${quoted(id)}`,
      )
    ).rows;
    await set("first_answer", String(range?.[0]));
    await set("last_answer", String(range?.[1]));
    await ask(`insert into main.judged_rankings ${await script("judged_rankings")}`);
    await ask(`insert into main.query_scores ${await script("query_scores")}`);
    const choices = site.collections.find((each) => each.collection === collection)?.choices ?? [];
    const seen = new Set(choices.map(([variant, level, rule]) => `${quoted(variant)}, ${level}, ${quoted(rule)}`));
    for (const choice of seen) {
      await ask(
        `insert into report.stored_choices by name from report.scores_by_choice(${choice}) ` +
          `where collection = ${quoted(collection)}`,
      );
    }
    await set("first_answer", "null");
    await set("last_answer", "null");
  } finally {
    await engine.dropFile("own.run");
  }
}

async function read(
  ask: AskOne,
  set: (name: string, value: string) => Promise<Answer>,
  collection: string,
  id: string,
): Promise<void> {
  await ask("use scratch");
  const { objects } = await statements();
  for (const schema of new Set(objects.map(([name]) => name.split(".")[0] ?? ""))) {
    await ask(`create schema if not exists ${schema}`);
  }
  for (const [, statement] of objects) await ask(statement);
  await ask(await script("tables"));
  await set("collection", quoted(collection));
  await set("run_id", quoted(id));
  const pattern = site.collections.find((each) => each.collection === collection)?.doc_id_pattern;
  await set("doc_id_pattern", pattern ? quoted(pattern) : "null");
  await set("variant", "null");
  await ask(await script("copy_collection"));
  await set("path", quoted("own.run"));
  await set("file_id", "1");
  await set("rules", quoted("strict"));
  await set("counts_blank_lines", "false");
  await set("with_fit_ids", "true");
  await ask(`create or replace temp view fields as ${await script("fields")}`);
  await ask(
    "insert into evaluate.run_lines by name select " +
      `${quoted(id)} as run_id, file_id, query_id, doc_id, submitted_rank, score, tag, line, position, problem ` +
      `from (${await script("runs_careful")})`,
  );
  if (isOpen(collection)) return; // the check reports all errors
  const [fault] = (await ask(await script("faults"))).rows;
  if (fault) throw new Refused(fault[0] === null ? String(fault[1]) : `:${fault[0]}: ${fault[1]}`);
  await ask(await script("add_runs"));
  await ask(await script("leave_out"));
  if (!pattern) return;
  await set("runs", `[${quoted(id)}]`);
  await set("form", quoted(pattern));
  const [foreign] = (await ask(await script("foreign_runs"))).rows;
  if (foreign) throw new Refused(`: ${foreign[1]}`);
}
