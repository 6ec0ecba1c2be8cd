import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
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
 * Runs the built command, without colours. Commands that only read sources run in a thread, in
 * which TypeScript stays loaded. All others run in a process.
 */
export function haft(folder: string, args: readonly string[], input = ''): Run {
  return input === '' && IN_A_THREAD.test(args.join(' '))
    ? inThread(folder, args)
    : run(folder, [COMMAND, ...args], input);
}

const IN_A_THREAD = /^(init|build|check|list|schema|docs|doctor|explain)\b/;

interface Thread {
  readonly worker: Worker;
  readonly done: Int32Array;
  readonly results: MessagePort;
}

let started: Thread | undefined;

function inThread(folder: string, args: readonly string[]): Run {
  const { worker, done, results } = (started ??= startThread());
  Atomics.store(done, 0, 0);
  worker.postMessage({ folder: realpathSync(folder), args });
  if (Atomics.wait(done, 0, 0, 120_000) === 'timed-out') throw new Error(`haft ${args.join(' ')} does not end.`);
  return (receiveMessageOnPort(results) as { message: Run }).message;
}

function startThread(): Thread {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const env = { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' };
  for (const name of ['FORCE_COLOR', 'GITHUB_WORKSPACE']) Reflect.deleteProperty(env, name);
  const workerData = { done, results: port2 };
  const file = new URL('./haft-thread.mjs', import.meta.url);
  const worker = new Worker(file, { env, workerData, transferList: [port2], execArgv: [] });
  worker.unref();
  return { worker, done, results: port1 };
}

/** Runs Node in a project. */
export function run(folder: string, args: readonly string[], input = ''): Run {
  const env = { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' };
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
