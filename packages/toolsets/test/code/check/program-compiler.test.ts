import * as nodeModule from 'node:module';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { messageOf } from '../../../src/code/check/worker/message-of.js';
import { usesTypes } from '../../../src/code/check/worker/uses-types.js';
import { ProgramCompiler } from '../../../src/code/check/worker/program-compiler.js';
import { toolDeclarations } from '../../../src/code/signatures/tool-declarations.js';
import { orderTools } from './order-tools.js';
import { LEGAL, WRONG } from './programs.js';

const compiler = new ProgramCompiler(nodeModule.createRequire(import.meta.url));
const declarations = toolDeclarations(orderTools);
const check = (code: string): readonly string[] =>
  compiler.problemsOf(code, declarations).map(({ line, column, message }) => `${line}:${column} ${message}`);

describe('the check of a program', () => {
  it.each(LEGAL)('finds no mistake in %j [CODE-1]', (code) => {
    expect(check(code)).toEqual([]);
  });

  it.each(WRONG)('finds the mistake in %j [CODE-1]', (code, ...problems) => {
    const found = check(code);
    expect(found.map((one, index) => (one.startsWith(problems[index] ?? '\0') ? problems[index] : one))).toEqual(
      problems,
    );
  });

  it('accepts only types that can be removed, where Node removes them [CODE-1]', () => {
    const problems = 'stripTypeScriptTypes' in nodeModule ? [`1:6 ${NOT_ERASABLE}`] : [];
    expect(check('enum Level { Low }\nreturn Level.Low;')).toEqual(problems);
  });

  it('knows the tools of each check, and no tools of the check before [CODE-1]', () => {
    const code = 'return await tools.order_find({ id: "a" });';
    const known = [declarations, toolDeclarations([]), declarations].map(
      (one) => compiler.problemsOf(code, one).length,
    );
    expect(known).toEqual([0, 1, 0]);
  });

  it('cuts long types and long messages [CODE-1]', () => {
    const [long] = check(`return await tools.order_find({ ${'x'.repeat(500)}: 1 });`);
    expect(long).toMatch(/^1:33 .*'x+\.\.\.'/);
    expect(long?.length).toBeLessThanOrEqual(305);
  });
});

const NOT_ERASABLE =
  'This syntax cannot be removed from TypeScript. Use plain JavaScript, such as an object instead of an enum.';

describe('the message about a mistake', () => {
  const message = (messageText: string, more: Partial<ts.Diagnostic> = {}): string =>
    messageOf({ category: 1, code: 2339, file: undefined, start: 0, length: 0, messageText, ...more });
  const related = (code: number): Partial<ts.Diagnostic> => ({
    relatedInformation: [{ category: 3, code, file: undefined, start: 0, length: 0, messageText: 'See here.' }],
  });

  it.each<[string, string, Partial<ts.Diagnostic>]>([
    ['Wrong.', 'Wrong.', {}],
    ['x'.repeat(300), 'x'.repeat(300), {}],
    ['x'.repeat(301), `${'x'.repeat(297)}...`, {}],
    [`Type '${'x'.repeat(98)}'.`, `Type '${'x'.repeat(98)}'.`, {}],
    [`Type '${'x'.repeat(99)}'.`, `Type '${'x'.repeat(95)}...'.`, {}],
    ['Wrong.', "Wrong. Did you forget to use 'await'?", related(2773)],
    ['Wrong.', 'Wrong.', related(2728)],
    ["Cannot find name 'a'. Do you need to install type definitions?", "Cannot find name 'a'.", {}],
    ["Cannot find name 'a'. Do you need to change your target library?", "Cannot find name 'a'.", {}],
    ['Enums are not allowed.', NOT_ERASABLE, { code: 1294 }],
    ['Modifiers cannot appear here.', 'Programs have no exports. Use `return`.', { code: 1184 }],
    ...[1147, 1232, 1473, 2307, 2792].map((code): [string, string, Partial<ts.Diagnostic>] => [
      'Cannot find a module.',
      'Programs cannot load modules.',
      { code },
    ]),
  ])('is short, and has no advice about projects: %# [CODE-1]', (given, expected, more) => {
    expect(message(given, more)).toBe(expected);
  });
});

it.each([
  ['let n: number = 1;', true],
  ['const list: Array<string> = [];', true],
  ['const f = (a?) => a;', true],
  ['return a as b;', true],
  ['return a!;', true],
  ['class A { private b = 1; }', true],
  ['interface A {}', true],
  ['enum A {}', true],
  ['', false],
  ['const n = 1;\nreturn (a) => a?.b ? n < a && a > n : `${n}`;', false],
  ['class A extends B { #c = 1; static d() {} }', false],
])('tells TypeScript from JavaScript: %j is TypeScript: %j [CODE-1]', (code, isTypeScript) => {
  expect(usesTypes(ts, ts.createSourceFile('a.ts', code, ts.ScriptTarget.ESNext, true))).toBe(isTypeScript);
});
