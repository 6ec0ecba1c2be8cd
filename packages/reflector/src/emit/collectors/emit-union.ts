import type { JsonSchema } from '@haft/schema';
import { literal } from '../literal.js';
import { Code } from '../predicates/code.js';
import { readProperty } from '../predicates/read-property.js';
import type { CollectorEmitter } from './collector-emitter.js';
import type { Tagged, Union } from './form-of.js';

/** A schema and the variable of the value to check. */
interface CheckedValue {
  readonly schema: JsonSchema;
  readonly value: string;
}

/**
 * Writes the problems of the one branch that a value can match. None is hopeless, because the value
 * may be meant for another branch.
 */
export function emitUnion(
  { object, list, rest }: Union,
  { schema, value }: CheckedValue,
  code: Code,
  emitter: CollectorEmitter,
): void {
  const hopeless = code.scope.local('isHopeless');
  const tell = `walk.here(${value}, ${emitter.part(schema)});`;
  const branches: string[] = [];
  code.line(`const ${hopeless} = walk.isHopeless;`);
  const add = (test: string, write: (inner: Code) => void): void => {
    const inner = new Code(code.scope.copy());
    write(inner);
    code.nest(`${branches.length === 0 ? '' : 'else '}if (${test})`, inner);
    branches.push(test);
  };
  if (object !== undefined)
    add(emitter.isKind('object', value), (inner) => {
      if ('tag' in object) emitTagged(object, { value, tell }, inner, emitter);
      else emitter.here(object, value, inner);
      inner.line(`walk.isHopeless = ${hopeless};`);
    });
  if (list !== undefined)
    add(emitter.isKind('array', value), (inner) => {
      emitter.here(list, value, inner);
      inner.line(`walk.isHopeless = ${hopeless};`);
    });
  const others = (rest.anyOf ?? rest.oneOf ?? []).length === 0 ? 'true' : emitter.refusal(rest, value);
  if (others !== 'false') code.line(`else ${others === 'true' ? '' : `if (${others}) `}${tell}`);
}

function emitTagged(
  { tag, branches }: Tagged,
  { value, tell }: { readonly value: string; readonly tell: string },
  code: Code,
  emitter: CollectorEmitter,
): void {
  code.block(`switch (${readProperty(value, tag)})`, (cases) => {
    for (const { values, schema } of branches) {
      const inner = new Code(code.scope.copy());
      emitter.here(schema, value, inner);
      inner.line('break;');
      cases.line(`${values.map((one) => `case ${literal(one)}:`).join(' ')} ${inner.toLines().join(' ')}`);
    }
    cases.line(`default: ${tell}`);
  });
}
