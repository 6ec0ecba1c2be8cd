import { describe, expect, it } from '@jest/globals';
import { onlyTool, readFiles, toolsetSource } from '../support/read-fixture.js';

/* Whether undefined is a result of a tool, so that the runtime reports a forgotten `return`. */

function mayBeMissing(result: string, compilerOptions: object = {}): boolean | undefined {
  const options = { target: 'ES2022', module: 'NodeNext', strict: true, experimentalDecorators: true, types: [] };
  const read = readFiles({
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, ...compilerOptions }, include: ['src'] }),
    'src/main.ts': toolsetSource(`  /** A. */ @Tool() a(): ${result} { throw new Error('No.'); }`),
  });
  return onlyTool(read).result?.mayBeMissing;
}

describe('a result may be missing', () => {
  it.each(['string | undefined', 'Promise<string | void>', 'Generator<string, { a: number } | undefined>'])(
    'if its type is %s',
    (type) => {
      expect(mayBeMissing(type)).toBe(true);
    },
  );

  it.each(['string', 'Promise<{ a?: number }>', 'AsyncGenerator<string, number>', 'ToolResult<string>'])(
    'but not if its type is %s',
    (type) => {
      expect(mayBeMissing(type)).toBe(false);
    },
  );

  it('if the project does not check for undefined', () => {
    expect(mayBeMissing('string', { strict: false })).toBe(true);
    expect(mayBeMissing('string', { strictNullChecks: false })).toBe(true);
    expect(mayBeMissing('string', { strict: false, strictNullChecks: true })).toBe(false);
  });
});
