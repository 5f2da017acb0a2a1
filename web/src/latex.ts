// LaTeX tables with the package booktabs, in the form of `dltrack leaderboard -f latex` (dltrack_db/show/latex.py).

const ESCAPES: Record<string, string> = {
  "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}",
  ">": "\\textgreater{}", "|": "\\textbar{}", '"': "\\textquotedbl{}",
};
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Number of characters that fit into one column of a paper, at 9 pt. */
const COLUMN = 52;

export interface Sheet {
  columns: string[];
  /** titles of the columns */
  titles: string[];
  numeric: boolean[];
  /** cells as displayed */
  texts: string[][];
}

/** Caption, marks and notes of a LaTeX table. */
export interface Marks {
  caption: string;
  /** columns whose best value is bold: the largest value (1) or the smallest value (-1) */
  best: Map<string, 1 | -1>;
  /** runs with which other runs are compared */
  baselines: string[];
  /** the baselines that a run beats in a column */
  beaten: (run: string, column: string) => string[];
  /** notes below the table; with baselines, the first note explains the tests */
  notes: string[];
}

/** A table, with `comments` above it; `marks` add a caption and letters for the baselines. */
export function latex(sheet: Sheet, title: string, comments: string[], marks?: Marks): string {
  const used = marks && sheet.texts.some(([run = ""]) => sheet.columns.some((column) => marks.beaten(run, column).length));
  const key = used ? [`better than ${marks.baselines.map((run, i) => `${LETTERS[i]}: ${run}`).join(", ")}`] : [];
  const above = [title, ...key, ...(marks?.notes ?? []), ...comments].map((line) => `% ${line}\n`).join("") + "% \\usepackage{booktabs}\n";
  if (!marks) return above + tabular(sheet);
  const kind = width(sheet, marks) > COLUMN ? "table*" : "table";
  const label = title.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const explained = marks.baselines.map((run, i) => `${superscript(LETTERS[i] ?? "")}~${escaped(run)}`).join(", ");
  const [first = "", ...others] = marks.notes;
  const legend = used ? [`Better than ${explained}: ${escaped(first)}.`, ...others.map(sentence)] : marks.notes.map(sentence);
  return (
    `${above}\\begin{${kind}}\n\\centering\n\\caption{${escaped(marks.caption)}}\n\\label{tab:${label}}\n${tabular(sheet, marks)}` +
    (legend.length ? `\\par\\smallskip\n\\begin{minipage}{\\linewidth}\\footnotesize ${legend.join(" ")}\\end{minipage}\n` : "") +
    `\\end{${kind}}\n`
  );
}

function tabular({ columns, titles, numeric, texts }: Sheet, marks?: Marks): string {
  const line = (cells: string[]): string => `${cells.join(" & ")} \\\\\n`;
  const most = columns.map((column, c) => {
    const values = texts.map((row) => row[c] ?? "").filter(Boolean);
    const direction = marks?.best.get(column);
    return direction && values.length ? values.reduce((a, b) => (direction * Number(b) > direction * Number(a) ? b : a)) : undefined;
  });
  const rows = texts.map((row) =>
    line(row.map((text, c) => {
      const cell = text === most[c] ? `\\textbf{${escaped(text)}}` : escaped(text);
      return cell + superscript(lettersAt(row, columns[c] ?? "", marks));
    })),
  );
  return (
    `\\begin{tabular}{${numeric.map((each) => (each ? "r" : "l")).join("")}}\n\\toprule\n${line(titles.map(escaped))}\\midrule\n` +
    `${rows.join("")}\\bottomrule\n\\end{tabular}\n`
  );
}

function lettersAt([run = ""]: string[], column: string, marks: Marks | undefined): string {
  return (marks?.beaten(run, column) ?? []).map((each) => LETTERS[marks?.baselines.indexOf(each) ?? -1] ?? "").join("");
}

/** Width of a table in characters; a superscript is two thirds of a character wide. */
function width({ columns, titles, texts }: Sheet, marks: Marks): number {
  const widths = columns.map((column, c) => {
    const letters = Math.max(0, ...texts.map((row) => lettersAt(row, column, marks).length));
    const longest = Math.max(...[titles[c] ?? "", ...texts.map((row) => row[c] ?? "")].map((text) => text.length));
    return longest + 2 + Math.floor((letters * 2) / 3);
  });
  return widths.reduce((sum, each) => sum + each, 0);
}

function superscript(letters: string): string {
  return letters ? `\\textsuperscript{${letters}}` : "";
}

/** A note as a sentence: capitalized, unless it begins with a name. */
function sentence(note: string): string {
  const isWord = /^\p{L}+[:,;]*(?: |$)/u.test(note);
  return escaped(`${isWord ? note.slice(0, 1).toUpperCase() + note.slice(1) : note}.`);
}

function escaped(text: string): string {
  return text.replace(/[\\~^<>|"&%$#_{}]/g, (mark) => ESCAPES[mark] ?? `\\${mark}`);
}
