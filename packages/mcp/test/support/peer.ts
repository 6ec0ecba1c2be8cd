import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../peers/node_modules');

/** A program of `peers/`, or undefined, with a notice, where the folder is not installed or this Node is too old for it. */
export function peer(name: string): Peer | undefined {
  const manifest = join(folder, name, 'package.json');
  if (!existsSync(manifest)) return skip(`${name} is not installed: npm run peers -w @haft/mcp`);
  const { version, bin, engines } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  if (!runsHere(engines?.node)) return skip(`${name} needs Node ${engines?.node}`);
  const [file = ''] = typeof bin === 'string' ? [bin] : Object.values(bin ?? {});
  return { version, path: join(folder, name, file) };
}

export interface Peer {
  readonly version: string;
  /** Of the program to run with Node. */
  readonly path: string;
}

interface Manifest {
  readonly version: string;
  readonly bin?: string | Record<string, string>;
  readonly engines?: { readonly node?: string };
}

function skip(reason: string): undefined {
  console.info(`notice: skipped: ${reason}`);
  test.skip(reason, () => undefined);
  return undefined;
}

function runsHere(wanted = ''): boolean {
  const [major = 0, minor = 0] = (/(\d+)(?:\.(\d+))?/.exec(wanted) ?? []).slice(1).map((part) => Number(part ?? 0));
  const [thisMajor = 0, thisMinor = 0] = process.versions.node.split('.').map(Number);
  return thisMajor > major || (thisMajor === major && thisMinor >= minor);
}

/** Runs a program to its end. */
export function run(
  path: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, NO_COLOR: '1' } });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}
