import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as haft from 'haft';

/** An error that Haft throws, in a process that runs its published files. */
const SCRIPT = `import { createRuntime } from 'haft';
try { createRuntime({ toolsets: class Desk {} }); } catch (error) { console.log(error.stack); }`;

/** Its stack, as far as Haft is in it. */
function stackOf(): readonly string[] {
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return text.split('\n').filter((line) => line.includes('packages/runtime'));
}

test('a stack trace names the functions and classes of Haft', () => {
  // A bundle tells functions of one name apart by a number. A callback in a function has no name.
  expect(stackOf().flatMap((line) => /at (.*?)\d* \(/.exec(line)?.[1] ?? [])).toEqual([
    'notReflected',
    'toolsetsOf',
    'new DefaultRuntime',
    'createRuntime',
  ]);
});

test('an uncaught error begins with short lines: the place, the message and the stack', () => {
  const code = `import { createRuntime } from 'haft';\ncreateRuntime({ toolsets: class Desk {} });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  const lines = stderr.split('\n').slice(0, 10);
  expect(lines).toContainEqual(expect.stringMatching(/^HaftError: createRuntime\(\) got Desk as a toolset/));
  expect(lines.filter((line) => line.length >= 200)).toEqual([]);
});

test('published files lead to their sources, which are in the package', () => {
  const folder = new URL('../../runtime/', import.meta.url);
  const { files } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { files: readonly string[] };
  expect(files).toContain('src');
  expect(readFileSync(new URL('dist/index.js', folder), 'utf8')).toContain('//# sourceMappingURL=index.js.map');
  const maps = readdirSync(new URL('dist/', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js.map'))
    .map((file) => new URL(`dist/${file}`, folder));
  const own = maps.flatMap((map) => {
    const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { readonly sources: readonly string[] };
    return sources.filter((source) => !source.includes('node_modules')).map((source) => new URL(source, map));
  });
  expect(own.length).toBeGreaterThan(250);
  expect(own.filter((source) => !existsSync(source))).toEqual([]);
});

test('classes have the names under which they are exported: messages and console.log show them', () => {
  const isClass = (value: unknown): boolean =>
    typeof value === 'function' && Function.prototype.toString.call(value).startsWith('class');
  const classes = Object.entries(haft).filter(([, value]) => isClass(value));
  expect(classes.length).toBeGreaterThan(5);
  for (const [name, value] of classes) expect((value as unknown as { readonly name: string }).name).toBe(name);
});
