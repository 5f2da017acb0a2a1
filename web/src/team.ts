// The view of a team, suitable for print: its runs with intervals, and the topics on which its best run is better or worse than
// the mean of all runs.

import { type Collection, mainOf } from "./page";
import type { Part } from "./questions";
import { quoted } from "./sql";

export function teamAddress(collection: string, team: string): string {
  return `#team=${encodeURIComponent(collection)}/${encodeURIComponent(team)}`;
}

/** The runs of a team, best first. */
export function runsOf(here: Collection, team: string): string[] {
  return here.runs.filter(([, its]) => its === team).map(([run]) => run);
}

/** The teams in the order of the page's data files. */
export function teamsOf(here: Collection): string[] {
  return [...new Set(here.runs.map(([, team]) => team).filter((team): team is string => team !== null))].sort();
}

const MOST_TOPICS = 10;

export function teamParts(here: Collection, team: string): Part[] {
  const collection = quoted(here.collection);
  const best = runsOf(here, team)[0] ?? "";
  const [, printed, measure, direction] = mainOf(here);
  const [most, least] = direction === -1 ? ["asc", "desc"] : ["desc", "asc"];
  const [above, below] = direction === -1 ? ["<", ">"] : [">", "<"];
  const topics = (order: string, sign: string): string =>
    "select\n    scores.query_id,\n    queries.text,\n    scores.value,\n    [topics.lowest, topics.mean, topics.highest] as field,\n    scores.value - topics.mean as difference\n" +
    "from metrics.query_scores as scores\ninner join main.collections as collections on scores.collection = collections.collection\n" +
    `inner join judging.topic_discrimination_by([${quoted(measure)}]) as topics\n    on scores.collection = topics.collection and scores.query_id = topics.query_id and scores.measure = topics.measure\n` +
    "left join main.queries as queries on collections.query_set = queries.query_set and scores.query_id = queries.query_id\n" +
    `where\n    scores.collection = ${collection} and scores.run_id = ${quoted(best)}\n    and round(scores.value - topics.mean, 12) ${sign} 0\n` +
    `order by round(scores.value - topics.mean, 12) ${order}, scores.query_id\nlimit ${MOST_TOPICS}`;
  const field = `The line goes from the lowest to the highest score of all runs, the tick is their mean, and the dot is ${best}.`;
  return [
    [
      "Runs",
      `${printed} and rank among all runs, each with its 95% interval over 500 bootstraps of the topics.`,
      "select\n    board.run_id,\n    board.category,\n    board.value,\n    stability.low_mean,\n    stability.high_mean,\n    board.rank,\n    stability.low_rank,\n    stability.high_rank,\n" +
        "    board.verdict,\n    board.beaten_by,\n    board.behind_low,\n    board.behind_high\n" +
        `from systems.standings(${collection}, measures := [${quoted(measure)}], significance := true) as board\n` +
        `left join statistics.rank_stability_by([${quoted(measure)}]) as stability\n` +
        `    on stability.collection = ${collection} and board.run_id = stability.run_id and stability.resampling = 'bootstrap'\n` +
        `where board.team = ${quoted(team)}\norder by board.rank, board.run_id`,
    ],
    [`Topics where ${best} is better than the mean of all runs`, `At most ${MOST_TOPICS} topics, by ${printed}, largest lead first. ${field}`, topics(most, above), true],
    [`Topics where ${best} is worse than the mean of all runs`, `At most ${MOST_TOPICS} topics, by ${printed}, largest gap first. ${field}`, topics(least, below), true],
  ];
}
