import type { JsonSchemaObject } from '@haft/schema';
import type { ArgumentCheck } from '@haft/arguments';
import { checkerOf } from '@haft/arguments/lazy';

/** Returns a check that accepts values of `check` if they are valid for a narrower schema, too. */
export function narrowedCheck(check: ArgumentCheck, schema: JsonSchemaObject): ArgumentCheck {
  return {
    read: (value) => (checkerOf(schema).validates(value) ? check.read(value) : undefined),
    emitted: check.emitted,
    schema: () => schema,
    issuesOf: (value) => checkerOf(check.schema()).issuesOf(value),
    example: () => undefined,
    open: check.open,
    appliesDefaults: check.appliesDefaults,
    sensitive: check.sensitive,
    messages: check.messages,
  };
}
