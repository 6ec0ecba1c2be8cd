import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import * as haft from 'haft';

/** An error that Haft throws, in a process that runs its published files. */
const SCRIPT = `import { createRuntime } from 'haft';
try { createRuntime({ toolsets: class Desk {} }); } catch (error) { console.log(error.stack); }`;

/** Its stack, as far as Haft is in it. */
function stackOf(...nodeOptions: readonly string[]): readonly string[] {
  const text = execFileSync(process.execPath, [...nodeOptions, '--input-type=module', '--eval', SCRIPT], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return text.split('\n').filter((line) => line.includes('packages/runtime'));
}

test('a stack trace names the functions and classes of Haft', () => {
  // A bundle tells functions of one name apart by a number.
  expect(stackOf().map((line) => /at (.*?)\d* \(/.exec(line)?.[1])).toEqual([
    'notReflected',
    'toolsetsOf',
    'new ToolRuntime',
    'createRuntime',
  ]);
});

test('with --enable-source-maps it shows the lines of the source', () => {
  const places = stackOf('--enable-source-maps').map((line) => /\/src\/(.*):\d+:\d+/.exec(line)?.[1]);
  expect(places).toEqual([
    'runtime/toolsets-of.ts',
    'runtime/toolsets-of.ts',
    'runtime/tool-runtime.ts',
    'runtime/create-runtime.ts',
  ]);
});

test('classes have the names under which they are exported: messages and console.log show them', () => {
  const isClass = (value: unknown): boolean =>
    typeof value === 'function' && Function.prototype.toString.call(value).startsWith('class');
  const classes = Object.entries(haft).filter(([, value]) => isClass(value));
  expect(classes.length).toBeGreaterThan(5);
  for (const [name, value] of classes) expect((value as unknown as { readonly name: string }).name).toBe(name);
});
