// Reads lines of a run file; does not need a document.

/** Number of sampled lines, spread over the file: the first 2,000 of a run of depth 1,000 have only two topics. */
const LINES = 2000;

export interface Line {
  topic: string;
  document: string;
}

/** Topics and documents in about `LINES` lines of a run file, evenly spread, or in all lines of a short file. */
export function linesOf(text: string): Line[] {
  const found: Line[] = [];
  const step = Math.max(1, text.length / LINES);
  for (let from = 0; from < text.length; ) {
    const end = (text.indexOf("\n", from) + 1 || text.length + 1) - 1;
    const [topic, , document] = text.slice(from, end).trim().split(/\s+/);
    if (topic && document) found.push({ topic, document });
    const next = Math.ceil((Math.floor(from / step) + 1) * step);
    from = next <= end + 1 ? end + 1 : text.indexOf("\n", next - 1) + 1 || text.length;
  }
  return found;
}
