// Keyboard navigation of tables with links: Tab stops once per table, and arrow keys move between rows.

const STOPS = "a, input, button";

/** Make all rows of a table a single Tab stop, also after they are drawn again. */
export function oneStop(place: HTMLElement): void {
  place.addEventListener("keydown", (event) => step(place, event));
  place.addEventListener("focusin", (event) => choose(place, (event.target as Element).closest("tbody tr")));
  place.addEventListener("shown", () => chooseAny(place));
  chooseAny(place);
}

function shownRows(place: HTMLElement): HTMLTableRowElement[] {
  return [...place.querySelectorAll<HTMLTableRowElement>("tbody tr")];
}

/** Stop at the same row as before; if the row is gone, at the first row. */
function chooseAny(place: HTMLElement): void {
  const rows = shownRows(place);
  choose(place, rows.find((row) => row.querySelector('[tabindex="0"]')) ?? rows[0] ?? null);
}

function choose(place: HTMLElement, chosen: Element | null): void {
  if (!chosen) return;
  for (const stop of place.querySelectorAll<HTMLElement>(`tbody :is(${STOPS})`)) {
    stop.tabIndex = chosen.contains(stop) ? 0 : -1;
  }
}

function step(place: HTMLElement, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLTableRowElement>("tbody tr");
  if (!row || !["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
  const rows = shownRows(place);
  const here = rows.indexOf(row);
  const there = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key] ?? here;
  const nth = [...row.querySelectorAll(STOPS)].indexOf(target);
  const next = rows[there]?.querySelectorAll<HTMLElement>(STOPS)[nth];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
