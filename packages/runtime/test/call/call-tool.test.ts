import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STEPS } from '../../src/call/chain.js';

const src = join(import.meta.dirname, '../../src');

/** Returns the names of the numbered files of a folder, in their order. */
function numbered(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => /^\d\d-/.test(file))
    .sort();
}

describe('the steps of a call', () => {
  it('are twelve, one a file, in the order of the files', () => {
    const names = STEPS.map((step, index) => `${String(index + 1).padStart(2, '0')}-${step.name}.ts`);
    expect(names).toEqual(numbered(join(src, 'call/steps')));
    expect(names).toHaveLength(12);
  });

  it('have a test of the same name each', () => {
    const tests = numbered(join(import.meta.dirname, 'steps'));
    expect(tests).toEqual(numbered(join(src, 'call/steps')).map((file) => file.replace('.ts', '.test.ts')));
  });
});

describe('the folder call/fast', () => {
  it('is imported by call-tool.ts alone, in one place', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const users = files.filter((file) => /from '[^']*\/fast\//.test(readFileSync(join(src, file), 'utf8')));
    expect(users).toEqual([join('call', 'call-tool.ts')]);
    const text = readFileSync(join(src, 'call/call-tool.ts'), 'utf8');
    expect(text.match(/isFast|runFast/g)).toHaveLength(4);
  });
});
