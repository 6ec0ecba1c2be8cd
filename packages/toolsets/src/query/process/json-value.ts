import type * as DuckDbModule from '@duckdb/node-api';
import type { DuckDBType, DuckDBValue, DuckDBValueConverter } from '@duckdb/node-api';

/** The module `@duckdb/node-api`. Only the process of a query loads it. */
export type DuckDb = typeof DuckDbModule;

/** Decimals with at most this many digits stay exact as numbers of JavaScript. */
const EXACT_DIGITS = 15;

/**
 * Returns a converter of values to JSON. Integers and decimals that a number of JavaScript cannot
 * hold are text, as are dates, times, intervals, UUIDs and bytes. Structs are objects.
 */
export function jsonConverter(duckdb: DuckDb): DuckDBValueConverter<unknown> {
  const { DuckDBTypeId: Id, JsonDuckDBValueConverter: standard } = duckdb;
  return (value, type, converter) => {
    if (value === null) return null;
    switch (type.typeId) {
      case Id.BIGINT:
      case Id.UBIGINT:
      case Id.HUGEINT:
      case Id.UHUGEINT:
      case Id.BIGNUM:
        return integer(String(value));
      case Id.DECIMAL:
        return decimal(String(value));
      case Id.INTERVAL:
        return String(value);
      case Id.STRUCT:
        return struct(value, type, converter);
      default:
        return standard(value, type, converter as typeof standard);
    }
  };

  function struct(value: DuckDBValue, type: DuckDBType, converter: DuckDBValueConverter<unknown>): unknown {
    if (!(type instanceof duckdb.DuckDBStructType) || !(value instanceof duckdb.DuckDBStructValue)) return null;
    // Without a prototype, a field named `__proto__` is data.
    const result = Object.create(null) as Record<string, unknown>;
    for (const [index, name] of type.entryNames.entries()) {
      const entryType = type.entryTypes[index];
      if (entryType === undefined) continue;
      const entry = Object.hasOwn(value.entries, name) ? value.entries[name] : null;
      result[name] = converter(entry ?? null, entryType, converter);
    }
    return result;
  }
}

function integer(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

function decimal(text: string): number | string {
  return text.replace(/\D/g, '').length <= EXACT_DIGITS ? Number(text) : text;
}
