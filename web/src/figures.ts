// Draws figures again, with the visitor's runs.

import { Cancelled, type Engine } from "./engine";
import { amongSubmitted } from "./own";
import { byId, isOwn, make, plain, site } from "./page";
import type { Cell } from "./values";

export interface Figure extends HTMLElement {
  /** draw the figure once, with the rows in the page */
  show?: () => Promise<void>;
  draw?: (columns: string[], rows: Cell[][], change?: (spec: unknown) => unknown) => Promise<unknown>;
}

/** Draw the figures of a collection again; figures with stored rows get a note instead. */
export async function redraw(engine: Engine, collection: string): Promise<void> {
  const section = byId(collection);
  let isStopped = false;
  const tell = (figure: Figure, text: string): void => {
    figure.querySelector(".unfit")?.remove();
    if (text) figure.querySelector(".look")?.append(make("span", { class: "unfit" }, ` ${text}`));
  };
  for (const figure of section.querySelectorAll<Figure>("figure")) {
    const query = figure.querySelector("code.query")?.textContent ?? "";
    const view = /\bfrom ([\w.]+)/.exec(query)?.[1] ?? "";
    if (site.stored.includes(view) || view === "report.run_map") {
      tell(figure, "Your run is not drawn: the rows of this figure were stored when the page was written.");
      continue;
    }
    if (!figure.draw || !query) continue;
    if (isStopped) {
      tell(figure, "Your run is not drawn: the query was stopped.");
      continue;
    }
    try {
      const { columns, rows } = await amongSubmitted(engine, query);
      await figure.draw(columns, rows, withOwn);
      tell(figure, "");
    } catch (error) {
      isStopped = error instanceof Cancelled;
      tell(figure, `Your run is not drawn: ${plain(error)}.`);
    }
  }
}

/** The description of a chart, with a run type for the visitor's runs if it has run types. */
export function withOwn(spec: unknown): unknown {
  if (!isOwn.size) return spec;
  if (Array.isArray(spec)) return spec.map(withOwn);
  if (typeof spec !== "object" || spec === null) return spec;
  const copy = Object.fromEntries(Object.entries(spec).map(([name, value]) => [name, withOwn(value)])) as Record<string, unknown>;
  const scale = copy.scale as { domain?: unknown; range?: unknown } | undefined;
  if (copy.field === "category" && Array.isArray(scale?.domain) && Array.isArray(scale.range)) {
    const mark = String(scale.range[0]).startsWith("#") ? "#e4007c" : "cross";
    if (copy.legend === null) delete copy.legend; // null if no published run has a type
    copy.scale = { ...scale, domain: [...(scale.domain as unknown[]), "yours"], range: [...(scale.range as unknown[]), mark] };
  }
  return copy;
}
