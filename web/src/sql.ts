// Composes queries as text.

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

/** The blocks of the leaderboard script by name, without comments and the final semicolon. */
const blocks = new Map(
  script.split("-- name: ").slice(1).map((part): [string, string] => {
    const [name = "", ...lines] = part.split("\n");
    return [name.trim(), lines.join("\n").replace(/^(--[^\n]*\n)+/, "").trim().replace(/;$/, "")];
  }),
);

/** A block in which `getvariable('NAME')` and words that end in `_asked` are replaced by values, as by `sql_text.written_out`. */
function written(block: string, values: Record<string, string>): string {
  return (blocks.get(block) ?? "").replace(/getvariable\('(\w+)'\)|\b\w+_asked\b/g, (found, name?: string) => values[name ?? found] ?? found);
}

/** Texts as a SQL list. */
function listed(texts: string[]): string {
  return `[${texts.map(quoted).join(", ")}]`;
}

/** Arguments for the macros that test runs against `baselines`. */
function family(collection: string, measures: string[], baselines: string[]): string {
  return `${quoted(collection)}, ${listed(measures)}, baselines := ${listed(baselines)}`;
}

/** Query for the statistical footnote of tests against `baselines`. */
export function footnoteQuery(collection: string, measures: string[], baselines: string[]): string {
  return written("footnote", { family_asked: family(collection, measures, baselines) });
}

/** Query for the baselines that each run beats in each measure. */
export function beatenQuery(collection: string, measures: string[], baselines: string[]): string {
  return [
    "select\n    run_id,\n    measure,\n    list(baseline order by place) as beats",
    `from statistics.tests(${family(collection, measures, baselines)})`,
    "where verdict = 'better'\ngroup by run_id, measure",
  ].join("\n");
}

/** Query for the leaderboard of a collection by `measures`, whose columns are named `columns`; the first measure ranks the runs.
 * `choice` are other labels, level and tie rule; `facts` and `numbers` are further columns about runs. `verdictsBy` adds verdicts
 * by a measure, among some runs. */
export function leaderboardQuery(
  collection: string, measures: string[], columns: string[], choice: Choice | null, facts: string[], numbers: string[], verdictsBy?: [measure: string, runs: string[] | undefined],
): string {
  const first = measures[0] ?? "";
  const list = `measures := ${listed(measures)}`;
  const standings = choice
    ? `labels.standings(${quoted(collection)}, ${quoted(choice[0])}, ${choice[1]}, ${quoted(choice[2])}, ${list})`
    : `systems.standings(${quoted(collection)}, ${list})`;
  const scores = written("scores", {
    standings_asked: choice ? standings : `(select *, null::bigint as official_rank, from ${standings})`,
    measures: listed(measures),
    columns: listed(columns),
    columns_asked: columns.map(quoted).join(", "),
    sort: quoted(first),
    run_columns: listed(facts),
    condition_asked: "true",
  });
  const names = columns.map(named);
  const [team, others] = [facts.filter((fact) => fact === "team"), facts.filter((fact) => fact !== "team").map(named)];
  const noted = numbers.map((each) =>
    `(select value from systems.run_numbers as numbers where numbers.collection = ${quoted(collection)} and numbers.run_id = chosen.run_id and numbers.name = ${quoted(each)}) as ${named(each)}`,
  );
  const others_asked = [...team, ...names.slice(1), ...others, ...noted, "provenance"].join(",\n    ");
  const first_asked = ["run_id", "rank", names[0]].join(",\n    ");
  if (verdictsBy) {
    const [measure, runs] = verdictsBy;
    const verdicts_asked = `statistics.compared_with_best(${listed([measure])}${runs ? `, runs := ${listed(runs)}` : ""})`;
    return [scores, written("verdicts", { collection: quoted(collection), verdicts_asked }), written("page_rows", { first_asked, others_asked })].join("\n");
  }
  return `${scores}\nselect\n    ${first_asked},\n    ${others_asked}\nfrom chosen\norder by merit desc nulls last, run_id`;
}
