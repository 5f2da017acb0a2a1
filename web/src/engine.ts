// DuckDB in a worker of its own: unpacked on the first question, asked one question at a time.

import type { AsyncDuckDB, AsyncDuckDBConnection } from "@duckdb/duckdb-wasm";
import { bytesOf, load, workerSource } from "./parts";
import { refusal } from "./reading";
import type { Cell } from "./values";

declare const pageClient: typeof import("./client");

export interface Answer {
  columns: string[];
  rows: Cell[][];
}

/** A question that was stopped by the reader. */
export class Cancelled extends Error {
  constructor() {
    super("stopped");
  }
}

/** What the worker runs before DuckDB's own program: it takes DuckDB from a message, because a page that was opened
 * from a file may fetch nothing, and keeps everything else off the network. */
const PRELUDE = `
"use strict";
console.log = console.warn = console.error = () => undefined; // what goes wrong is told on the page
const arrived = new Promise((done) => addEventListener("message", function take(event) {
  if (!event.data || !event.data.wasm) return;
  event.stopImmediatePropagation();
  removeEventListener("message", take);
  done(event.data.wasm);
}));
self.fetch = async () => new Response(
  new Blob([await arrived]).stream().pipeThrough(new DecompressionStream("gzip")),
  { headers: { "content-type": "application/wasm" } });
self.XMLHttpRequest = class { open() { throw new Error("this page asks nothing of the network"); } };
`;

export type Tell = (text: string) => void;
/** Told when questions begin to be worked on, and when none is left. */
export type Watch = (isWorking: boolean) => void;
export type AskOne = (query: string) => Promise<Answer>;

/** A stopped question that DuckDB does not let go of in that time, because it is still planning, takes DuckDB with it. */
const PATIENCE_MS = 3000;

/** The page's own copy of the database, in memory. */
export class Engine {
  private worker: Worker | undefined;
  private db: AsyncDuckDB | undefined;
  /** puts runs of the reader's beside the published ones */
  private connection: AsyncDuckDBConnection | undefined;
  /** answers what is asked, and can change nothing */
  private reader: AsyncDuckDBConnection | undefined;
  private started: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private stop: (() => void) | undefined;
  private settling: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private stops = 0;
  private readonly watches: Watch[] = [];

  /** `restore` brings back what was added, after DuckDB had to be started again. */
  constructor(private readonly tell: Tell, private readonly restore: (ask: AskOne) => Promise<void>) {}

  get isStarted(): boolean {
    return this.connection !== undefined;
  }

  /** Unpack and start DuckDB, once. */
  start(): Promise<void> {
    this.started ??= this.begin().catch((error: unknown) => {
      this.forget();
      throw error;
    });
    return this.started;
  }

