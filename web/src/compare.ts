// A chart that compares two runs: the difference on every topic, the mean difference with its interval, and a verdict.

import type { Answer } from "./engine";
import { make } from "./page";
import { load } from "./parts";
import type { Cell } from "./values";

declare const vegaEmbed: (place: HTMLElement, spec: unknown, options: unknown) => Promise<{ view: { addEventListener(name: string, told: (event: unknown, mark?: { datum?: Record<string, Cell> }) => void): void } }>;

const WIDTH = 720;
/** Pixels for the axis and the menu of the chart. */
const BESIDE = 110;
const BETTER = "#1f83c9";
const WORSE = "#d97b00";

/** Two runs and the printed name of the measure. */
interface Pair {
  run: string;
  rival: string;
  printed: string;
}

type Row = Record<string, Cell>;

function records({ columns, rows }: Answer): Row[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null])));
}

/** A p-value as printed in papers, followed by the corrected p-value. */
export function pValues(p: number, corrected: number | null): string {
  const text = (each: number): string => (each < 0.0001 ? "< 0.0001" : `= ${each.toFixed(4)}`);
  return `p ${text(p)}${corrected === null ? "" : `, corrected p ${text(corrected)}`}`;
}

/** The result of a comparison as text; empty without a result. */
export function verdict({ run, rival, printed }: Pair, told: Row): string {
  const { mean_difference: mean, low, high, p_value: p, p_corrected: corrected, num_wins: wins, num_ties: ties, num_losses: losses } = told;
  if (typeof mean !== "number") return "";
  if (typeof p !== "number" && typeof told.untested === "string")
    return `${run} minus ${rival} by ${printed}: ${mean.toFixed(4)} on average, better on ${wins} of ${told.num_q} topics, equal on ${ties}, worse on ${losses}; not tested: ${told.untested}.`;
  if (ties === told.num_q) return `${run} and ${rival} are equal by ${printed} on all ${ties} topics.`;
  if (typeof low !== "number" || typeof high !== "number" || typeof p !== "number") return "";
  const differs = told.verdict === "not shown to differ" ? "not shown to differ from" : `${told.verdict} than`;
  return (
    `${run} is ${differs} ${rival} by ${printed}: ${mean.toFixed(4)} on average (95% interval ${low.toFixed(4)} to ${high.toFixed(4)}), ` +
    `better on ${wins} of ${told.num_q} topics, equal on ${ties}, worse on ${losses}; ` +
    `paired t-test: ${pValues(p, typeof corrected === "number" && corrected !== p ? corrected : null)}.`
  );
}

/** The verdict on a pair of runs, from the result of the query on wins and losses. */
export function verdictIn(pair: Pair, compared: Answer): string {
  const told = records(compared).find(({ measure }) => measure === pair.printed);
  return told ? verdict(pair, told) : "";
}

/** Draw the chart; `compared` and `topics` are results of queries of a run's view. */
export async function draw(pair: Pair, compared: Answer, topics: Answer, go: (topic: string) => void): Promise<HTMLElement | undefined> {
  const told = records(compared).find(({ measure }) => measure === pair.printed);
  const sentence = told && verdict(pair, told);
  const rows = records(topics).filter(({ difference }) => typeof difference === "number");
  if (!told || !sentence || !rows.length) return undefined;
  const place = make("div", { class: "chart" });
  const title = `Difference in ${pair.printed} on each topic, ${pair.run} minus ${pair.rival}`;
  const config = JSON.parse(document.getElementById("config")?.textContent ?? "{}") as unknown;
  const options = { renderer: "svg", config, actions: { export: true, source: false, compiled: false, editor: false }, ast: true };
  await load("vega");
  const width = Math.min(WIDTH, (document.getElementById("view")?.clientWidth ?? WIDTH) - BESIDE);
  const { view } = await vegaEmbed(place, spec(pair, rows, told, title, width), options);
  view.addEventListener("click", (_, mark) => {
    const topic = mark?.datum?.query_id;
    if (topic) go(String(topic));
  });
  const svg = place.querySelector("svg.marks");
  svg?.setAttribute("role", "img");
  svg?.setAttribute("aria-label", `${title}. ${sentence}`);
  place.querySelector("summary")?.setAttribute("aria-label", `Save the picture: ${title}`);
  return make("section", { "aria-label": "Verdict", class: "verdict" }, make("h3", {}, `${pair.run} against ${pair.rival}`), make("p", {}, sentence), place);
}

function spec({ run, rival, printed }: Pair, rows: Row[], told: Row, title: string, width: number): unknown {
  const x = { field: "query_id", type: "nominal", sort: { field: "difference", order: "descending" }, title: "topics, best for the first run on the left" };
  const tooltip = [
    { field: "query_id", title: "topic" }, { field: "text", title: "text" },
    { field: "value", title: run, type: "quantitative", format: ".4f" }, { field: "other", title: rival, type: "quantitative", format: ".4f" },
    { field: "difference", type: "quantitative", format: ".4f" },
  ];
  const line = { data: { values: [told] }, width };
  return {
    title: { text: [`bars: ${run} minus ${rival}`, "line, band: mean and its interval"], anchor: "start", limit: width },
    description: title,
    width,
    height: 220,
    layer: [
      {
        data: { values: rows },
        mark: { type: "bar", cursor: "pointer" },
        encoding: {
          x: { ...x, axis: { labels: false, ticks: false } },
          y: { field: "difference", type: "quantitative", title: `difference in ${printed}` },
          color: { condition: { test: "datum.difference < 0", value: WORSE }, value: BETTER },
          tooltip,
        },
      },
      { ...line, mark: { type: "rect", opacity: 0.25, color: "#8a8f98" }, encoding: { y: { field: "low", type: "quantitative" }, y2: { field: "high" } } },
      { ...line, mark: { type: "rule", strokeDash: [4, 3], strokeWidth: 2, color: "#8a8f98" }, encoding: { y: { field: "mean_difference", type: "quantitative" } } },
    ],
  };
}
