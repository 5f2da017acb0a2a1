// Where the reader is, as the address says it: a link, Reload and Back show the same again.

const QUERY = "#sql=";

/** What the address says beside a query that is shown. */
let under = isQuery() ? "" : location.hash;

export function isQuery(): boolean {
  return location.hash.startsWith(QUERY);
}

/** The query that the address asks for. */
export function queryAsked(): string | undefined {
  return isQuery() ? decoded(location.hash.slice(QUERY.length)) : undefined;
}

/** A part of an address as text; with a stray percent sign, as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Remember an address that a link or Back led to. */
export function arrive(): void {
  if (!isQuery()) under = location.hash;
}

/** Say in the address what is shown now; as a step that Back undoes, or in place of the last. */
export function say(hash: string, isStep: boolean): void {
  if (hash === location.hash) return;
  under = hash;
  write(hash, isStep);
}

export function sayQuery(query: string): void {
  write(QUERY + encodeURIComponent(query), false);
}

/** Take the query out of the address again. */
export function forgetQuery(): void {
  if (isQuery()) write(under, false);
}

function write(hash: string, isStep: boolean): void {
  const url = hash || location.pathname + location.search;
  if (isStep) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}
