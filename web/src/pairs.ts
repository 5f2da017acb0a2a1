// Comparisons of published runs from scores per topic, without DuckDB; the results equal those of the queries in questions.ts.

import type { Answer } from "./engine";
import { type Collection, mainOf } from "./page";
import { twoSided, critical } from "./student";
import { type TopicScores, writtenScores } from "./topicscores";
import type { Cell } from "./values";
import { ALPHA, compared, mean } from "./verdict";

interface Test {
  difference: number;
  low: number | null;
  high: number | null;
  p: number | null;
  untested: string | null;
}

/** The paired t-test of two runs, with its 95% interval. */
export function test(a: number[], b: number[], decimals: number): Test {
  const { difference, error } = compared(a, b, 1, decimals);
  const isEqual = a.every((each, i) => same(each, b[i]!, decimals));
  if (isEqual) return { difference: 0, low: null, high: null, p: 1, untested: null };
  if (a.length < 2) return { difference, low: null, high: null, p: null, untested: "a single topic" };
  if (!error) return { difference, low: null, high: null, p: null, untested: "the same difference on every topic" };
  const reach = critical(a.length - 1, ALPHA / 2) * error;
  return { difference, low: difference - reach, high: difference + reach, p: twoSided(difference / error, a.length - 1), untested: null };
}

function same(a: number, b: number, decimals: number): boolean {
  return Math.abs(a - b) < 0.75 * 10 ** -Math.min(decimals, 8);
}

/** P-values corrected by Holm's method, in the order of the input. */
export function holm(ps: (number | null)[]): (number | null)[] {
  const order = ps.map((_, i) => i).filter((i) => ps[i] !== null).sort((a, b) => ps[a]! - ps[b]!);
  const found: (number | null)[] = ps.map(() => null);
  let most = 0;
  order.forEach((i, position) => {
    most = Math.min(1, Math.max(most, ps[i]! * (order.length - position)));
    found[i] = most;
  });
  return found;
}

const COMPARED = ["measure", "num_q", "num_wins", "num_ties", "num_losses", "mean_a", "mean_b", "mean_difference", "low", "high", "p_value", "p_corrected", "verdict", "untested"];

/** The comparisons of a run with each rival, and its scores topic by topic; undefined if scores are missing. */
export async function comparisons(here: Collection, run: string, rivals: string[]): Promise<Answer[] | undefined> {
  const all = await Promise.all(here.columns.map(([, , measure]) => writtenScores(here, measure)));
  const of = (scores: TopicScores, name: string): number[] | undefined => scores.tested.find((each) => each.run === name)?.scores;
  const [main] = all;
  if (!main || ![run, ...rivals].every((each) => of(main, each))) return undefined;
  const tables = rivals.map((): Cell[][] => []);
  // order of the command line: main measure first, then by name
  const order = [...here.columns.entries()].sort(([a, one], [b, other]) => Number(a > 0) - Number(b > 0) || (one[2] < other[2] ? -1 : 1));
  for (const [c, [, printed, , direction]] of order) {
    const scores = all[c];
    const own = scores && of(scores, run);
    const others = rivals.map((rival) => scores && of(scores, rival));
    if (!scores || !own || others.some((each) => !each)) continue;
    const { decimals } = scores;
    const tests = others.map((other) => test(own, other!, decimals));
    // the rivals are compared with each other, too, in the same family of tests
    const among = others.flatMap((a, i) => others.slice(i + 1).map((b) => test(a!, b!, decimals).p));
    const corrected = holm([...tests.map(({ p }) => p), ...among]);
    others.forEach((other, i) => {
      const { difference, low, high, p, untested } = tests[i]!;
      const advantages = own.map((each, t) => (same(each, other![t]!, decimals) ? 0 : (each - other![t]!) * (direction ?? 1)));
      const count = (sign: number): number => advantages.filter((each) => Math.sign(each) === sign).length;
      const isShown = direction !== null && p !== null;
      const verdict = !isShown ? null : (corrected[i] ?? 1) >= ALPHA ? "not shown to differ" : difference * direction > 0 ? "better" : "worse";
      tables[i]!.push([printed, own.length, count(1), count(0), count(-1), mean(own), mean(other!), difference, low, high, p, corrected[i] ?? null, verdict, untested]);
    });
  }
  return [...tables.map((rows): Answer => ({ columns: COMPARED, rows })), topicByTopic(here, main, run, rivals)];
}

function topicByTopic(here: Collection, scores: TopicScores, run: string, rivals: string[]): Answer {
  const direction = mainOf(here)[3] ?? 1;
  const of = (name: string): number[] => scores.tested.find((each) => each.run === name)?.scores ?? [];
  const texts = new Map(here.topics);
  const [own, others, ranked] = [of(run), rivals.map(of), scores.tested.filter((each) => each.isRanked)];
  const rows = scores.topics.map((topic, t): Cell[] => {
    const values = ranked.map((each) => each.scores[t]!);
    const field: Cell = [Math.min(...values), mean(values), Math.max(...values)];
    const value = own[t]!;
    const compared = others.length === 1 ? [others[0]![t]!, value - others[0]![t]!] : others.map((each) => each[t]!);
    return [topic, texts.get(topic) ?? null, value, field, ...compared];
  });
  rows.sort((a, b) => direction * (Number(a[2]) - Number(b[2])));
  return { columns: ["query_id", "text", "value", "field", ...(rivals.length === 1 ? ["other", "difference"] : rivals)], rows };
}

/** Scores and ranks of several runs by measure, from the data files of the runs. */
export function placesOfAll(runs: string[], answers: Answer[]): Answer {
  const measures = [...new Set(answers.flatMap(({ rows }) => rows.map(([measure]) => String(measure))))];
  const rows = measures.flatMap((measure) => answers.flatMap((answer, i) => answer.rows.filter(([each]) => each === measure).map((row): Cell[] => [runs[i]!, ...row])));
  return { columns: ["run_id", ...(answers[0]?.columns ?? [])], rows };
}
