// Queries as text, made without a document.

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

/** The measure by which runs are ranked and tested. */
export function rankedBy(measures: string[]): string {
  return measures.includes("ndcg_cut_10") ? "ndcg_cut_10" : (measures[0] ?? "ndcg_cut_10");
}

/** The statistical footnote of a leaderboard in which each run is held against the best. */
export function footnoteQuery(collection: string, measures: string[]): string {
  return `select note from statistics.footnote(${quoted(collection)}, [${quoted(rankedBy(measures))}])`;
}

/** The leaderboard of a collection in `measures`, or by other labels, level and tie rule. */
export function leaderboardQuery(collection: string, measures: string[], choice: Choice | null): string {
  const first = rankedBy(measures);
  const columns = measures.map((each) => `    max(value) filter (where measure = ${quoted(each)}) as ${named(each)},\n`);
  const list = `measures := [${measures.map(quoted).join(", ")}]`;
  const source = choice
    ? `labels.standings(${quoted(collection)}, ${quoted(choice[0])}, ${choice[1]}, ${quoted(choice[2])}, ${list})`
    : `systems.standings(${quoted(collection)}, ${list}, significance := true, tested := [${quoted(first)}])`;
  const ofFirst = (column: string): string => `any_value(${column}) filter (where measure = ${quoted(first)})`;
  const verdict = choice
    ? ""
    : `    coalesce(\n        replace(${ofFirst("verdict")}, 'baseline', 'the best'),\n        'not tested: ' || ${ofFirst("untested")}\n    ) as versus_best,\n`;
  return (
    `select\n    run_id,\n    any_value(rank) filter (where measure = ${quoted(first)}) as rank,\n` +
    `${columns.join("")}${verdict}    team,\n    category,\n    subtask,\n    stage\n` +
    `from ${source}\ngroup by run_id, team, subtask, category, stage\norder by rank, run_id`
  );
}
