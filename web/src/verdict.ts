// Computes which runs may be best: multiple comparisons with the best, as in statistics.compared_with_best.

import type { Direction } from "./page";
import { critical } from "./student";

export const ALPHA = 0.05;

/** The scores of a run on the topics that all tested runs have. */
export interface Tested {
  run: string;
  scores: number[];
  /** false for a run that does not change the verdicts on other runs, such as a visitor's run */
  isRanked: boolean;
}

export interface Verdict {
  mayBeBest: boolean;
  /** the run that beats this run most clearly */
  beatenBy: string | null;
  /** minimum distance from the best run */
  low: number;
  /** maximum distance from the best run */
  high: number;
}

export interface Verdicts {
  of: Map<string, Verdict>;
  numTopics: number;
  /** number of comparisons of a run, which share its error rate */
  numComparisons: number;
  critical: number;
}

/** Compare every run with all other runs. Undefined if no test is possible: a single run or topic, equal runs, or a measure
 * without better and worse values. `decimals` is the precision of the scores. */
export function comparedWithBest(tested: Tested[], direction: Direction, decimals = 8): Verdicts | undefined {
  const ranked = tested.filter((each) => each.isRanked);
  const n = ranked[0]?.scores.length ?? 0;
  if (direction === null || ranked.length < 2 || n < 2) return undefined;
  const merit = new Map(tested.map(({ run, scores }) => [run, direction * mean(scores)]));
  const meritOf = (run: string): number => merit.get(run) ?? 0;
  const merits = ranked.map(({ run }) => meritOf(run));
  if (Math.max(...merits) - Math.min(...merits) <= 1e-12) return undefined;
  const [ofRanked, ofOthers] = [ranked.length - 1, ranked.length].map((number) => critical(n - 1, Math.min(ALPHA / number, ALPHA / 2))) as [number, number];
  // for ties: higher merit, then name
  const order = [...ranked].sort((a, b) => meritOf(b.run) - meritOf(a.run) || (a.run < b.run ? -1 : 1));
  const found = tested.map((run) => {
    const limit = run.isRanked ? ofRanked : ofOthers;
    let [most, beatenBy, low] = [-Infinity, "", 0];
    const ends = new Map<string, number>();
    for (const other of order) {
      if (other === run) continue;
      const { difference: behind, error } = compared(other.scores, run.scores, direction, decimals);
      ends.set(other.run, behind + limit * error);
      if (!error) continue; // a difference without spread cannot be tested
      if (behind / error > most) [most, beatenBy] = [behind / error, other.run];
      low = Math.max(low, behind - limit * error);
    }
    return { run, mayBeBest: !(most > limit + 1e-9), beatenBy, low, ends };
  });
  const best = found.filter(({ run, mayBeBest }) => run.isRanked && mayBeBest).map(({ run }) => run.run);
  const of = found.map(({ run: { run }, mayBeBest, beatenBy, low, ends }): [string, Verdict] => [
    run,
    {
      mayBeBest,
      beatenBy: mayBeBest ? null : beatenBy,
      low: mayBeBest ? 0 : low,
      high: Math.max(0, ...best.filter((each) => each !== run).map((each) => ends.get(each) ?? 0)),
    },
  ]);
  return { of: new Map(of), numTopics: n, numComparisons: ranked.length - 1, critical: ofRanked };
}

