import { describe, expect, it } from '@jest/globals';
import * as core from '@haft/core';
import fc from 'fast-check';
import ts from 'typescript';
import { readFiles } from '../support/read-fixture.js';

/* The tools that a build reads are those that the decorators record, or the build says so. */

const HEAD = `import { Tool, Toolset } from '@haft/core';
type Constructor = abstract new (...args: any[]) => object;
`;

/** A method of a level, and whether it is a tool. */
interface Method {
  readonly name: string;
  readonly isTool: boolean;
}

/** A class, or an expression for one, on top of another. */
interface Level {
  readonly form: keyof typeof FORMS;
  readonly methods: readonly Method[];
}

type Form = (id: string, base: string, members: string) => { readonly declaration: string; readonly base: string };

const FORMS = {
  class: (id, base, members) => ({ declaration: `class ${id} extends ${base} {${members}}`, base: id }),
  'exported abstract class': (id, base, members) => ({
    declaration: `export abstract class ${id} extends ${base} {${members}}`,
    base: id,
  }),
  'generic class': (id, base, members) => ({
    declaration: `class ${id}<T> extends ${base} {${members} item?: T; }`,
    base: `${id}<string>`,
  }),
  mixin: (id, base, members) => ({
    declaration: `function ${id}<C extends Constructor>(base: C) { abstract class Mixed extends base {${members}} return Mixed; }`,
    base: `${id}(${base})`,
  }),
  'arrow function': (id, base, members) => ({
    declaration: `const ${id} = <C extends Constructor>(base: C) => { abstract class Mixed extends base {${members}} return Mixed; };`,
    base: `${id}(${base})`,
  }),
  variable: (id, base) => ({ declaration: `const ${id} = ${base};`, base: id }),
  property: (id, base) => ({ declaration: `const ${id} = { inner: { base: ${base} } };`, base: `${id}.inner.base` }),
  'variable of another type': (id, base) => ({
    declaration: `const ${id}: abstract new () => object = ${base};`,
    base: id,
  }),
  cast: (_id, base) => ({ declaration: '', base: `(${base} as unknown as new () => object)` }),
  choice: (id, base, members) => ({
    declaration: `class ${id} {${members}}`,
    base: `(Math.random() < 2 ? ${base} : ${id})`,
  }),
  'function with a written result': (id, base, members) => ({
    declaration: `function ${id}(): abstract new () => object { abstract class Made extends ${base} {${members}} return Made; }`,
    base: `${id}()`,
  }),
} satisfies Record<string, Form>;

const methods = fc.uniqueArray(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), isTool: fc.boolean() }), {
  maxLength: 3,
  selector: ({ name }) => name,
});
const usual = fc.constantFrom<Level['form']>(
  'class',
  'exported abstract class',
  'generic class',
  'mixin',
  'arrow function',
  'variable',
  'property',
);
const form = fc.oneof(
  { arbitrary: usual, weight: 6 },
  { arbitrary: fc.constantFrom(...(Object.keys(FORMS) as Level['form'][])), weight: 1 },
);
const level: fc.Arbitrary<Level> = fc.record({ form, methods });
const toolsets = fc.array(fc.record({ levels: fc.array(level, { minLength: 1, maxLength: 4 }), own: methods }), {
  minLength: 20,
  maxLength: 20,
});

const membersOf = (all: readonly Method[]): string =>
  all.map(({ name, isTool }) => ` /** Does it. */ ${isTool ? '@Tool() ' : ''}${name}(): void {}`).join('');

/** The source of one toolset, in lines. */
function linesOf(index: number, levels: readonly Level[], own: readonly Method[]): readonly string[] {
  const lines = [`class Root${index} {}`];
  let base = `Root${index}`;
  for (const [depth, one] of levels.entries()) {
    const made = FORMS[one.form](`L${index}_${depth}`, base, membersOf(one.methods));
    lines.push(made.declaration);
    ({ base } = made);
  }
  return [...lines, `@Toolset({ prefix: 't${index}' }) export class Tools${index} extends ${base} {${membersOf(own)}}`];
}

/** Runs a source, and returns what it exports. */
function exportsOf(source: string): Readonly<Record<string, new () => object>> {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, experimentalDecorators: true },
  });
  const exports = {};
  // The source is our own.
  (new Function('exports', 'require', outputText) as (...given: unknown[]) => void)(exports, () => core);
  return exports;
}

/** Returns the methods that the decorators of a class and its bases record. */
function recordedIn(made: new () => object): readonly string[] {
  return [...new core.ClassRecords(made).methodsWith(core.RECORD.tool)].sort();
}

describe('random base classes', () => {
  it('have the tools that the build reads, or the build has an error at their lines', () => {
    let compared = 0;
    let refused = 0;
    fc.assert(
      fc.property(toolsets, (cases) => {
        const texts = cases.map(({ levels, own }, index) => linesOf(index, levels, own));
        const source = HEAD + texts.flat().join('\n');
        const { model, diagnostics } = readFiles({ 'src/main.ts': source });
        const classes = exportsOf(source);
        let line = HEAD.split('\n').length;
        for (const [index, lines] of texts.entries()) {
          const [first, end] = [line, (line += lines.length)];
          const errors = diagnostics.filter(
            (one) => one.severity === 'error' && (one.line ?? 0) >= first && (one.line ?? 0) < end,
          );
          expect(errors.filter(({ code }) => code === 'HAFT1190')).toEqual([]);
          if (errors.length > 0) {
            refused++;
            continue;
          }
          const read = model.toolsets.find((one) => one.class.exportName === `Tools${index}`);
          if (read === undefined) throw new Error(`Neither a toolset nor an error:\n${lines.join('\n')}`);
          const recorded = recordedIn(classes[`Tools${index}`] as new () => object);
          expect([lines, read.tools.map(({ method }) => method).sort()]).toEqual([lines, recorded]);
          compared++;
        }
      }),
      { numRuns: 8 },
    );
    expect(compared).toBeGreaterThan(60);
    expect(refused).toBeGreaterThan(5);
  }, 120_000);
});
