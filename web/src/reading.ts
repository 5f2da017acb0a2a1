// What a question may be: one statement that reads. Told from DuckDB's own tokens, so that no spelling passes for another.

const READS = ["select", "from", "with", "values", "table", "describe", "desc", "show", "summarize", "pivot", "unpivot"];
const EXPLAINS = ["explain", "analyze", "analyse"];
const COMMENT = 5;

/** Why a query is not run, or undefined where it reads; `offsets` and `types` are DuckDB's tokens of it, in UTF-8 bytes. */
export function refusal(query: string, offsets: number[], types: number[]): string | undefined {
  const bytes = new TextEncoder().encode(query);
  // a piece reaches to the next token, so a comment may stand behind the word or mark that it begins with
  const pieces = offsets
    .map((begin, i) => ({ text: new TextDecoder().decode(bytes.slice(begin, offsets[i + 1])), type: types[i] }))
    .filter(({ type }) => type !== COMMENT)
    .map(({ text }) => /^\w+/.exec(text)?.[0] ?? text.slice(0, 1));
  while (pieces.at(-1) === ";") pieces.pop();
  if (pieces.includes(";")) return "This page answers one query at a time; remove what stands before or after it.";
  const first = pieces.find((piece) => piece !== "(" && !EXPLAINS.includes(piece.toLowerCase())) ?? "";
  if (!first || READS.includes(first.toLowerCase())) return undefined;
  return `This page only reads, so '${first}' is not run; ask with ${READS[0]}, ${READS[1]}, ${READS[2]}, describe, show or explain.`;
}
