// Valid run ids, by the rules of dltrack_db/base/names.py.

const MARKS = "._-+()=,@~";
const LONGEST = 200;
const INVALID = /[^\p{L}\p{N}_.\-+()=,@~]/u;
const BEGIN = /^[\p{L}\p{N}_(]/u;

/** The reason that a text is not a valid name; undefined for a valid name. */
export function problem(name: string): string | undefined {
  if (!name) return "it is empty";
  const invalid = INVALID.exec(name);
  if (invalid) return `it contains '${invalid[0]}' (allowed are letters, digits and ${MARKS})`;
  if (!BEGIN.test(name)) return `it begins with '${name[0]}' instead of a letter or digit`;
  if (name.endsWith(".")) return "it ends in a full stop";
  const bytes = new TextEncoder().encode(name).length;
  if (bytes > LONGEST) return `it has ${bytes} bytes, more than ${LONGEST}`;
  return undefined;
}
