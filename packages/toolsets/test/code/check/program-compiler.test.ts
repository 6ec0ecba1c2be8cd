import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { ProgramCompiler } from '../../../src/code/check/worker/program-compiler.js';
import { toolDeclarations } from '../../../src/code/signatures/tool-declarations.js';
import { orderTools } from './order-tools.js';
import { LEGAL, WRONG } from './programs.js';

const compiler = new ProgramCompiler(createRequire(import.meta.url));
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
