// The address contains what is shown, so that a link, Reload and Back show it again.

const QUERY = "#sql=";

/** The address of the view behind an open query. */
let under = isQuery() ? "" : location.hash;

export function isQuery(): boolean {
  return location.hash.startsWith(QUERY);
}

/** The query in the address. */
export function queryAsked(): string | undefined {
  return isQuery() ? decoded(location.hash.slice(QUERY.length)) : undefined;
}

/** Decode a part of an address; return it unchanged if that fails. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Remember an address that was opened by a link or Back. */
export function arrive(): void {
  if (!isQuery()) under = location.hash;
}

/** Write what is shown into the address, as a new entry of the history or replacing the last entry. */
export function say(hash: string, isStep: boolean): void {
  if (hash === location.hash) return;
  under = hash;
  write(hash, isStep);
}

export function sayQuery(query: string): void {
  write(QUERY + encodeURIComponent(query), false);
}

/** Remove the query from the address. */
export function forgetQuery(): void {
  if (isQuery()) write(under, false);
}

function write(hash: string, isStep: boolean): void {
  const url = hash || location.pathname + location.search;
  if (isStep) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}
