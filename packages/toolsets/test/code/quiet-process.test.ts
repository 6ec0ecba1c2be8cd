import { expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stripTypesQuietly } from '../../src/code/javascript/strip-types-quietly.js';
import { bundledProgram } from '../support/bundled-program.js';

it('causes no warning when a process runs its first program, and hides none of the application [TOOL-21]', async () => {
  // Below `node_modules`, so that the bundle finds the package `run`.
  const cache = join(import.meta.dirname, '../../../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'quiet-'));
  try {
    const program = bundledProgram(join(import.meta.dirname, 'quiet-program.ts'), join(folder, 'run.mjs'), ['run']);
    const { stdout } = await promisify(execFile)(process.execPath, [program], {
      env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ end: { kind: 'ended', output: '3' }, warnings: ['mine'] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('removes types once without the warning of Node, and leaves later warnings [TOOL-21]', () => {
  const module = process.getBuiltinModule('node:module') as { stripTypeScriptTypes?: unknown };
  if (module.stripTypeScriptTypes === undefined) return;
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const strip = jest.spyOn(module as { stripTypeScriptTypes: (code: string) => string }, 'stripTypeScriptTypes');
  strip.mockImplementation((code) => {
    process.emitWarning('experimental');
    return code;
  });
  try {
    stripTypesQuietly();
    process.emitWarning('mine');
    expect(strip.mock.calls).toEqual([['']]);
    expect(warned.mock.calls).toEqual([['mine']]);
  } finally {
    strip.mockRestore();
    warned.mockRestore();
  }
});
