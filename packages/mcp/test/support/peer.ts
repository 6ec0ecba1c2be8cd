import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../peers/node_modules');
/** npm writes this file last. A check may install the programs while tests run. */
export const areInstalled = existsSync(join(folder, '.package-lock.json'));
/** These programs need a newer Node than the oldest that Haft runs on. */
const OLDEST_NODE = 22;

/** Returns a program of `peers/`, or undefined with a notice if it cannot run here. */
export function peer(name: string): Peer | undefined {
  const manifest = join(folder, name, 'package.json');
  if (!areInstalled || !existsSync(manifest)) return skipped(`${name} is not installed: npm run peers -w @haft/mcp`);
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE)
    return skipped(`${name} needs Node ${String(OLDEST_NODE)} or newer`);
  const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  const [file = ''] = typeof bin === 'string' ? [bin] : Object.values(bin ?? {});
  return { version, path: join(folder, name, file) };
}

function skipped(reason: string): undefined {
  console.info(`notice: skipped: ${reason}`);
  test.skip(reason, () => undefined);
  return undefined;
}

/** A program to run with Node. */
export interface Peer {
  readonly version: string;
  readonly path: string;
}

interface Manifest {
  readonly version: string;
  readonly bin?: string | Record<string, string>;
}

/** The result of a program. */
export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program to its end. */
export function run(path: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, NO_COLOR: '1', ...env } });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}
