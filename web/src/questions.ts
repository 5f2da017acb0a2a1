// The parts of the views of runs and topics: heading, explanation, query, and whether the part is omitted without rows.

import { type Collection, mainOf, type Shown } from "./page";
import { named, quoted } from "./sql";

export type Part = [title: string, look: string, query: string, isOptional?: boolean];

/** The measures of a leaderboard as a SQL list; a subquery would be eight times slower. */
function listOf(here: Collection): string {
  return `[${here.columns.map(([, , measure]) => quoted(measure)).join(", ")}]`;
}

/** Scores and ranks of some runs, in this order. */
export function placesOf(here: Collection, runs: string[]): Part {
  const collection = quoted(here.collection);
  const list = `[${runs.map(quoted).join(", ")}]`;
  const isOne = runs.length === 1;
  return [
    "Scores and ranks",
    "Mean over the judged topics and rank among all runs, each with its 95% interval over 500 bootstraps of the topics.",
    `select\n    ${isOne ? "" : "standings.run_id,\n    "}metrics.printed_name(standings.measure) as measure,\n    standings.value,\n    stability.low_mean,\n    stability.high_mean,\n` +
      `    standings.rank,\n    stability.low_rank,\n    stability.high_rank,\n    standings.runs\n` +
      `from (select *, count(value) over (partition by measure) as runs from systems.standings(${collection}, measures := ${listOf(here)})) as standings\n` +
      `left join statistics.rank_stability_by(\n    ${listOf(here)}\n) as stability\n` +
      `    on stability.collection = ${collection} and stability.resampling = 'bootstrap'\n` +
      "    and stability.measure = standings.measure and stability.run_id = standings.run_id\n" +
      `where ${isOne ? `standings.run_id = ${quoted(runs[0] ?? "")}` : `list_contains(${list}, standings.run_id)`} and standings.value is not null\n` +
      `order by standings.measure <> ${quoted(mainOf(here)[2])}, standings.measure${isOne ? "" : `, list_position(${list}, standings.run_id)`}`,
  ];
}

/** A run compared with one of its rivals: interval and p-value for this pair, and the p-value corrected for all rivals. */
export function comparisonOf(here: Collection, run: string, rival: string, rivals: string[]): Part {
  const isOne = rivals.length < 2;
  const [collection, list, own] = [quoted(here.collection), `[${rivals.map(quoted).join(", ")}]`, `[${quoted(run)}]`];
  return [
    `Wins and losses against ${rival}`,
    `Number of topics on which ${run} is better than, equal to and worse than ${rival}, mean scores, and the paired t-test of the ` +
      `two runs with its 95% interval${isOne ? "" : `. The corrected p and the verdict take all comparisons of the ${rivals.length + 1} runs into account (Holm)`}.`,
    "select\n    metrics.printed_name(compared.measure) as measure,\n    compared.num_q,\n    compared.num_wins,\n    compared.num_ties,\n    compared.num_losses,\n" +
      "    compared.mean as mean_a,\n    compared.baseline_mean as mean_b,\n    compared.mean_difference,\n    compared.low,\n    compared.high,\n    compared.p_value,\n" +
      (isOne ? "    compared.p_corrected,\n    compared.verdict,\n" : "    family.p_corrected,\n    family.verdict,\n") +
      `    compared.untested\nfrom statistics.comparisons(\n    ${collection}, ${listOf(here)}, ${list}, runs := ${own}, alone := true\n) as compared\n` +
      (isOne ? "" : `left join statistics.tests(${collection}, ${listOf(here)}, baselines := ${list}, runs := ${own}) as family\n    using (measure, run_id, baseline)\n`) +
      `where compared.baseline = ${quoted(rival)}\norder by compared.measure <> ${quoted(mainOf(here)[2])}, compared.measure`,
  ];
}

/** The scores of a run topic by topic, with the difference to one rival, or with the scores of several rivals. */
export function topicsOf(here: Collection, run: string, rivals: string[]): Part {
  const [rival] = rivals;
  const [, printed, measure, direction] = mainOf(here);
  const values = rivals.length === 1 ? ["rival_1.value as other", "scores.value - rival_1.value as difference"] : rivals.map((each, i) => `rival_${i + 1}.value as ${named(each)}`);
  return [
    "Topic by topic",
    `The dot is ${printed} of ${run}. The line goes from the lowest to the highest score of all runs, and the tick is their mean` +
      (rivals.length === 1 ? `. 'difference' is the score minus that of ${rival}.` : "."),
    "select\n    scores.query_id,\n    queries.text,\n    scores.value,\n    [topics.lowest, topics.mean, topics.highest] as field,\n" +
      `    ${rivals.length ? values.join(",\n    ") : "topics.mean"}\n` +
      "from metrics.query_scores as scores\ninner join main.collections as collections on scores.collection = collections.collection\n" +
      `inner join judging.topic_discrimination_by([${quoted(measure)}]) as topics\n    on scores.collection = topics.collection and scores.query_id = topics.query_id and scores.measure = topics.measure\n` +
      "left join main.queries as queries on collections.query_set = queries.query_set and scores.query_id = queries.query_id\n" +
      rivals.map((each, i) => {
        const other = `rival_${i + 1}`;
        return `left join metrics.query_scores as ${other}\n    on scores.collection = ${other}.collection and scores.query_id = ${other}.query_id and scores.measure = ${other}.measure\n` +
          `    and ${other}.run_id = ${quoted(each)}\n`;
      }).join("") +
      `where scores.collection = ${quoted(here.collection)} and scores.run_id = ${quoted(run)}\norder by round(scores.value, 12)${direction === -1 ? " desc" : ""}, scores.query_id`,
  ];
}

