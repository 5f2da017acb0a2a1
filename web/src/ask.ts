// The drawer in which a query is seen, changed, run, linked to and exported.

import { forgetQuery, queryAsked, sayQuery } from "./address";
import { COLUMNS, Editor, OBJECTS } from "./editor";
import { type Answer, Cancelled, type Engine } from "./engine";
import { byId, make, plain } from "./page";
import { table, told } from "./table";
import { csv } from "./values";

type Draw = (answer: Answer) => Promise<unknown>;

export class Ask {
  private readonly editor: Editor;
  private answer: Answer | undefined;
  private draw: Draw | undefined;
  private opener: Element | null = null;
  private readonly place = byId("ask");

  constructor(private readonly engine: Engine) {
    this.editor = new Editor(byId("ask-editor"), () => void this.run());
    byId("ask-run").addEventListener("click", () => void this.run());
    byId("ask-stop").addEventListener("click", () => this.engine.cancel());
    byId("ask-close").addEventListener("click", () => this.close());
    byId("ask-csv").addEventListener("click", () => this.save());
    byId("ask-link").addEventListener("click", () => this.link());
    byId("ask-draw").addEventListener("click", () => void this.drawAnswer());
    this.place.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.close();
    });
  }

  /** Show the query that the address asks for, if it does, and answer it: the engine runs only what reads. */
  followAddress(): void {
    const query = queryAsked();
    if (query === undefined) return;
    if (query === this.editor.text && this.isOpen) return;
    this.open(query, "SQL");
    void this.run();
  }

  get isOpen(): boolean {
    return !this.place.hidden;
  }

  open(query: string, title: string, draw?: Draw): void {
    if (!this.isOpen) this.opener = document.activeElement;
    this.place.hidden = false;
    document.body.classList.add("asking");
    byId("ask-title").textContent = title;
    this.editor.text = query;
    this.draw = draw;
    this.show(undefined);
    this.tell("");
    this.editor.focus();
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
    const query = this.editor.text.trim();
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

  /** What the box completes; where that is stopped, the next question learns it. */
  private async learnNames(): Promise<void> {
    if (this.editor.knowsNames || !this.engine.isStarted) return;
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
    byId<HTMLButtonElement>("ask-csv").disabled = !answer;
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

  private save(): void {
    if (!this.answer) return;
    const blob = new Blob([csv(this.answer.columns, this.answer.rows)], { type: "text/csv" });
    const link = make("a", { href: URL.createObjectURL(blob), download: "answer.csv" });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  private link(): void {
    sayQuery(this.editor.text.trim());
    void navigator.clipboard?.writeText(location.href).then(
      () => this.tell("the address is copied"),
      () => this.tell("the address has the query now"),
    );
  }
}