  private async begin(): Promise<void> {
    this.tell("Unpacking DuckDB …");
    await painted();
    const [wasm, packed, source] = await Promise.all([bytesOf("wasm"), bytesOf("database"), workerSource(), load("client")]);
    const address = URL.createObjectURL(new Blob([PRELUDE, source], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker = worker;
    const broken = new Promise<never>((_, fail) => {
      worker.addEventListener("error", (event) => fail(new Error(event.message || "the worker could not be started")));
    });
    worker.postMessage({ wasm: wasm.buffer }, [wasm.buffer]);
    this.db = new pageClient.AsyncDuckDB(new pageClient.VoidLogger(), worker);
    await Promise.race([this.db.instantiate("data:application/wasm,"), broken]);
    this.tell("Unpacking the database …");
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const content = new Uint8Array(await new Response(stream).arrayBuffer());
    await this.db.open({ path: ":memory:" });
    await this.db.registerFileBuffer("page.duckdb", content);
    this.connection = await this.db.connect();
    for (const statement of [
      "set autoinstall_known_extensions = false",
      "set autoload_known_extensions = false",
      "attach 'page.duckdb' as loaded",
      "use loaded",
    ]) {
      await this.connection.query(statement);
    }
    this.reader = await this.db.connect();
    await this.reader.query("use loaded");
    this.tell("");
  }

  /** The answer to one query that only reads; questions wait for each other. */
  ask(query: string): Promise<Answer> {
    return this.queued(() => this.read(query));
  }

  /** Several statements of the page's own, which may write, and that no other may come between. */
  together<T>(work: (ask: AskOne) => Promise<T>): Promise<T> {
    return this.queued(() =>
      work(async (query) => {
        await this.settling;
        await this.start();
        return this.run(this.connection, query);
      }),
    );
  }

  /** One query, refused unless it reads; DuckDB holds it to that, too. */
  private async read(query: string): Promise<Answer> {
    await this.settling;
    await this.start();
    const { reader, db } = this;
    if (!reader || !db) throw new Error("DuckDB is not there");
    const { offsets, types } = await db.tokenize(query);
    const reason = refusal(query, offsets, types);
    if (reason) throw new Error(reason);
    await reader.query("begin transaction read only");
    try {
      return await this.run(reader, query);
    } finally {
      await this.settling;
      if (reader === this.reader) await reader.query("rollback");
    }
  }

  private queued<T>(work: () => Promise<T>): Promise<T> {
    const asked = this.stops;
    if (!this.waiting++) for (const watch of this.watches) watch(true);
    const mine = this.last.then(() => {
      if (asked !== this.stops) throw new Cancelled(); // it waited while another was stopped
      return work();
    });
    const ended = mine.catch(() => undefined).then(() => this.settling);
    this.last = ended;
    void ended.then(() => {
      if (!--this.waiting) for (const watch of this.watches) watch(false);
    });
    return mine;
  }

  /** Be told of work. */
  watch(tell: Watch): void {
    this.watches.push(tell);
  }

  private async run(connection: AsyncDuckDBConnection | undefined, query: string): Promise<Answer> {
    if (!connection) throw new Error("DuckDB is not there");
    let isStopped = false;
    let isDone = false;
    const stopped = new Promise<never>((_, fail) => {
      this.stop = () => {
        isStopped = true;
        void connection.cancelSent();
        fail(new Cancelled());
      };
    });
    stopped.catch(() => undefined);
    try {
      const work = (async (): Promise<Answer> => {
        const reader = await connection.send(query);
        const rows: Cell[][] = [];
        let columns: string[] = [];
        for await (const batch of reader) {
          columns = batch.schema.fields.map((field) => field.name);
          for (let i = 0; i < batch.numRows; i++) {
            rows.push(batch.schema.fields.map((field, c) => pageClient.valueOf(batch.getChildAt(c)?.get(i), field.type)));
          }
        }
        if (!columns.length) columns = (reader.schema?.fields ?? []).map((field) => field.name);
        return { columns, rows };
      })();
      const ended = work.then(() => undefined, () => undefined).then(() => {
        isDone = true;
      });
      stopped.catch(() => {
        this.settling = Promise.race([ended, waited(PATIENCE_MS)]).then(() => (isDone ? undefined : this.again()));
      });
      return await Promise.race([work, stopped]);
    } catch (error) {
      if (isStopped) throw new Cancelled();
      if (/memory access out of bounds|unreachable|out of memory/i.test(String(error))) this.settling = this.again();
      throw error;
    } finally {
      this.stop = undefined;
    }
  }

  /** Stop the question that runs, and those that wait for it. */
  cancel(): void {
    this.stops++;
    this.stop?.();
  }

  /** Begin with the published database and what was added to it; for work that stopped half way, within `together`. */
  async afresh(): Promise<void> {
    await this.settling;
    await this.again();
  }

  /** Give a text to DuckDB under a file's name. */
  async putText(name: string, text: string): Promise<void> {
    await this.start();
    await this.db?.registerFileText(name, text);
  }

  async dropFile(name: string): Promise<void> {
    await this.db?.dropFile(name);
  }

  /** Start anew, with what was added. */
  private async again(): Promise<void> {
    this.worker?.terminate();
    this.worker = this.db = this.connection = this.reader = this.started = undefined;
    try {
      await this.start();
      await this.restore((query) => this.run(this.connection, query));
    } catch {
      this.forget(); // the next question tells what is wrong
    }
  }

  /** Throw everything away; the next question begins with the database as it was published. */
  forget(): void {
    this.worker?.terminate();
    this.worker = this.db = this.connection = this.reader = this.started = undefined;
  }
}

function waited(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Once the browser has drawn what was just told. */
function painted(): Promise<void> {
  return waited(30);
}
