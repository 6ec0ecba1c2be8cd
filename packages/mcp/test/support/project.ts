import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { atEnd } from './connect.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
/** The built command. */
export const HAFT = join(ROOT, 'packages/cli/bin/haft.js');

/** Returns a built project in a separate folder, with the packages of this repository installed. */
export function builtProject(module: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'haft-mcp-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const manifest = { name: 'my-notes', version: '4.5.6', type: 'module', haft: { runtime: 'runtime.js' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'runtime.js'), module);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const TOOLS = JSON.stringify(join(import.meta.dirname, '../fixtures/notes-tools.mjs'));

/** A project that prints to the standard output although it must not. */
export const NOISY_PROJECT = `
import { createRuntime } from '@haft/runtime';
import { notesTools } from ${TOOLS};
console.log('loading');
process.stdout.write('{"jsonrpc":"2.0","method":"nonsense"}\\n');
const log = { written: [], seen: [], cancelled: 0 };
export const runtime = createRuntime({
  toolsets: notesTools(log),
  observe: { onEvent: () => console.log('an event') },
});
export const runOptions = () => ({ userId: 'me' });
export const mcpOptions = { title: 'My notes', logging: true };
export const close = () => console.error('seen: ' + JSON.stringify(log.seen));
`;
