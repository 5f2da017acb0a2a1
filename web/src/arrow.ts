// Converts values of DuckDB's results to plain JavaScript values.

import { type DataType, Type } from "apache-arrow";
import type { Cell } from "./values";

/** One value of an Arrow column. Whole numbers above 2^53 become text, so that no digit is lost. */
export function valueOf(value: unknown, type: DataType): Cell {
  if (value === null || value === undefined) return null;
  switch (type.typeId) {
    case Type.Bool:
      return Boolean(value);
    case Type.Int:
      return whole(value as number | bigint);
    case Type.Float:
      return Number(value);
    case Type.Decimal:
      return decimal(value as Uint32Array, (type as DataType & { scale: number }).scale);
    case Type.Date:
      return new Date(Number(value)).toISOString().slice(0, 10);
    case Type.Timestamp:
      return new Date(Number(value)).toISOString().replace("T", " ").replace(/(\.0+)?Z$/, "");
    case Type.List: {
      const inner = type.children[0]?.type;
      return inner ? [...(value as Iterable<unknown>)].map((each) => valueOf(each, inner)) : String(value);
    }
    case Type.Struct: {
      const row = value as Record<string, unknown>;
      return Object.fromEntries(type.children.map((field) => [field.name, valueOf(row[field.name], field.type)]));
    }
    case Type.Map: {
      const entries = Object.entries((value as { toJSON(): Record<string, unknown> }).toJSON());
      return Object.fromEntries(entries.map(([key, each]) => [key, loose(each)]));
    }
    default:
      return typeof value === "bigint" ? whole(value) : String(value);
  }
}

function loose(value: unknown): Cell {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  return typeof value === "bigint" ? whole(value) : String(value);
}

function whole(value: number | bigint): Cell {
  if (typeof value === "number") return value;
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString();
}

/** A decimal of 128 bits, least significant word first. */
function decimal(words: Uint32Array, scale: number): Cell {
  let number = 0n;
  for (let i = words.length - 1; i >= 0; i--) number = (number << 32n) | BigInt(words[i] ?? 0);
  number = BigInt.asIntN(words.length * 32, number);
  if (scale === 0) return whole(number);
  const digits = (number < 0n ? -number : number).toString().padStart(scale + 1, "0");
  return Number(`${number < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}
