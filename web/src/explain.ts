// Explanations of measures, columns and codes on hover, focus and tap, with the texts of the SQL headers.

import { type Collection, heading, make, site } from "./page";

/** The collection that contains an element; for other elements, the visible collection. */
function collectionOf(place: Element): Collection | undefined {
  const name = place.closest("section.collection")?.id ?? document.querySelector("section.collection.chosen")?.id;
  return site.collections.find((each) => each.collection === name) ?? site.collections[0];
}

/** The meaning of a column or measure; empty if it is unknown. */
export function meaningOf(name: string, here: Collection | undefined): string {
  const [, printed, measure] = here?.columns.find(([column, , each]) => column === name || each === name) ?? here?.measures.find(([each]) => each === name)?.slice(0, 1).flatMap((each) => [each, heading(name), name]) ?? [name, heading(name), name];
  const base = String(measure);
  const known = site.meanings[base] ?? site.meanings[base.replace(/\(.*?\)|[@_][0-9.]+$/g, "")] ?? site.meanings[base.replace(/[^\w].*$/, "").replace(/_[0-9.]+$/, "")];
  if (!known) return "";
  const [meaning, hasLevel, hasCutoff] = known;
  const cutoff = hasCutoff ? /[@_]([0-9.]+)$/.exec(base)?.[1] : undefined;
  const level = hasLevel ? (/rel=(\d+)/.exec(base)?.[1] ?? here?.min_relevance) : null;
  return [`${printed}: ${meaning}`, cutoff && `k = ${cutoff}.`, level !== null && level !== undefined && `Items of grade ${level} or higher are relevant.`].filter(Boolean).join(" ");
}

/** The element at an event target that has an explanation, and the explanation. */
function found(target: Element): [Element, string] | undefined {
  const head = target.closest<HTMLElement>("th[data-column]");
  const named = target.closest<HTMLElement>("[data-explain], .families label, [title]");
  const cell = target.closest<HTMLTableCellElement>("td");
  if (head) {
    const button = head.querySelector("button") ?? head;
    const column = head.dataset.column ?? "";
    const sql = button.getAttribute("title") ?? button.dataset.sql;
    button.removeAttribute("title"); // otherwise the browser shows the title, too
    if (sql) button.dataset.sql = sql;
    const meaning = meaningOf(column, collectionOf(head));
    const text = [meaning, sql && sql !== meaning && `In SQL: ${sql}.`].filter(Boolean).join(" ");
    return text ? [button, text] : undefined;
  }
  if (named?.dataset.explain) return [named, meaningOf(named.dataset.explain, collectionOf(named))];
  if (named?.matches(".families label")) return [named, meaningOf(named.querySelector("input")?.value ?? "", collectionOf(named))];
  if (named?.title) return [named, named.title];
  const column = cell && cell.closest("table")?.tHead?.rows[0]?.cells[cell.cellIndex]?.dataset.column;
  const text = cell && column && cell.textContent && column in site.meanings && !cell.classList.contains("num") ? meaningOf(column, collectionOf(cell)) : "";
  return cell && text ? [cell, text] : undefined;
}

/** Show explanations on hover, focus and tap; Escape, scrolling and a tap elsewhere hide them. */
export function explain(): void {
  const tip = document.body.appendChild(make("div", { id: "tip", role: "tooltip", hidden: "" }));
  let shown: Element | undefined;
  let timer = 0;
  const hide = (): void => {
    shown?.removeAttribute("aria-describedby");
    shown = undefined;
    tip.hidden = true;
  };
  const show = (target: EventTarget | null, withTitles: boolean): void => {
    if (!(target instanceof Element) || tip.contains(target)) return;
    const [element, text] = found(target) ?? [];
    if (!element || !text || (!withTitles && element.hasAttribute("title"))) return hide(); // the browser shows titles
    if (element === shown) return;
    hide();
    shown = element;
    tip.textContent = text;
    tip.hidden = false;
    element.setAttribute("aria-describedby", "tip");
    const { left, bottom, top } = element.getBoundingClientRect();
    const below = bottom + 4 + tip.offsetHeight < innerHeight || top < tip.offsetHeight;
    tip.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${below ? bottom + 4 : top - tip.offsetHeight - 4}px`;
  };
  document.addEventListener("pointerover", (event) => {
    clearTimeout(timer);
    if (event.pointerType === "touch" || tip.contains(event.target as Node)) return;
    timer = window.setTimeout(() => show(event.target, false), 250);
  });
  document.addEventListener("focusin", (event) => {
    if ((event.target as Element).matches(":focus-visible")) show(event.target, true);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("pointerup", (event) => {
    if (event.pointerType === "touch") setTimeout(() => show(event.target, true), 50);
  });
  document.addEventListener("scroll", hide, { capture: true, passive: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}
