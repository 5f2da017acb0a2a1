// DuckDB in a worker: unpacked for the first query, and queried one query at a time.

import type { AsyncDuckDB, AsyncDuckDBConnection } from "@duckdb/duckdb-wasm";
import { bytesOf, load, workerSource } from "./parts";
import { refusal } from "./reading";
import type { Cell } from "./values";

declare const pageClient: typeof import("./client");

export interface Answer {
  columns: string[];
  rows: Cell[][];
}

/** A query that the visitor stopped. */
export class Cancelled extends Error {
  constructor() {
    super("stopped");
  }
}

/** Program that runs in the worker before DuckDB's program. It receives DuckDB by a message, because a page opened from a file
 * cannot fetch, and it blocks all access to the network. */
const PRELUDE = `
"use strict";
console.log = console.warn = console.error = () => undefined; // the page shows errors
const arrived = new Promise((done) => addEventListener("message", function take(event) {
  if (!event.data || !event.data.wasm) return;
  event.stopImmediatePropagation();
  removeEventListener("message", take);
  done(event.data.wasm);
}));
self.fetch = async () => new Response(
  new Blob([await arrived]).stream().pipeThrough(new DecompressionStream("gzip")),
  { headers: { "content-type": "application/wasm" } });
self.XMLHttpRequest = class { open() { throw new Error("this page does not access the network"); } };
`;

export type Tell = (text: string) => void;
/** Called when work begins, and when none is left. */
export type Watch = (isWorking: boolean) => void;
export type AskOne = (query: string) => Promise<Answer>;

/** If a stopped query is still being planned after this time (in ms), DuckDB is restarted. */
const PATIENCE_MS = 3000;

/** The page's own copy of the database, in memory. */
export class Engine {
  private worker: Worker | undefined;
  private db: AsyncDuckDB | undefined;
  /** adds the visitor's runs */
  private connection: AsyncDuckDBConnection | undefined;
  /** runs queries, read-only */
  private reader: AsyncDuckDBConnection | undefined;
  private started: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private stop: (() => void) | undefined;
  private settling: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private stops = 0;
  private readonly watches: Watch[] = [];

  /** `restore` adds the visitor's runs again after a restart. */
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

  /** Run one query that only reads; queries run one after the other. */
  ask(query: string): Promise<Answer> {
    return this.queued(() => this.read(query));
  }

  /** Run several statements, which may write, without other queries in between. */
  together<T>(work: (ask: AskOne) => Promise<T>): Promise<T> {
    return this.queued(() =>
      work(async (query) => {
        await this.settling;
        await this.start();
        return this.run(this.connection, query);
      }),
    );
  }

  /** Run one query; throw an error if it does not only read. The transaction is read-only, too. */
  private async read(query: string): Promise<Answer> {
    await this.settling;
    await this.start();
    const { reader, db } = this;
    if (!reader || !db) throw new Error("DuckDB is not started");
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
      if (asked !== this.stops) throw new Cancelled(); // stopped while waiting
      return work();
    });
    const ended = mine.catch(() => undefined).then(() => this.settling);
    this.last = ended;
    void ended.then(() => {
      if (!--this.waiting) for (const watch of this.watches) watch(false);
    });
    return mine;
  }

  watch(tell: Watch): void {
    this.watches.push(tell);
  }

  private async run(connection: AsyncDuckDBConnection | undefined, query: string): Promise<Answer> {
    if (!connection) throw new Error("DuckDB is not started");
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

  /** Stop the running query and all waiting queries. */
  cancel(): void {
    this.stops++;
    this.stop?.();
  }

  /** Restart with the published database and the visitor's runs, after statements within `together` failed halfway. */
  async afresh(): Promise<void> {
    await this.settling;
    await this.again();
  }

  /** Register a text as a file. */
  async putText(name: string, text: string): Promise<void> {
    await this.start();
    await this.db?.registerFileText(name, text);
  }

  async dropFile(name: string): Promise<void> {
    await this.db?.dropFile(name);
  }

  /** Restart DuckDB and restore the visitor's runs. */
  private async again(): Promise<void> {
    this.worker?.terminate();
    this.worker = this.db = this.connection = this.reader = this.started = undefined;
    try {
      await this.start();
      await this.restore((query) => this.run(this.connection, query));
    } catch {
      this.forget(); // the next query reports the error
    }
  }

  /** Stop DuckDB; the next query starts it with the published database. */
  forget(): void {
    this.worker?.terminate();
    this.worker = this.db = this.connection = this.reader = this.started = undefined;
  }
}

function waited(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Wait until the browser has drawn the last message. */
function painted(): Promise<void> {
  return waited(30);
}
