import { fileToolset } from '@haft/toolsets/file';
import { createRuntime, type Run } from 'haft';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { floorEdit, floorRead, type TextSwap } from '../floor/file-floor.js';
import { allThreadsMicroseconds } from '../harness/cpu-clock.js';
import { measureInProcess, type Case, type Measurement } from '../harness/measure-in-process.js';
import type { SuiteOptions } from './suite.js';
import { FILE_CALL, READ, EDIT } from './row-names.js';

/** One kind of call of the file tools, in one process. */
export interface FileCallTable {
  readonly work: string;
  readonly rows: readonly Measurement[];
}

/** The functions of the official server that its tools call. */
interface OfficialServer {
  setAllowedDirectories(folders: readonly string[]): void;
  validatePath(path: string): Promise<string>;
  readFileContent(path: string): Promise<string>;
  applyFileEdits(path: string, edits: readonly TextSwap[]): Promise<string>;
}

/**
 * Measures calls without a protocol: bare operations of `fs`, `run.call`, and the functions that
 * the tools of the official server call.
 *
 * @param root - has `large.txt` and `own.txt`
 * @param server - the module of the official server with these functions
 */
export async function fileCalls(root: string, server: string, options: SuiteOptions): Promise<FileCallTable[]> {
  const path = (name: string): string => join(root, name);
  const peer = existsSync(server) ? ((await import(pathToFileURL(server).href)) as OfficialServer) : undefined;
  peer?.setAllowedDirectories([root]);
  const measured = (cases: readonly Case[]): Promise<readonly Measurement[]> =>
    measureInProcess(cases, { ...options, clock: allThreadsMicroseconds });
  const edits = (isSynced: boolean): Case[] => {
    // The changes of one table begin with the same text as those of another one.
    for (const name of ['floor.txt', 'haft.txt', 'theirs.txt']) copyFileSync(path('own.txt'), path(name));
    const cases: Case[] = [
      { name: FLOOR, run: swapping((swap) => floorEdit(path('floor.txt'), swap, isSynced)) },
      { name: FILE_CALL, run: swapping(editing(runIn(root, isSynced), 'haft.txt')) },
    ];
    if (peer === undefined) return cases;
    const official = async (swap: TextSwap) => peer.applyFileEdits(await peer.validatePath(path('theirs.txt')), [swap]);
    return [...cases, { name: `${OFFICIAL_CALL}, without fsync`, run: swapping(official) }];
  };
  const run = runIn(root, false);
  const reads = [
    { name: FLOOR, run: () => floorRead(path('large.txt')) },
    { name: FILE_CALL, run: () => call(run, 'file_read', { paths: ['large.txt:1-'] }) },
    ...(peer === undefined
      ? []
      : [
          {
            name: `${OFFICIAL_CALL}, without JSON`,
            run: async () => peer.readFileContent(await peer.validatePath(path('large.txt'))),
          },
        ]),
  ];
  return [
    { work: READ, rows: await measured(reads) },
    { work: EDIT, rows: await measured(edits(false)) },
    { work: 'file_edit of 100 lines, with fsync', rows: await measured(edits(true)) },
  ];
}

const FLOOR = 'floor: fs, synchronous, no confinement';
const OFFICIAL_CALL = "official server's functions";

function runIn(root: string, fsync: boolean): Run {
  const files = fileToolset({ root, fsync, approval: 'none', maxCharacters: 200_000, maxBytesPerRun: 1e12 });
  return createRuntime({ toolsets: files, results: { maxCharacters: 300_000 } }).startRun();
}

function editing(run: Run, path: string): (swap: TextSwap) => Promise<string> {
  return ({ oldText, newText }) => call(run, 'file_edit', { path, edits: [{ old: oldText, new: newText }] });
}

async function call(run: Run, name: string, args: object): Promise<string> {
  const { status, text } = await run.call({ name, arguments: args });
  if (status !== 'success') throw new Error(`${name} gave ${status}: ${text}`);
  return text;
}

/** Changes a line and changes it back in turn. */
function swapping(edit: (swap: TextSwap) => unknown): () => unknown {
  let isChanged = false;
  return () => {
    const [oldText, newText] = isChanged ? [AFTER, BEFORE] : [BEFORE, AFTER];
    isChanged = !isChanged;
    return edit({ oldText, newText });
  };
}

const [BEFORE, AFTER] = ['line 50 a', 'line 50 b'] as const;
