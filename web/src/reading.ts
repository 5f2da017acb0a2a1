// Checks that a query is a single statement that only reads. The check uses DuckDB's own tokens, so no spelling can bypass it.

const READS = ["select", "from", "with", "values", "table", "describe", "desc", "show", "summarize", "pivot", "unpivot"];
const EXPLAINS = ["explain", "analyze", "analyse"];
const COMMENT = 5;

/** The reason not to run a query; undefined for a query that only reads. `offsets` (in UTF-8 bytes) and `types` are DuckDB's
 * tokens. */
export function refusal(query: string, offsets: number[], types: number[]): string | undefined {
  const bytes = new TextEncoder().encode(query);
  // a piece ends at the next token, so it may contain a comment after its word
  const pieces = offsets
    .map((begin, i) => ({ text: new TextDecoder().decode(bytes.slice(begin, offsets[i + 1])), type: types[i] }))
    .filter(({ type }) => type !== COMMENT)
    .map(({ text }) => /^\w+/.exec(text)?.[0] ?? text.slice(0, 1));
  while (pieces.at(-1) === ";") pieces.pop();
  if (pieces.includes(";")) return "This page runs one query at a time; remove the other statements.";
  const first = pieces.find((piece) => piece !== "(" && !EXPLAINS.includes(piece.toLowerCase())) ?? "";
  if (!first || READS.includes(first.toLowerCase())) return undefined;
  return `This page only runs queries that read, so '${first}' is not run; begin with ${READS[0]}, ${READS[1]}, ${READS[2]}, describe, show or explain.`;
}
