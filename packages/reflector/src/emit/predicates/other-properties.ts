import type { JsonSchema } from '@haft/schema';
import { literal, quote } from '../literal.js';
import { Code } from './code.js';
import type { Site } from './keyword.js';

/**
 * Writes the keys of an open object: `patternProperties` for every key, `additionalProperties` for
 * those that are neither declared nor matched. With `built`, that object receives the undeclared
 * entries.
 */
export function emitOtherProperties(site: Site, declared: readonly string[], built: string | undefined): void {
  const { schema, value, code, mode, emitter } = site;
  const patterns = Object.entries(schema.patternProperties ?? {});
  const additional = schema.additionalProperties ?? true;
  const key = code.scope.local('key');
  const entry = code.scope.local(`${value}Entry`);
  const result = builds(site) ? code.scope.local(`${entry}Value`) : entry;
  const checks = new Code(code.scope);

  const into = (one: JsonSchema, inner: Code): void => {
    const made = emitter.value(one, entry, inner, built === undefined ? 'check' : mode);
    if (made !== entry) inner.line(`${result} = ${made};`);
  };
  const tests = patterns.map(([text]) => `${emitter.pattern(text)}.test(${key})`);
  patterns.forEach(([, one], index) => {
    const inner = new Code(code.scope);
    into(one, inner);
    if (!inner.empty) checks.nest(`if (${tests[index]})`, inner);
  });
  const isDeclared = declared.length === 0 ? undefined : declaredTest(site, declared, key);
  const others = new Code(code.scope);
  into(additional, others);
  const known = [...(isDeclared === undefined ? [] : [isDeclared]), ...tests];
  if (!others.empty) {
    if (known.length === 0) checks.append(others);
    else checks.nest(`if (!(${known.join(' || ')}))`, others);
  }
  if (checks.empty && built === undefined) return;

  code.block(`for (const ${key} in ${value})`, (loop) => {
    // An assignment to this key would set the prototype of the new object.
    if (built !== undefined) loop.refuseIf(`${key} === '__proto__'`);
    loop.line(`const ${entry} = ${value}[${key}];`);
    loop.line(`if (${entry} === undefined) continue;`);
    if (result !== entry) loop.line(`let ${result} = ${entry};`);
    loop.append(checks);
    if (built === undefined) return;
    const assign = `${built}[${key}] = ${result};`;
    loop.line(isDeclared === undefined ? assign : `if (!(${isDeclared})) ${assign}`);
  });
}

function builds({ schema, mode, emitter }: Site): boolean {
  const parts = [...Object.values(schema.patternProperties ?? {}), schema.additionalProperties ?? true];
  return mode === 'build' && parts.some((one) => emitter.builds(one));
}

function declaredTest({ emitter }: Site, names: readonly string[], key: string): string {
  if (names.length > 12)
    return `${emitter.constant('names', `new Set([${names.map(literal).join(', ')}])`)}.has(${key})`;
  return names.map((name) => `${key} === ${quote(name)}`).join(' || ');
}
