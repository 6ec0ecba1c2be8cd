import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { run } from 'run';
import ts from 'typescript';
import { ProgramCompiler } from '../../../src/code/check/worker/program-compiler.js';

const compiler = new ProgramCompiler(createRequire(import.meta.url));

/** A check reports at most 10 problems. */
const AT_ONCE = 10;

/** Lists the names of all that a program finds in the sandbox. */
const LIST_NAMES = `
const names = [];
const addOwn = (path, object) => {
  for (const key of Object.getOwnPropertyNames(object)) {
    if (/^[a-z_$][\\w$]*$/i.test(key) && !/^(length|name|prototype|arguments|caller)$/.test(key)) names.push(path + '.' + key);
  }
  for (const { description } of Object.getOwnPropertySymbols(object)) {
    if (description.startsWith('Symbol.')) names.push(path + '[' + description + ']');
  }
};
for (const name of Object.getOwnPropertyNames(globalThis).filter((name) => !/^(__.*|eval)$/.test(name))) {
  names.push(name);
  const value = globalThis[name];
  if (name === 'globalThis' || value === null || !/object|function/.test(typeof value)) continue;
  addOwn(name, value);
  if (typeof value === 'function' && value.prototype) addOwn(name + '.prototype', value.prototype);
}
return names;`;

/** The compiler with fewer declarations of the language: those of TypeScript 5.0. */
function olderCompiler(): ProgramCompiler {
  const own = dirname(ts.getDefaultLibFilePath({}));
  const folder = mkdtempSync(join(tmpdir(), 'haft-libraries-'));
  for (const name of readdirSync(own).filter((one) => /^lib\.es(5|20(1\d|2[0-2]))(\..+)?\.d\.ts$/.test(one)))
    copyFileSync(join(own, name), join(folder, name));
  const newer = '/// <reference lib="es2022" />\ninterface Array<T> { findLast: any; findLastIndex: any }\n';
  writeFileSync(join(folder, 'lib.esnext.d.ts'), newer);
  const older: object = Object.create(ts, { getDefaultLibFilePath: { value: () => join(folder, 'lib.d.ts') } });
  try {
    return new ProgramCompiler((() => older) as unknown as NodeJS.Require);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['TypeScript as it is installed', () => compiler],
  ['an older TypeScript', olderCompiler],
])('knows everything that the sandbox has, with %s [CODE-1]', async (_, make) => {
  const { value } = (await run({ source: LIST_NAMES })) as { readonly value: readonly string[] };
  expect(value.length).toBeGreaterThan(500);
  expect(value).toEqual(expect.arrayContaining(['Array.prototype.at', 'Map.groupBy', 'Promise.allSettled']));
  const programs = Array.from({ length: Math.ceil(value.length / AT_ONCE) }, (_, index) =>
    value.slice(index * AT_ONCE, (index + 1) * AT_ONCE).map((name) => `void ${name};`),
  );
  const known = make();
  const unknown = programs.flatMap((lines) => known.problemsOf(lines.join('\n'), ''));
  expect(unknown).toEqual([]);
});

it.each([
  'structuredClone({})',
  'queueMicrotask(() => 1)',
  'new URL("https://a.b")',
  'btoa("a")',
  'crypto.randomUUID()',
])('reports that the sandbox does not have %s [CODE-1]', (expression) => {
  const compiler = new ProgramCompiler(createRequire(import.meta.url));
  expect(compiler.problemsOf(`return ${expression};`, '')).toHaveLength(1);
});
