// The drawer with the SQL editor: edit and run a query, copy its link, export its rows.

import { forgetQuery, queryAsked, sayQuery } from "./address";
import type { Editor } from "./editor";
import { type Answer, Cancelled, type Engine } from "./engine";
import { byId, make, options, plain, site } from "./page";
import { load } from "./parts";
import { table, told } from "./table";
import { csv, json } from "./values";

declare const pageEditor: { Editor: new (place: HTMLElement, run: () => void) => Editor };

const OBJECTS = "select object, kind, meaning from catalog.objects order by object";
const COLUMNS = "select distinct object, name, meaning from catalog.columns order by all";

type Draw = (answer: Answer) => Promise<unknown>;

export class Ask {
  private editor: Editor | undefined;
  private opened = 0;
  private answer: Answer | undefined;
  private draw: Draw | undefined;
  private opener: Element | null = null;
  private readonly place = byId("ask");

  constructor(private readonly engine: Engine) {
    this.offerExamples();
    byId("ask-run").addEventListener("click", () => void this.run());
    byId("ask-stop").addEventListener("click", () => this.engine.cancel());
    byId("ask-close").addEventListener("click", () => this.close());
    byId("ask-csv").addEventListener("click", () => this.save("csv", csv));
    byId("ask-json").addEventListener("click", () => this.save("json", json));
    byId("ask-link").addEventListener("click", () => this.link());
    byId("ask-draw").addEventListener("click", () => void this.drawAnswer());
    this.place.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.close();
    });
  }

  /** Examples from `main.start_here`. */
  private offerExamples(): void {
    const choice = byId<HTMLSelectElement>("ask-examples");
    options(choice, [["", "Examples"], ...site.examples.map(([question, query]): [string, string] => [query, question])]);
    choice.hidden = !site.examples.length;
    choice.addEventListener("change", () => {
      if (choice.value) this.open(choice.value, choice.selectedOptions[0]?.text ?? "SQL");
      choice.value = "";
    });
  }

  private async box(): Promise<Editor> {
    await load("editor");
    this.editor ??= new pageEditor.Editor(byId("ask-editor"), () => void this.run());
    return this.editor;
  }

  /** Show and run the query in the address, if there is one; the engine runs only queries that read. */
  followAddress(): void {
    const query = queryAsked();
    if (query === undefined) return;
    if (query === this.editor?.text && this.isOpen) return;
    void this.open(query, "SQL").then((isShown) => (isShown ? this.run() : undefined));
  }

  get isOpen(): boolean {
    return !this.place.hidden;
  }

  /** Show a query; false if another query was opened in the meantime. */
  async open(query: string, title: string, draw?: Draw): Promise<boolean> {
    const mine = ++this.opened;
    if (!this.isOpen) this.opener = document.activeElement;
    this.place.hidden = false;
    document.body.classList.add("asking");
    byId("ask-title").textContent = title;
    this.draw = draw;
    this.show(undefined);
    this.tell("");
    try {
      const editor = await this.box();
      if (mine !== this.opened) return false;
      editor.text = query;
      editor.focus();
      return true;
    } catch (error) {
      this.tell(plain(error), true);
      return false;
    }
  }

  close(): void {
    this.place.hidden = true;
    document.body.classList.remove("asking");
    forgetQuery();
    if (this.opener instanceof HTMLElement) this.opener.focus();
  }

  tell(text: string, isFault = false): void {
    byId("ask-told").replaceChildren(isFault ? make("span", { class: "fault" }, text) : text);
  }

  async run(): Promise<void> {
    const query = (await this.box()).text.trim();
    if (!query) {
      this.show(undefined);
      this.tell("");
      return;
    }
    byId("ask-stop").hidden = false;
    const begun = performance.now();
    const seconds = (): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
    const clock = setInterval(() => {
      if (this.engine.isStarted) this.tell(`working, ${seconds()}`);
    }, 500);
    try {
      const answer = await this.engine.ask(query);
      this.show(answer);
      this.tell(`${told(answer.rows)}, ${seconds()}`);
    } catch (error) {
      this.show(undefined);
      this.tell(error instanceof Cancelled ? `stopped after ${seconds()}` : plain(error), !(error instanceof Cancelled));
    } finally {
      clearInterval(clock);
      byId("ask-stop").hidden = true;
    }
    await this.learnNames();
  }

  /** Load the names for completion; if loading is stopped, the next query tries again. */
  private async learnNames(): Promise<void> {
    if (!this.editor || this.editor.knowsNames || !this.engine.isStarted) return;
    try {
      const [objects, columns] = [await this.engine.ask(OBJECTS), await this.engine.ask(COLUMNS)];
      this.editor.learn(objects.rows, columns.rows);
    } catch (error) {
      if (!(error instanceof Cancelled)) this.tell(plain(error), true);
    }
  }

  private show(answer: Answer | undefined): void {
    this.answer = answer;
    byId("ask-answer").replaceChildren(...(answer ? [table(answer.columns, answer.rows)] : []));
    for (const kind of ["csv", "json"]) byId<HTMLButtonElement>(`ask-${kind}`).disabled = !answer;
    byId("ask-draw").hidden = !(answer && this.draw);
  }

  private async drawAnswer(): Promise<void> {
    if (!this.answer || !this.draw) return;
    try {
      await this.draw(this.answer);
      this.tell("drawn");
    } catch (error) {
      this.tell(plain(error), true);
    }
  }

  private save(kind: string, write: typeof csv): void {
    if (!this.answer) return;
    const blob = new Blob([write(this.answer.columns, this.answer.rows)], { type: kind === "csv" ? "text/csv" : "application/json" });
    const link = make("a", { href: URL.createObjectURL(blob), download: `answer.${kind}` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  private link(): void {
    sayQuery(this.editor?.text.trim() ?? "");
    void navigator.clipboard?.writeText(location.href).then(
      () => this.tell("the link to the query is copied"),
      () => this.tell("copying is not allowed; copy the address of the page, which contains the query"),
    );
  }
}
