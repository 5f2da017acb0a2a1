// DuckDB's client, a separate program (build.mjs) that is loaded for the first query.

export { AsyncDuckDB, VoidLogger } from "@duckdb/duckdb-wasm";
export { valueOf } from "./arrow";
