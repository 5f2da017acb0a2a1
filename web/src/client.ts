// What speaks with DuckDB. A program of its own (build.mjs), which the page runs when it is first asked something.

export { AsyncDuckDB, VoidLogger } from "@duckdb/duckdb-wasm";
export { valueOf } from "./arrow";
