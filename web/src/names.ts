// What a run may be called: the rules of dltrack_db/base/names.py.

const MARKS = "._-+()=,@~";
const LONGEST = 200;
const ODD = /[^\p{L}\p{N}_.\-+()=,@~]/u;
const BEGIN = /^[\p{L}\p{N}_(]/u;

/** What keeps a text from being a name, as a part of a sentence; undefined when it is one. */
export function problem(name: string): string | undefined {
  if (!name) return "it is empty";
  const odd = ODD.exec(name);
  if (odd) return `it holds '${odd[0]}' (allowed are letters, digits and ${MARKS})`;
  if (!BEGIN.test(name)) return `it begins with '${name[0]}' instead of a letter or digit`;
  if (name.endsWith(".")) return "it ends in a full stop";
  const bytes = new TextEncoder().encode(name).length;
  if (bytes > LONGEST) return `it has ${bytes} bytes, at most ${LONGEST} may be`;
  return undefined;
}
