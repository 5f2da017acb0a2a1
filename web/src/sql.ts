// Queries as text, made without a document.

/** Labels, lowest relevant grade and tie rule. */
export type Choice = [string, number, string];

/** A text as a SQL literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as a SQL identifier. */
export function named(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The leaderboard of a collection in `measures`, or by other labels, level and tie rule. */
export function leaderboardQuery(collection: string, measures: string[], choice: Choice | null): string {
  const first = measures.includes("ndcg_cut_10") ? "ndcg_cut_10" : (measures[0] ?? "");
  const columns = measures.map((each) => `    max(value) filter (where measure = ${quoted(each)}) as ${named(each)},\n`);
  const list = `measures := [${measures.map(quoted).join(", ")}]`;
  const source = choice
    ? `labels.standings(${quoted(collection)}, ${quoted(choice[0])}, ${choice[1]}, ${quoted(choice[2])}, ${list})`
    : `systems.standings(${quoted(collection)}, ${list})`;
  return (
    `select\n    run_id,\n    any_value(rank) filter (where measure = ${quoted(first)}) as rank,\n` +
    `    team,\n    subtask,\n    category,\n    stage,\n${columns.join("")}` +
    `from ${source}\ngroup by run_id, team, subtask, category, stage\norder by rank, run_id`
  );
}
