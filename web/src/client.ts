// DuckDB's client: a separate program (build.mjs), loaded for the first query.

export { AsyncDuckDB, VoidLogger } from "@duckdb/duckdb-wasm";
export { valueOf } from "./arrow";
