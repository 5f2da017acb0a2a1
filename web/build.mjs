// Bundles the page's program and the worker, and packs DuckDB, into the folder that the Python package carries.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const out = new URL("../dltrack_db/plugins/site/parts/", import.meta.url);
const duckdb = new URL("node_modules/@duckdb/duckdb-wasm/dist/", import.meta.url);
const common = { bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", legalComments: "none", loader: { ".sql": "text" } };

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({ ...common, entryPoints: ["src/main.ts"], outfile: new URL("page.js", out).pathname });
await build({ ...common, entryPoints: ["src/client.ts"], globalName: "pageClient", outfile: new URL("client.js", out).pathname });
await build({ ...common, entryPoints: ["src/editor.ts"], globalName: "pageEditor", outfile: new URL("editor.js", out).pathname });

const worker = await readFile(new URL("duckdb-browser-eh.worker.js", duckdb), "utf8");
await writeFile(new URL("worker.js", out), worker.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"));
const packed = gzipSync(await readFile(new URL("duckdb-eh.wasm", duckdb)), { level: 9 });
await writeFile(new URL("duckdb.wasm.gz", out), packed);

const parts = {};
for (const name of ["page.js", "client.js", "editor.js", "worker.js", "duckdb.wasm.gz"]) {
  const content = await readFile(new URL(name, out));
  parts[name] = { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}
const { version } = JSON.parse(await readFile(new URL("../package.json", duckdb), "utf8"));
const { createDuckDB, NODE_RUNTIME, VoidLogger } = createRequire(import.meta.url)("@duckdb/duckdb-wasm/blocking");
const dist = (name) => new URL(name, duckdb).pathname;
const bundles = { mvp: { mainModule: dist("duckdb-mvp.wasm"), mainWorker: "" }, eh: { mainModule: dist("duckdb-eh.wasm"), mainWorker: "" } };
const db = await createDuckDB(bundles, new VoidLogger(), NODE_RUNTIME);
await db.instantiate(() => undefined);
const answers = db.getVersion().replace(/^v/, "");
await writeFile(new URL("parts.json", out), JSON.stringify({ "duckdb-wasm": version, duckdb: answers, parts }, null, 2) + "\n");
