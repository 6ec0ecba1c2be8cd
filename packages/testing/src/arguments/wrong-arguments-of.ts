import { HaftError } from '@haft/core';
import { createChecker, type JsonSchema, type JsonValue } from '@haft/schema';
import fc from 'fast-check';
import { schemaOf, type ArgumentsSource } from './arguments-of.js';
import { BoundedFilter } from './bounded-filter.js';
import { Mutations } from './mutations.js';
import { valuesOf } from './values-of.js';

/**
 * Generates arguments that break the schema of a tool: valid ones with one small change. Haft would
 * repair some of them (`"5"` for 5) and execute the call.
 *
 * @returns an arbitrary that throws a HaftError `HAFT_INVALID_SCHEMA` if it finds no value
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the source is not an object
 */
export function wrongArgumentsOf(source: ArgumentsSource): fc.Arbitrary<JsonValue> {
  const schema = schemaOf(source);
  const checker = createChecker(schema);
  const mutations = new Mutations(schema);
  const isWrong = (value: JsonValue): boolean => !checker.validates(value);
  const mutated = fc.tuple(valuesOf(schema), fc.nat()).map(([value, choice]) => {
    const all = mutations.of(value);
    return all[choice % all.length]?.() ?? null;
  });
  // A schema that allows nearly everything needs all changes.
  return new BoundedFilter(mutated, isWrong, (last = null) => {
    for (const mutate of mutations.of(last)) {
      const value = mutate();
      if (isWrong(value)) return value;
    }
    throw nothingIsWrong(schema);
  });
}

function nothingIsWrong(schema: JsonSchema): HaftError {
  return new HaftError(
    'HAFT_INVALID_SCHEMA',
    `No value was found that breaks ${JSON.stringify(schema).slice(0, 300)}.`,
    {
      hint: 'A schema that takes everything has no wrong values: leave it out of this test.',
    },
  );
}
