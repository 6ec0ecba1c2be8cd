import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { mapSubschemas } from '@haft/schema/basics';
import type { ArgumentCheck, ArgumentsOutcome } from '@haft/arguments';
import { checkerOf } from '@haft/arguments/lazy';

/** The check of a result from outside. Arguments are objects, so it wraps the result in one. */
export interface ResultCheck {
  readonly check: ArgumentCheck;
  readonly wrap: (result: JsonValue) => object;
  /** Removes the wrapper, also from the paths of issues and repairs. */
  readonly unwrap: (outcome: ArgumentsOutcome) => ArgumentsOutcome;
  /** Returns the accepted result. */
  readonly valueOf: (wire: Readonly<Record<string, JsonValue>>) => JsonValue;
}

const known = new WeakMap<JsonSchemaObject, ResultCheck>();

/** Returns the check of results of a schema. Without a schema, every JSON value is valid. */
export function resultCheck(schema: JsonSchemaObject = ANYTHING): ResultCheck {
  let check = known.get(schema);
  if (check === undefined) known.set(schema, (check = make(schema)));
  return check;
}

const ANYTHING: JsonSchemaObject = {};
const NAME = 'result';

function make(given: JsonSchemaObject): ResultCheck {
  const { $defs, ...schema } = referred(given);
  const whole: JsonSchemaObject = {
    type: 'object',
    properties: { [NAME]: schema },
    required: [NAME],
    ...($defs !== undefined && { $defs }),
  };
  const check: ArgumentCheck = {
    read: (value) => (checkerOf(whole).validates(value) ? (value as object) : undefined),
    schema: () => whole,
    example: () => undefined,
    open: true,
    sensitive: [],
  };
  return {
    check,
    wrap: (result) => ({ [NAME]: result }),
    unwrap: (outcome) => {
      const repairs = outcome.repairs.map(inside);
      if (outcome.refusal === undefined) return { ...outcome, repairs };
      return { refusal: { ...outcome.refusal, issues: outcome.refusal.issues.map(inside) }, repairs };
    },
    valueOf: (wire) => wire[NAME] as JsonValue,
  };
}

function inside<Placed extends { readonly path: readonly (string | number)[] }>(one: Placed): Placed {
  return { ...one, path: one.path.slice(1) };
}

/** Adapts references to the new root. Definitions stay at the root. */
function referred(schema: JsonSchemaObject): JsonSchemaObject {
  const inside = mapSubschemas(schema, ({ schema: one }) => (typeof one === 'boolean' ? one : referred(one)));
  return typeof inside.$ref === 'string' ? { ...inside, $ref: moved(inside.$ref) } : inside;
}

function moved(reference: string): string {
  if (!reference.startsWith('#') || reference.startsWith('#/$defs/')) return reference;
  return `#/properties/${NAME}${reference.slice(1)}`;
}