/** A run's generated answers: scores by each judge, length and citations, relevance of the cited documents. */
export function answerParts(here: Collection, run: string): Part[] {
  const of = `where collection = ${quoted(here.collection)} and run_id = ${quoted(run)}`;
  return [
    [
      "Scores and ranks of its answers",
      "By nuggets and by the support of citations, with 95% intervals over the topics, and whether the run may be best.",
      `select measure, place, mean, low, high, may_be_best, beaten_by, behind_low, behind_high, num_topics, bank, judge\nfrom answers.answer_leaderboard\n${of}\norder by bank, judge, measure`,
      true,
    ],
    [
      "Length and citations",
      "Means over the answers of the run.",
      `select * exclude (collection, run_id)\nfrom answers.citation_statistics\n${of}`,
      true,
    ],
    [
      "Relevance of the cited documents",
      "Number of citations by grade of the cited document; documents without a grade are not judged.",
      `select variant, relevance, num_citations, share\nfrom answers.cited_relevance\n${of}\norder by variant, relevance desc nulls last`,
      true,
    ],
    [
      "Answers topic by topic",
      "The dot is the score of the run's answer. The line goes from the lowest to the highest score of all runs, and the tick is their mean.",
      "with field as (\n    select *, [min(value) over topic, avg(value) over topic, max(value) over topic] as field\n    from answers.answer_scores\n" +
        `    where collection = ${quoted(here.collection)} and measure in ('all_score', 'weighted_precision')\n` +
        "    window topic as (partition by bank, judge, measure, query_id)\n)\n\n" +
        "select query_id, value, field, measure, judge\nfrom field\n" +
        `where run_id = ${quoted(run)}\norder by measure, judge, round(value, 12), query_id`,
      true,
    ],
  ];
}

export function topicParts(here: Collection, topic: string, [, printed, measure, direction]: Shown): Part[] {
  const of = `where collection = ${quoted(here.collection)} and query_id = ${quoted(topic)}`;
  const order = direction === -1 ? "asc" : "desc";
  const hasNone = !here.runs.length;
  return [
    [
      "Answers, best first",
      "Scores of the answers by nuggets or by the support of their citations.",
      `select run_id, value, measure, judge\nfrom answers.answer_scores\n${of} and measure in ('all_score', 'weighted_precision')\norder by measure, judge, round(value, 12) desc, run_id`,
      true,
    ],
    [
      "Fields of the topic",
      "All fields of the topic, and notes on the topic.",
      "select attributes.attribute, attributes.value, attributes.source\nfrom main.query_attributes as attributes\n" +
        "inner join main.collections as collections on attributes.query_set = collections.query_set\n" +
        `where collections.collection = ${quoted(here.collection)} and attributes.query_id = ${quoted(topic)}\norder by attributes.source, attributes.attribute`,
      true,
    ],
    [
      "Spread of the scores",
      `${printed} over all runs: mean, lowest, highest, standard deviation; share of pairs of runs with different scores on the topic, and share of pairs in the same order as by the other topics.`,
      `select num_runs, mean, lowest, highest, spread, separated, power\nfrom judging.topic_discrimination_by([${quoted(measure)}])\n${of}`,
      hasNone,
    ],
    ["Labels", "Judged items by grade, in every set of labels.", `select variant, relevance, count(*) as items\nfrom main.qrels\n${of}\ngroup by variant, relevance\norder by variant, relevance desc`, hasNone],
    [
      direction === null ? "Runs, highest value first" : "Runs, best first",
      `${printed} on this topic${direction === null ? "" : "; the worst run is last"}.`,
      `select\n    rank() over (order by round(scores.value, 12) ${order}) as rank,\n    scores.run_id,\n    scores.value,\n    runs.team,\n    runs.category\n` +
        "from metrics.query_scores as scores\ninner join main.runs as runs on scores.collection = runs.collection and scores.run_id = runs.run_id\n" +
        `where scores.collection = ${quoted(here.collection)} and scores.query_id = ${quoted(topic)} and scores.measure = ${quoted(measure)}\norder by rank, scores.run_id`,
      hasNone,
    ],
    ["Judged items", "By the labels of the collection and others, highest grade first.", `select relevance, doc_id, variant\nfrom main.qrels\n${of}\norder by variant, relevance desc, doc_id`, hasNone],
  ];
}
