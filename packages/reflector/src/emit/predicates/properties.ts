import type { JsonSchema } from '@haft/schema';
import { literal, memberOf, propertyKey } from '../literal.js';
import { Code, grouped, joined } from './code.js';
import type { Keyword, Site } from './keyword.js';
import { emitOtherProperties } from './other-properties.js';
import { readProperty } from './read-property.js';
import { refusesUndefined } from './refuses-undefined.js';

/**
 * `properties`, `required`, `patternProperties`, `additionalProperties`: one idea, because they
 * divide the keys of an object. An object without an open part is closed by counting its keys.
 */
export const properties: Keyword = {
  kind: 'object',
  emit(site) {
    const plan = planOf(site);
    const declared = plan.properties.map((one) => emitProperty(site, plan, one));
    for (const name of plan.undeclared) site.code.refuseIf(`${readProperty(site.value, name)} === undefined`);
    if (plan.counter !== undefined) emitCount(site, plan.counter);
    const built = plan.building ? emitObject(site, declared) : undefined;
    if (plan.counter === undefined)
      emitOtherProperties(
        site,
        plan.properties.map((one) => one.name),
        built,
      );
    return built;
  },
};

interface Property {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

interface Plan {
  readonly properties: readonly Property[];
  /** Required names without a declaration. */
  readonly undeclared: readonly string[];
  /** The variable that counts the keys of a closed object. */
  readonly counter: string | undefined;
  /** Whether the object is rebuilt. */
  readonly building: boolean;
}

/** A declared property after its check: the expression of its value. */
interface Declared {
  readonly name: string;
  readonly expression: string;
  /** Whether the expression is undefined for an absent property. */
  readonly mayBeAbsent: boolean;
}

function planOf({ schema, code, mode, emitter }: Site): Plan {
  const required = new Set(schema.required);
  const declared = Object.entries(schema.properties ?? {}).map(([name, one]) => ({
    name,
    schema: one,
    required: required.has(name),
  }));
  const closed = schema.additionalProperties === false && Object.keys(schema.patternProperties ?? {}).length === 0;
  const counter = closed ? code.scope.local('count') : undefined;
  const certain = declared.filter((one) => one.required).length;
  if (counter !== undefined) code.line(`let ${counter} = ${certain};`);
  return {
    properties: declared,
    undeclared: [...required].filter((name) => !Object.hasOwn(schema.properties ?? {}, name)),
    counter,
    building: mode === 'build' && emitter.buildsObject(schema),
  };
}

function emitProperty(site: Site, plan: Plan, property: Property): Declared {
  return property.required ? emitRequired(site, plan, property) : emitOptional(site, plan, property);
}

function emitRequired({ value, code, mode, emitter }: Site, plan: Plan, { name, schema }: Property): Declared {
  const local = code.scope.local(name);
  code.line(`const ${local} = ${readProperty(value, name)};`);
  if (!refusesUndefined(schema)) code.refuseIf(`${local} === undefined`);
  return { name, expression: emitter.value(schema, local, code, plan.building ? mode : 'check'), mayBeAbsent: false };
}

function emitOptional(site: Site, plan: Plan, { name, schema }: Property): Declared {
  const { value, code, emitter } = site;
  const local = code.scope.local(name);
  const present = new Code(code.scope);
  const result = emitter.value(schema, local, present, plan.building ? site.mode : 'check');
  const refusals = present.refusals;
  if (plan.counter !== undefined) present.line(`${plan.counter}++;`);
  const preset = plan.building ? emitter.presetOf(site.schema, schema) : undefined;
  if (preset === undefined && result === local) {
    if (!present.empty || plan.building) code.line(`const ${local} = ${readProperty(value, name)};`);
    if (plan.counter === undefined && refusals !== undefined) {
      if (refusals.length > 0) code.refuseIf(`${local} !== undefined && ${grouped(joined(refusals))}`);
    } else code.nest(`if (${local} !== undefined)`, present);
    return { name, expression: local, mayBeAbsent: true };
  }
  const isNew = result !== local;
  const built = isNew ? code.scope.local(`${local}Value`) : local;
  code.line(`${isNew ? 'const' : 'let'} ${local} = ${readProperty(value, name)};`);
  if (isNew) {
    code.line(`let ${built};`);
    present.line(`${built} = ${result};`);
  }
  if (preset === undefined) code.nest(`if (${local} !== undefined)`, present);
  else {
    code.line(`if (${local} === undefined) ${built} = ${literal(preset)};`);
    if (!present.empty) code.nest('else', present);
  }
  return { name, expression: built, mayBeAbsent: preset === undefined };
}

function emitCount({ value, code, emitter }: Site, counter: string): void {
  const key = code.scope.local('key');
  code.line(`for (const ${key} in ${value}) ${counter}--;`);
  code.refuseIf(`${counter} !== 0 && ${emitter.helper('hasOtherKeys')}(${value}, ${counter})`);
}

/** Writes the new object with the declared properties: an instance, or a literal. */
function emitObject({ schema, value, code, emitter }: Site, declared: readonly Declared[]): string {
  const built = code.scope.local(`${value}Object`);
  const dto = emitter.instanceOf(schema);
  if (dto !== undefined) {
    code.line(`const ${built} = new ${dto}();`);
    for (const one of declared) code.line(assignment(built, one));
    return built;
  }
  const whole = emitter.isFixedShape(schema);
  const inLiteral = declared.filter((one) => whole || !one.mayBeAbsent);
  const entries = inLiteral.map(({ name, expression }) =>
    name === expression ? name : `${propertyKey(name)}: ${expression}`,
  );
  code.line(`const ${built} = ${entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`};`);
  for (const one of declared) if (!inLiteral.includes(one)) code.line(assignment(built, one));
  return built;
}

function assignment(target: string, { name, expression, mayBeAbsent }: Declared): string {
  const assign =
    name === '__proto__'
      ? `Object.defineProperty(${target}, '__proto__', { value: ${expression}, writable: true, enumerable: true, configurable: true });`
      : `${memberOf(target, name)} = ${expression};`;
  return mayBeAbsent ? `if (${expression} !== undefined) ${assign}` : assign;
}
