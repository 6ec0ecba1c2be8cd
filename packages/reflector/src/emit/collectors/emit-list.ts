import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { Code } from '../predicates/code.js';
import { onlyKind } from '../predicates/type.js';
import type { CollectorEmitter } from './collector-emitter.js';

/** Writes `items`, after the sizes of the list. */
export function emitList(
  { schema, items }: { readonly schema: JsonSchemaObject; readonly items: JsonSchema },
  value: string,
  code: Code,
  emitter: CollectorEmitter,
): void {
  const [index, item] = [code.scope.local('index'), code.scope.local(`${value}Item`)];
  const inner = new Code(code.scope.copy());
  emitter.at(items, index, item, inner);
  const loop = new Code(code.scope);
  if (!inner.empty) {
    loop.block(`for (let ${index} = 0; ${index} < ${value}.length; ${index}++)`, (each) => {
      each.line(`const ${item} = ${value}[${index}];`);
      each.append(inner);
    });
  }
  const refused = new Code(code.scope);
  emitter.outside(schema, value, refused);
  code.append(refused);
  if (loop.empty) return;
  // A list of a wrong length is visited too.
  const isKnown = refused.empty && onlyKind(schema) === 'array';
  code.nest(isKnown ? '' : `if (${emitter.isKind('array', value)})`, loop);
}
