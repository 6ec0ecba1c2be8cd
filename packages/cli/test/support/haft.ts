import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkModules } from './link-modules.js';
import { temporaryFolder } from './temporary-folder.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
/** The built command. */
export const COMMAND = join(ROOT, 'packages/cli/bin/haft.js');

/** The result of a run of the command. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the built command, without colours: in a process, if it runs code of the project or opens
 * the files that it is given.
 */
export function haft(folder: string, args: readonly string[], input = ''): Run {
  return IN_A_PROCESS.test(args.join(' ')) ? run(folder, [COMMAND, ...args], input) : haftInThread(folder, args, input);
}

const IN_A_PROCESS = /^((call|dev|inspect|mcp|migrate|pending|watch)\b|(diff|report|types) [^-])/;

/**
 * Runs the built command in a thread, where it is loaded already. Modules of the project stay
 * loaded there too, and relative paths are those of this process.
 */
export function haftInThread(folder: string, args: readonly string[], input = ''): Run {
  return loadedOnce(join(import.meta.dirname, 'one-thread.cjs')).inThread(realpathSync(folder), args, input);
}

declare const loadedOnce: (file: string) => { inThread(folder: string, args: readonly string[], input: string): Run };

/** Runs Node in a project. */
export function run(folder: string, args: readonly string[], input = ''): Run {
  // Node 22 warns of SQLite.
  const quiet = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };
  const env = { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '', ...quiet };
  for (const name of ['FORCE_COLOR', 'GITHUB_WORKSPACE']) Reflect.deleteProperty(env, name);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, input, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

/** Runs Node in a project with these variables of the environment too. */
export function runWith(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Run {
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { code: status, out: stdout, err: stderr };
}

/** Compiles a project. TypeScript 7 needs a tenth of the time. */
export function tsc(folder: string, ...args: readonly string[]): Run {
  return run(folder, [join(ROOT, 'node_modules/typescript-native/bin/tsc'), ...args]);
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    rootDir: 'src',
    outDir: 'dist',
    // Without the types of the DOM and of Node a build takes half the time.
    lib: ['ES2022'],
    libReplacement: false,
    types: [],
  },
  include: ['src'],
});

/** A project in a temporary folder, with everything installed that this repository has. */
export function project(files: Readonly<Record<string, string>>, haftKey: object = {}): string {
  const folder = temporaryFolder({
    'package.json': JSON.stringify({ name: 'project', type: 'module', haft: haftKey }),
    'tsconfig.json': TSCONFIG,
    ...files,
  });
  linkModules(folder);
  return folder;
}
