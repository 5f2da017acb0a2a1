// The SQL editor: CodeMirror with completion of views, macros and columns. A separate program (build.mjs), loaded when the
// editor is first opened.

import { autocompletion, type Completion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { PostgreSQL, sql } from "@codemirror/lang-sql";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Cell } from "./values";

const style = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.string, color: "light-dark(#00664a, #2fc495)" },
  { tag: tags.number, color: "light-dark(#8a4f00, #f0a030)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
]);

export class Editor {
  private readonly view: EditorView;
  private known: Completion[] = [];

  constructor(place: HTMLElement, run: () => void) {
    this.view = new EditorView({
      parent: place,
      state: EditorState.create({
        extensions: [
          Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }])),
          history(),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          sql({ dialect: PostgreSQL }),
          autocompletion({ override: [(context) => this.complete(context.matchBefore(/[\w.]+/), context.explicit)] }),
          syntaxHighlighting(style),
          placeholder("from systems.leaderboard"),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "SQL; Tab leaves the box" }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(value: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: value } });
  }

  focus(): void {
    this.view.focus();
  }

  get knowsNames(): boolean {
    return this.known.length > 0;
  }

  learn(objects: Cell[][], columns: Cell[][]): void {
    const kinds: Record<string, string> = { view: "class", table: "class" };
    this.known = objects.map(([name, kind, meaning]) => ({
      label: String(name),
      type: kinds[String(kind)] ?? "function",
      detail: String(kind),
      info: String(meaning ?? ""),
    }));
    const seen = new Set<string>();
    for (const [object, name, meaning] of columns) {
      if (seen.has(String(name))) continue;
      seen.add(String(name));
      this.known.push({ label: String(name), type: "property", detail: String(object), info: String(meaning ?? "") });
    }
  }

  private complete(word: { from: number; text: string } | null, isExplicit: boolean) {
    if (!word && !isExplicit) return null;
    return { from: word?.from ?? this.view.state.selection.main.head, options: this.known, validFor: /^[\w.]*$/ };
  }
}
