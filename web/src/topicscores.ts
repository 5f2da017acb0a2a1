// Scores per topic: from a small data file for the measures of the leaderboard, from DuckDB for other measures.

import type { Engine } from "./engine";
import { type Collection, isOwn } from "./page";
import { jsonOf } from "./parts";
import { quoted } from "./sql";
import type { Tested } from "./verdict";

export interface TopicScores {
  topics: string[];
  /** runs that have a value but are not ranked, with the reason */
  unranked: Map<string, string | null>;
  /** decimals to which means are compared */
  decimals: number;
  tested: Tested[];
}

interface Written {
  measure: string;
  topics: string[];
  decimals: number;
  runs: [run: string, unranked: string | null, scores: number[] | null][];
}

const kept = new Map<string, Promise<TopicScores>>();

/** The scores of all tested runs of a collection by a measure, with those of the visitor's runs. */
export async function topicScores(here: Collection, measure: string, engine: Engine): Promise<TopicScores> {
  const key = `${here.collection} ${measure}`;
  const known = kept.get(key) ?? published(here, measure, engine);
  kept.set(key, known);
  known.catch(() => kept.delete(key));
  const scores = await known;
  const own = isOwn.size ? await ownScores(here, measure, engine, scores.topics) : [];
  return { ...scores, tested: [...scores.tested, ...own] };
}

async function published(here: Collection, measure: string, engine: Engine): Promise<TopicScores> {
  const written = await writtenScores(here, measure);
  if (written) return written;
  const { rows } = await engine.ask(
    "select field.run_id, field.unranked, field.field_decimals, scores.query_id, scores.value\n" +
      `from systems.field_by([${quoted(measure)}]) as field\nleft join metrics.query_scores as scores\n` +
      "    on field.collection = scores.collection and field.run_id = scores.run_id and field.measure = scores.measure\n" +
      `    and field.is_testable and isfinite(field.value)\nwhere field.collection = ${quoted(here.collection)}\n` +
      "order by field.run_id, catalog.natural_order(scores.query_id)",
  );
  const runs = new Map<string, [string | null, number[]]>();
  const topics = new Set<string>();
  for (const [run, unranked, , topic, value] of rows) {
    const name = String(run);
    if (isOwn.has(name)) continue;
    const known = runs.get(name) ?? [unranked as string | null, []];
    runs.set(name, known);
    if (topic === null) continue;
    topics.add(String(topic));
    known[1].push(Number(value));
  }
  return read({ measure, topics: [...topics], decimals: Number(rows[0]?.[2] ?? 12), runs: [...runs].map(([run, [unranked, scores]]) => [run, unranked, scores.length ? scores : null]) });
}

function read({ topics, decimals, runs }: Written): TopicScores {
  const tested = runs.flatMap(([run, unranked, scores]): Tested[] => (scores && scores.length === topics.length ? [{ run, isRanked: unranked === null, scores }] : []));
  return { topics, decimals, unranked: new Map(runs.map(([run, unranked]) => [run, unranked])), tested };
}

/** The scores by a measure of the leaderboard, from the page's data files; undefined for other measures. */
export async function writtenScores(here: Collection, measure: string): Promise<TopicScores | undefined> {
  const number = here.columns.findIndex(([, , each]) => each === measure);
  if (number < 0) return undefined;
  const written = await jsonOf<Written>(`data/${encodeURIComponent(here.collection)}/scores/${number}.json`);
  return written?.measure === measure ? read(written) : undefined;
}

/** The scores of a leaderboard of answers, by the number of the leaderboard. */
export async function answerScores(collection: string, number: string): Promise<(TopicScores & { measure: string }) | undefined> {
  const written = await jsonOf<Written>(`data/${encodeURIComponent(collection)}/scores/answers${number}.json`);
  return written && { ...read(written), measure: written.measure };
}

async function ownScores(here: Collection, measure: string, engine: Engine, topics: string[]): Promise<Tested[]> {
  if (!topics.length) return [];
  const { rows } = await engine.ask(
    `select run_id, query_id, value\nfrom metrics.query_scores\nwhere collection = ${quoted(here.collection)} and measure = ${quoted(measure)} ` +
      `and run_id in (${[...isOwn].map(quoted).join(", ")})`,
  );
  const values = new Map<string, Map<string, number>>();
  for (const [run, topic, value] of rows) {
    const of = values.get(String(run)) ?? new Map<string, number>();
    values.set(String(run), of.set(String(topic), Number(value)));
  }
  return [...values].filter(([, of]) => topics.every((topic) => of.has(topic))).map(([run, of]) => ({ run, isRanked: false, scores: topics.map((topic) => of.get(topic) ?? 0) }));
}
