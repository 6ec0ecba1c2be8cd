import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { literal, quote } from '../literal.js';
import { Code } from '../predicates/code.js';
import { readProperty } from '../predicates/read-property.js';
import { refusesUndefined } from '../predicates/refuses-undefined.js';
import { onlyKind } from '../predicates/type.js';
import type { CollectorEmitter } from './collector-emitter.js';

/**
 * Writes `properties`, `required` and `additionalProperties`: first the declared names, then all
 * others.
 */
export function emitObject(schema: JsonSchemaObject, value: string, code: Code, emitter: CollectorEmitter): void {
  const refused = new Code(code.scope);
  emitter.outside(schema, value, refused);
  const inside = new Code(code.scope);
  emitInside(schema, value, inside, emitter);
  const [only = ''] = refused.toLines();
  // Either the value passes the test, or there is nothing to visit.
  if (only !== '') code.line(only.replace(/ walk\.here\(/, ' return walk.here('));
  if (onlyKind(schema) === 'object') code.append(inside);
  else code.nest(`if (${emitter.isKind('object', value)})`, inside);
}

function emitInside(schema: JsonSchemaObject, value: string, code: Code, emitter: CollectorEmitter): void {
  const { properties = {}, required = [], additionalProperties: rest = true } = schema;
  const names = Object.keys(properties);
  const needed = new Set(required);
  const isClosed = rest === false;
  const counter = code.scope.local('count');
  if (isClosed) code.line(`let ${counter} = ${names.filter((name) => needed.has(name)).length};`);
  for (const [name, one] of Object.entries(properties)) {
    const property = { name, schema: one, local: code.scope.local(name), value };
    if (needed.has(name)) emitRequired(property, isClosed ? counter : undefined, code, emitter);
    else emitOptional(property, isClosed ? counter : undefined, code, emitter);
  }
  for (const name of needed) {
    if (Object.hasOwn(properties, name)) continue;
    code.line(
      `if (${readProperty(value, name)} === undefined) walk.needs(${quote(name)}, undefined, ${emitter.part(true)});`,
    );
  }
  if (isClosed) emitNames({ value, names }, counter, code, emitter);
  else if (rest !== true) emitRest({ value, names }, rest, code, emitter);
}

interface Property {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The variable of its value. */
  readonly local: string;
  /** The variable of the object. */
  readonly value: string;
}

function emitRequired(property: Property, counter: string | undefined, code: Code, emitter: CollectorEmitter): void {
  const { name, schema, local, value } = property;
  const words = emitter.partInWords(schema);
  const needs = `${counter === undefined ? '' : `${counter} -= `}walk.needs(${quote(name)}, ${local}, ${words});`;
  code.line(`const ${local} = ${readProperty(value, name)};`);
  const refusal = emitter.leafRefusal(schema, local);
  if (refusal !== undefined && refusesUndefined(schema) && words === emitter.part(schema)) {
    code.line(`if (${refusal}) ${needs}`);
    return;
  }
  const present = new Code(code.scope.copy());
  emitter.at(schema, quote(name), local, present);
  code.line(`if (${local} === undefined) ${needs}`);
  const [first = '', ...more] = present.toLines();
  if (more.length === 0 && first.startsWith('if ')) code.line(`else ${first}`);
  else if (!present.empty) code.nest('else', present);
}

function emitOptional(property: Property, counter: string | undefined, code: Code, emitter: CollectorEmitter): void {
  const { name, schema, local, value } = property;
  const present = new Code(code.scope.copy());
  emitter.at(schema, quote(name), local, present);
  if (counter !== undefined) present.line(`${counter}++;`);
  if (present.empty) return;
  code.line(`const ${local} = ${readProperty(value, name)};`);
  code.nest(`if (${local} !== undefined)`, present);
}

/** The variable of an object with its declared names. */
interface NamedObject {
  readonly value: string;
  readonly names: readonly string[];
}

/** Writes the check of the names. A valid closed object has as many names as were found. */
function emitNames({ value, names }: NamedObject, counter: string, code: Code, emitter: CollectorEmitter): void {
  const key = code.scope.local('key');
  code.line(`for (const ${key} in ${value}) ${counter}--;`);
  code.line(`if (${counter} !== 0) walk.others(${value}, ${namesConstant(names, emitter)});`);
}

function emitRest({ value, names }: NamedObject, rest: JsonSchema, code: Code, emitter: CollectorEmitter): void {
  const [key, entry] = [code.scope.local('key'), code.scope.local(`${value}Entry`)];
  const inner = new Code(code.scope.copy());
  emitter.at(rest, key, entry, inner);
  if (inner.empty) return;
  const isOther = names.length === 0 ? '' : `!${namesConstant(names, emitter)}.includes(${key}) && `;
  code.block(`for (const ${key} of Object.keys(${value}))`, (loop) => {
    loop.line(`const ${entry} = ${value}[${key}];`);
    loop.nest(`if (${isOther}${entry} !== undefined)`, inner);
  });
}

function namesConstant(names: readonly string[], emitter: CollectorEmitter): string {
  return emitter.constant('names', literal(names));
}
