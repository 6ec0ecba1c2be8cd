import { describe, expect, it } from '@jest/globals';
import { readFiles, type Files } from './support/read-fixture.js';

/*
 * The model says the same of the same source, whatever else was read before, and wherever the
 * project lies.
 */

const LITERALS = `'fast' | 'slow' | 'auto'`;
const main: Files = {
  'src/m.ts': `import { Tool, Toolset } from '@haft/core';
import type { Shape, Mode, Users } from './types.js';
@Toolset({ prefix: 'm' })
export class M {
  /** A. */ @Tool() a(mode: ${LITERALS}, shape: Shape, alias?: Mode): Mode | null { throw 0; }
  /** B. */ @Tool() b(either: Map<string, ${LITERALS}> | { b: 1 } | { a: 2 }, keys: keyof Users, excluded: Exclude<Mode, 'off'>): void {}
}`,
  'src/types.ts': `export type Mode = 'on' | ${LITERALS} | 'off';
export enum Level { High = 3, Low = 1, Middle = 2 }
export interface Users { zed: string; anna: string; max: string }
interface B { kind: 'b'; level: Level } interface A { kind: 'a'; level: Level.Low | Level.High } interface C { kind: 'c'; modes: Mode[] }
export type Shape = B | A | C;`,
};

/**
 * Mentions the same literals and types in other orders, in a file that the compiler reads earlier.
 */
const earlier: Files = {
  'src/a.ts': `import { Level, type Shape } from './types.js';
export const x: 'auto' | 'off' | 'slow' | null = 'slow'; export let y: 'slow' | 'fast' | 'on' | 'auto' = 'fast';
export function f(shape: Extract<Shape, { kind: 'c' | 'a' }>, l: Level.Middle | Level.Low, k: 'max' | 'anna' | 'zed'): 2 | 1 { return shape.kind === 'c' ? 1 : 2; }`,
};

function text(files: Files): string {
  const { model } = readFiles(files);
  const withoutFolder = JSON.stringify(
    model,
    (_, value: unknown) => (value instanceof Map ? [...(value as Map<unknown, unknown>)] : value),
    1,
  );
  return withoutFolder.replace(/"[^"]*\/project-[^/]+\//g, '"');
}

describe('the model of a project', () => {
  it('does not depend on unrelated files', () => {
    expect(text({ ...earlier, ...main })).toBe(text(main));
  });

  it('does not depend on the folder, nor on the order in which files are listed', () => {
    const tsconfig = (files: readonly string[]): Files => ({
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          target: 'ES2022',
          module: 'NodeNext',
          strict: true,
          experimentalDecorators: true,
          types: [],
        },
        files,
      }),
    });
    const all = { ...earlier, ...main };
    const forth = text({ ...all, ...tsconfig(['src/a.ts', 'src/m.ts', 'src/types.ts']) });
    expect(text({ ...all, ...tsconfig(['src/types.ts', 'src/m.ts', 'src/a.ts']) })).toBe(forth);
  });

  it('has unions, enums and keys in the order of their declarations', () => {
    const { model } = readFiles({ ...earlier, ...main });
    const [a, b] = model.toolsets[0]?.tools ?? [];
    expect(a?.arguments.schema.properties).toMatchObject({
      mode: { enum: ['fast', 'slow', 'auto'] },
      alias: { enum: ['on', 'fast', 'slow', 'auto', 'off'] },
      shape: {
        oneOf: [
          { properties: { kind: { const: 'b' }, level: { enum: [3, 1, 2] } } },
          { properties: { level: { enum: [1, 3] } } },
          {},
        ],
      },
    });
    expect(a?.result?.schema).toMatchObject({ enum: ['on', 'fast', 'slow', 'auto', 'off', null] });
    expect(b?.arguments.schema.properties).toMatchObject({
      either: {
        anyOf: [{ additionalProperties: { enum: ['fast', 'slow', 'auto'] } }, { required: ['b'] }, { required: ['a'] }],
      },
      keys: { enum: ['zed', 'anna', 'max'] },
      excluded: { enum: ['on', 'fast', 'slow', 'auto'] },
    });
  });

  it('says the same again when files of an earlier reading are used', () => {
    const first = text({ ...earlier, ...main });
    const { program } = readFiles({ ...earlier, ...main });
    expect(program).toBeDefined();
    expect(text({ ...earlier, ...main })).toBe(first);
  });
});
