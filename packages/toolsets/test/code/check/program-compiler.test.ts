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
});
