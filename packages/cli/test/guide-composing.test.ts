import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { haft, run, tsc } from './support/haft.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const PAGE = join(ROOT, 'docs/guide/composing');

it('the project of docs/guide/composing is built, compiles, and prints what the page says', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'haft-composing-')));
  try {
    cpSync(PAGE, folder, { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    expect(haft(folder, ['build'])).toEqual({ code: 0, out: '✓ wrote src/toolsets.gen.ts\n', err: '' });
    expect(tsc(folder)).toEqual({ code: 0, out: '', err: '' });
    const { out, err, code } = run(folder, ['dist/main.js']);
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out).toBe(readFileSync(join(PAGE, 'expected-output.txt'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
