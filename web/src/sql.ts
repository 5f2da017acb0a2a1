// Queries as text, made without a document.

import script from "../../dltrack_db/ask/scripts/leaderboard.sql";

/** Labels, lowest relevant grade and tie rule. */
export type Choice = [string, number | null, string];

/** A text as a SQL literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as a SQL identifier. */
export function named(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The blocks of the leaderboard's script by name, without their comments and the semicolon at their ends. */
const blocks = new Map(
  script.split("-- name: ").slice(1).map((part): [string, string] => {
    const [name = "", ...lines] = part.split("\n");
    return [name.trim(), lines.join("\n").replace(/^(--[^\n]*\n)+/, "").trim().replace(/;$/, "")];
  }),
);

/** A block with `getvariable('NAME')` and the words that end in `_asked` replaced, as `written_out` of the library does. */
function written(block: string, values: Record<string, string>): string {
  return (blocks.get(block) ?? "").replace(/getvariable\('(\w+)'\)|\b\w+_asked\b/g, (found, name?: string) => values[name ?? found] ?? found);
}

/** Texts as a SQL list. */
function listed(texts: string[]): string {
  return `[${texts.map(quoted).join(", ")}]`;
}

/** The measure by which runs are ranked and tested. */
export function rankedBy(measures: string[]): string {
  return measures.includes("ndcg_cut_10") ? "ndcg_cut_10" : (measures[0] ?? "ndcg_cut_10");
}

/** The statistical footnote of a leaderboard in which each run is tested against the best. */
export function footnoteQuery(collection: string, measures: string[]): string {
  return written("footnote", { family_asked: `${quoted(collection)}, ${listed([rankedBy(measures)])}` });
}

/** The leaderboard of a collection in `measures`, or by other labels, level and tie rule; `facts` are columns about runs. */
export function leaderboardQuery(collection: string, measures: string[], choice: Choice | null, facts: string[]): string {
  const first = rankedBy(measures);
  const list = `measures := ${listed(measures)}`;
  const standings = choice
    ? `labels.standings(${quoted(collection)}, ${quoted(choice[0])}, ${choice[1]}, ${quoted(choice[2])}, ${list})`
    : `systems.standings(${quoted(collection)}, ${list})`;
  const scores = written("scores", {
    standings_asked: choice ? standings : `(select *, null::bigint as official_rank, from ${standings})`,
    measures: listed(measures),
    columns: listed(measures),
    columns_asked: measures.map(quoted).join(", "),
    sort: quoted(first),
    run_columns: listed(facts),
    condition_asked: "true",
  });
  const tests = written("tests", {
    tests_asked: `statistics.tests(${quoted(collection)}, ${listed([first])})`,
    tested_asked: quoted(first),
  });
  const verdict = "coalesce(replace(verdict, 'baseline', 'the best'), 'not tested: ' || untested) as versus_best";
  const columns = ["run_id", "rank", ...measures.map(named), ...(choice ? [] : [verdict]), ...facts.map(named)];
  return [
    scores,
    ...(choice ? [] : [tests]),
    `select\n    ${columns.join(",\n    ")}`,
    `from chosen${choice ? "" : "\nleft join tests using (run_id)"}`,
    "order by rank, run_id",
  ].join("\n");
}
