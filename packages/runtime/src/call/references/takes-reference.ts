import type { JsonSchema } from '@haft/schema';
import type { Resolve } from '@haft/schema/internal';
import { followed } from '@haft/schema/basics';

/** Returns whether a type declares the property `$ref`, and so takes the reference itself. */
export function takesReference(schema: JsonSchema, resolve: Resolve): boolean {
  const one = followed(schema, resolve);
  if (typeof one === 'boolean') return false;
  const branches = one.anyOf ?? one.oneOf ?? [one];
  return branches.some((branch) => {
    const found = followed(branch, resolve);
    return typeof found === 'object' && Object.hasOwn(found.properties ?? {}, '$ref');
  });
}