export function mean(values: number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

/** The mean difference by which a is better than b, and its standard error; 0 for differences without spread. */
export function compared(a: number[], b: number[], direction: 1 | -1, decimals = 8): { difference: number; error: number } {
  const n = a.length;
  let total = 0;
  for (let i = 0; i < n; i++) total += a[i]! - b[i]!;
  const average = total / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (a[i]! - b[i]! - average) ** 2;
  const deviation = Math.sqrt(squares / (n - 1));
  return { difference: Math.abs(average) <= 1e-12 ? 0 : direction * average, error: deviation > 0.75 * 10 ** -Math.min(decimals, 8) ? deviation / Math.sqrt(n) : 0 };
}

/** A ranked run of a leaderboard. */
export interface Placed {
  run: string;
  team: string | null;
  value: number;
  /** higher is better; runs with equal merits share a rank */
  merit: number;
}

/** 1 + the number of ranked runs that are better. */
export function rankOf(merit: number, ranked: Placed[]): number {
  return 1 + ranked.filter((each) => each.merit > merit).length;
}

/** The result of a leaderboard, in the words of systems.verdict. */
export function sentence(printed: string, direction: 1 | -1, verdicts: Verdicts | undefined, ranked: Placed[]): string {
  const named = ({ run, team }: Placed): string => (team ? `${run} (${team})` : run);
  const order = [...ranked].sort((a, b) => b.merit - a.merit || (a.run < b.run ? -1 : 1));
  const [top, last] = [order[0], order.at(-1)];
  if (!top || !last) return "";
  const score = (value: number): string => value.toFixed(3);
  if (order.length === 1) return `${named(top)} is the only ranked run here: ${printed} ${score(top.value)}.`;
  if (top.merit === last.merit) return `All ${order.length} runs have the same ${printed}, ${score(top.value)}.`;
  const compared = verdicts ? order.filter(({ run }) => verdicts.of.has(run)) : order;
  const [first = top] = compared;
  const equal = compared.filter(({ merit }) => merit === first.merit);
  // equal runs of the same team are named once
  const leaders = equal.filter((each, i) => each.team === null || equal.findIndex(({ team }) => team === each.team) === i).map(named);
  const leading = leaders.length > 3 ? `${leaders.length} runs` : enumerated(leaders);
  const above = order.filter((each) => verdicts && each.merit > first.merit && !verdicts.of.has(each.run));
  const superlative = `${direction < 0 ? "lowest" : "highest"}${above.length ? " of them" : ""}`;
  const leads = `${leading} ${leaders.length > 1 ? "score" : "scores"} ${superlative}`;
  if (!verdicts) return `${leads} in ${printed}, ${score(first.value)}; without scores per topic nothing shows which runs may be best.`;
  const best = compared.filter(({ run }) => verdicts.of.get(run)?.mayBeBest);
  const [numCompared, numWorse] = [compared.length, compared.length - best.length];
  const number = numWorse > 0 ? `${best.length} of ${numCompared}` : numCompared === 2 ? "both" : `all ${numCompared}`;
  const head = best.length === 1
    ? `Only ${leading} may be best in ${printed}: it scores ${superlative}, ${score(first.value)}`
    : `No clear winner in ${printed}: ${number}${numCompared < order.length ? " tested" : ""} runs may be best; ${leads}, ${score(first.value)}`;
  const better = above.length ? `; ${named(above[0]!)} scores ${score(above[0]!.value)} but is not tested${above.length > 1 ? ` (and ${above.length - 1} more)` : ""}` : "";
  const worse = numWorse > 1 ? `. Each of the other ${numWorse} is significantly worse than some run` : numWorse === 1 ? ". The other one is significantly worse" : ". No run is significantly worse than another";
  const tests = numCompared > 2 ? `paired t-tests over ${verdicts.numTopics} topics, 5 % shared by a run's ${numCompared - 1} comparisons` : `paired t-test over ${verdicts.numTopics} topics, 5 %`;
  const worst = best.at(-1)?.merit ?? 0;
  const inverted = compared.filter((each) => !verdicts.of.get(each.run)?.mayBeBest && each.merit > worst).map(({ run }) => run);
  const isMany = inverted.length > 1;
  const note = inverted.length
    ? `; ${inverted.length > 3 ? `${inverted.length} of them` : enumerated(inverted)} ${isMany ? "score" : "scores"} better than some run that may be best, since ${isMany ? "their" : "its"} differences vary less`
    : "";
  return `${head}${better}${worse} (${tests})${note}.`;
}

function enumerated(names: string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}
