import { describe, expect, it } from '@jest/globals';
import type { FunctionToolModel } from '../../src/model.js';
import { readFiles } from '../support/read-fixture.js';
import type { ReadProject } from '../../src/read-project.js';

const MATH = `import { defineTool } from '@haft/runtime';
/**
 * Adds two numbers.
 * @param a The first.
 * @param b The second.
 * @returns The sum.
 * @example { "a": 1 }
 */
export function add(a: number, b = 1): number { return a + b; }
`;

describe('a function given to defineTool', () => {
  it('is read like a method, in a project without toolset classes [DEF-2]', () => {
    const { model, diagnostics } = readFiles({ 'src/math.ts': `${MATH}export const tool = defineTool(add);` });
    expect(diagnostics).toEqual([]);
    expect(model.toolsets).toEqual([]);
    expect(model.functions).toMatchObject([
      {
        function: { exportName: 'add', name: 'add' },
        source: 'src/math.ts',
        tool: {
          name: 'add',
          method: 'add',
          description: 'Adds two numbers.',
          parameters: [
            { kind: 'model', name: 'a', optional: false },
            { kind: 'model', name: 'b', optional: true },
          ],
          arguments: {
            schema: {
              properties: { a: { description: 'The first.' }, b: { description: 'The second.', default: 1 } },
              required: ['a'],
            },
            wireType: '{ a: number; b?: number }',
          },
          result: { schema: { type: 'number', description: 'The sum.' } },
          examples: [{ a: 1 }],
        },
      },
    ]);
  });

  it('takes its options from constants', () => {
    const tool = only(
      readFiles({
        'src/math.ts': `${MATH}const NAME = 'math_add';
defineTool(add, { name: NAME, description: 'Sums up.', version: '2', aliases: ['sum'], strict: true, programs: false,
  hints: { readOnly: true }, metadata: { team: 'a' }, parameters: { b: { maximum: 9, description: 'At most 9.' } }, settings: { timeoutMs: 5 } });`,
      }),
    );
    expect(tool).toMatchObject({
      ...{ name: 'math_add', description: 'Sums up.', version: '2', aliases: ['sum'], strict: true, programs: false },
      ...{ hints: { readOnly: true }, metadata: { team: 'a' } },
      arguments: { schema: { properties: { b: { maximum: 9, description: 'At most 9.', default: 1 } } } },
    });
  });

  it('reads the options of parameters from consts too', () => {
    const tool = only(
      readFiles({
        'src/math.ts': `${MATH}const parameters = { b: { maximum: 8 } } as const;
const options = { parameters: parameters };
defineTool(add, options);`,
      }),
    );
    expect(tool.arguments.schema.properties).toMatchObject({ b: { maximum: 8 } });
  });

  it('may be a const, imported, renamed at its export, and named through a namespace', () => {
    const { model, diagnostics } = readFiles({
      'src/lib.ts': `import type { RunContext } from '@haft/core';
/** Greets. @param name Whom. */
const hello = (run: RunContext, name: string): string => name + run.runId;
/** Waves. */
export default function wave(): void {}
/** Nods. */
export const nod = function (): void {};
export { hello as greet };`,
      'src/dt.ts': `export { defineTool as make } from '@haft/runtime';`,
      'src/main.ts': `import { make } from './dt.js';
import * as haft from '@haft/runtime';
import wave, { greet, nod } from './lib.js';
import * as lib from './lib.js';
make(greet); make(wave, { name: 'waves' }); haft.defineTool(lib.nod); void nod;`,
    });
    expect(diagnostics).toEqual([]);
    expect(model.functions.map(({ function: { exportName, name }, tool }) => [exportName, name, tool.name])).toEqual([
      ['greet', 'hello', 'hello'],
      ['default', 'wave', 'waves'],
      ['nod', 'nod', 'nod'],
    ]);
    expect(model.functions[0]?.tool.parameters).toEqual([
      { kind: 'run' },
      { kind: 'model', name: 'name', optional: false },
    ]);
  });

  it('is neither the argument of another defineTool nor an object with a schema', () => {
    const { model, diagnostics } = readFiles({
      'src/main.ts': `import { defineTool as real } from '@haft/runtime';
export const options = { name: 'a', description: 'A.', parameters: { type: 'object' as const }, execute: () => 1 };
real(options); real({ ...options });
const defineTool = (f: unknown) => f;
defineTool(() => 1);`,
    });
    expect(model.functions).toEqual([]);
    expect(diagnostics.map((one) => one.code)).toEqual(['HAFT1010']);
  });

  it.each([
    ['one that no module exports', 'function f(a: string) {} defineTool(f);', 'HAFT1014'],
    ['one that is written in place', 'defineTool((a: string) => a);', 'HAFT1014'],
    ['a variable that may change', 'export let f = (a: string) => a; defineTool(f);', 'HAFT1014'],
    ['a parameter', 'export const make = (f: () => void) => defineTool(f);', 'HAFT1014'],
    ['a static method', 'export class A { static f() {} } defineTool(A.f);', 'HAFT1014'],
    [
      'an overloaded one',
      'export function f(a: string): void; export function f(a: number): void; export function f() {} defineTool(f);',
      'HAFT1044',
    ],
    ['one with type parameters', 'export function f<T>(a: T) {} defineTool(f);', 'HAFT1045'],
    [
      'one with rest parameters',
      '/** F. @param a A. */ export function f(...a: string[]) {} defineTool(f);',
      'HAFT1043',
    ],
    [
      'options that only the run time knows',
      '/** F. */ export function f() {} declare const name: string; defineTool(f, { name });',
      'HAFT1100',
    ],
    ['an invalid name', "/** F. */ export function f() {} defineTool(f, { name: 'no name' });", 'HAFT1020'],
    ['the name of another tool', '/** F. */ export function f() {} defineTool(f); defineTool(f);', 'HAFT1021'],
  ])('is refused when it is %s [NAM-2, DEF-13]', (_what, text, code) => {
    const { diagnostics } = readFiles({ 'src/main.ts': `import { defineTool } from '@haft/runtime';\n${text}` });
    const errors = diagnostics.filter((one) => one.severity === 'error');
    expect(errors.map((one) => `${one.code} ${one.file}:${one.line}`)).toEqual([`${code} src/main.ts:2`]);
  });
});

function only({ model, diagnostics }: ReadProject): FunctionToolModel['tool'] {
  expect(diagnostics).toEqual([]);
  const [one] = model.functions;
  if (one === undefined || model.functions.length > 1)
    throw new Error(`There are ${model.functions.length} functions.`);
  return one.tool;
}
