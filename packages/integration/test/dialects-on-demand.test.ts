import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

const FOLDER = new URL('..', import.meta.url);

/** Runs a program with the built packages, and gives the files of `@haft/runtime` that it opened, besides what it prints. */
function filesOf(program: string): { readonly out: string; readonly files: readonly string[] } {
  const watched = `
import { registerHooks } from 'node:module';
const files = [];
registerHooks({ load(url, context, next) { files.push(url); return next(url, context); } });
${program}
console.log(JSON.stringify(files));`;
  const lines = execFileSync(process.execPath, ['--input-type=module', '-e', watched], {
    cwd: FOLDER,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
  const files = JSON.parse(lines.at(-1) ?? '[]') as readonly string[];
  return { out: lines.slice(0, -1).join('\n'), files: files.filter((file) => file.includes('/runtime/dist/')) };
}

const callWith = (options: string): string => `
const { createRuntime, defineTool, toolset } = await import('@haft/runtime');
const parameters = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters, execute: (args) => JSON.stringify(args) });
const run = createRuntime({ toolsets: toolset('echo', [echo]) }).startRun(${options});
console.log((await run.call({ name: 'echo', arguments: '{"a":null}' })).repairs[0].kind);`;

// `module.registerHooks` came with Node 22.15 and 24.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const canWatch = major >= 24 || (major === 22 && minor >= 15);
if (!canWatch)
  console.warn('This Node cannot tell which files are loaded: the test of dialects on demand is left out.');

(canWatch ? describe : describe.skip)('the dialects of providers', () => {
  it('are not loaded by a run without a target', () => {
    const { out, files } = filesOf(callWith(''));
    expect(out).toBe('coercion');
    expect(files.some((file) => file.endsWith('/dist/index.js'))).toBe(true);
    expect(files.filter((file) => file.endsWith('/dialect.js'))).toEqual([]);
  });

  it('are loaded by the first call of a run with one', () => {
    const { out, files } = filesOf(callWith("{ target: 'openai' }"));
    expect(out).toBe('dialect');
    expect(files.filter((file) => file.endsWith('/dist/dialect.js'))).toHaveLength(1);
  });
});
