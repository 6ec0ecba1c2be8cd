import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { literal } from '../literal.js';
import type { Keyword } from './keyword.js';
import { typesOf } from './type.js';

/** `enum` and `const`, narrowed by `type`. */
export const values: Keyword = {
  emit({ schema, value, code, emitter }) {
    for (const list of listsOf(schema)) {
      const plain = list.filter((one) => typeof one !== 'object' || one === null);
      const deep = list.filter((one) => typeof one === 'object' && one !== null);
      const refusals =
        plain.length > LONG
          ? [`!${emitter.constant('values', `new Set([${plain.map(literal).join(', ')}])`)}.has(${value})`]
          : plain.map((one) => `${value} !== ${literal(one)}`);
      for (const one of deep)
        refusals.push(`!${emitter.helper('sameJson')}(${value}, ${emitter.constant('constant', literal(one))})`);
      code.refuseIf(refusals.length === 0 ? 'true' : refusals.join(' && '));
    }
    return undefined;
  },
};

/** From this size on, a `Set` is shorter and faster than comparisons. */
const LONG = 12;

function listsOf(schema: JsonSchemaObject): readonly (readonly JsonValue[])[] {
  const lists: (readonly JsonValue[])[] = [];
  if (schema.enum !== undefined) lists.push(schema.enum);
  if (schema.const !== undefined) lists.push([schema.const]);
  if (schema.type === undefined) return lists;
  const types = typesOf(schema);
  return lists.map((list) => list.filter((one) => types.some((type) => isOfType(one, type))));
}

function isOfType(value: JsonValue, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}
