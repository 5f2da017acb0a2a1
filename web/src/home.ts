// Finds the collection of a run from its document ids and from the collection on which its file was dropped.

import type { Engine } from "./engine";
import { type Line, linesOf } from "./lines";
import { type Collection, site } from "./page";
import { quoted } from "./sql";

/** Whether ids can belong to a collection; true if the pattern of its ids is unknown. */
function fits({ topics, doc_id_pattern }: Collection, lines: Line[]): boolean {
  const known = new Set(topics.map(([id]) => id));
  const form = doc_id_pattern ? new RegExp(`^(?:${doc_id_pattern})$`) : undefined;
  return lines.some(({ topic }) => known.has(topic)) && (!form || lines.some(({ document }) => form.test(document)));
}

/** The collection of a run file: the collection on which it was dropped, if its ids fit; otherwise the collection with most
 * judgments of its ids. If no collection fits, the collection on which it was dropped, which then reports an error. */
export async function homeOf(engine: Engine, text: string, place: string): Promise<string> {
  const lines = linesOf(text);
  const fit = site.collections.filter((each) => fits(each, lines)).map((each) => each.collection);
  if (fit.length < 2) return fit[0] ?? place;
  const pairs = lines.map(({ topic, document }) => `(${quoted(topic)}, ${quoted(document)})`);
  const { rows } = await engine.ask(
    `with lines (query_id, doc_id) as (values ${pairs.join(", ")})\n` +
      "select qrels.collection, count(distinct (query_id, doc_id)) as judged\nfrom main.qrels as qrels\n" +
      `inner join lines using (query_id, doc_id)\ngroup by qrels.collection\norder by judged desc, qrels.collection <> ${quoted(place)}`,
  );
  const judged = rows.map(([collection]) => String(collection)).filter((each) => fit.includes(each));
  if (judged.includes(place) || (!judged.length && fit.includes(place))) return place;
  return judged[0] ?? fit[0] ?? place;
}
