import { mcpToolset, type McpToolset } from '@haft/mcp/client';
import { createRuntime, type Run } from 'haft';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ratios, shuffled, spread, type Spread } from '../harness/statistics.js';
import { fileCalls, type FileCallTable } from './file-calls.js';
import type { SuiteOptions } from './suite.js';
import { READ_OVER_MCP, EDIT_OVER_MCP } from './row-names.js';

/**
 * File tools in one process, and over MCP: each server in a separate process, over stdio. Without
 * the peers of `@haft/mcp` there are no rows against the official file server.
 */
export interface FileResults {
  readonly calls: readonly FileCallTable[];
  readonly rows: readonly FileRow[];
  readonly searches: readonly SearchRow[];
}

/** One search of the contents of 50,000 files. */
export interface SearchRow {
  readonly name: string;
  /** Wall time of one call, in nanoseconds. */
  readonly wall: Spread;
  /** CPU of the server process and of its ripgrep for one call, in nanoseconds. */
  readonly cpu: Spread;
}

export interface FileRow {
  readonly name: string;
  /** CPU of the server process for one call, in nanoseconds. */
  readonly haft: Spread;
  readonly official: Spread;
  readonly ratio: Spread;
}

const OFFICIAL = fileURLToPath(
  new URL('../../../mcp/peers/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', import.meta.url),
);
const OWN = fileURLToPath(new URL('../children/serve-files.js', import.meta.url));
const ECHO = fileURLToPath(new URL('../children/serve-echo.js', import.meta.url));
const OFFICIAL_ECHO = fileURLToPath(new URL('../../peers/serve-echo.mjs', import.meta.url));
const FOLDERS = 100;
/** Folders of the tree of 50,000 files. */
const MANY_FOLDERS = 1_000;
const FILES_IN_EACH = 50;
/** A search takes seconds, so more rounds would make no figure better. */
const SEARCH_ROUNDS = 5;
/** A tick of `/proc/PID/stat`, in nanoseconds. */
const TICK = 10_000_000;

type ServerName = 'haft' | 'unsynced' | 'official' | 'empty' | 'officialEmpty' | 'echo' | 'officialEcho';

interface Server {
  readonly run: Run;
  readonly files: McpToolset;
  readonly pid: number;
}

interface Task {
  readonly name: string;
  readonly server: ServerName;
  /** Default: the official file server. */
  readonly peer?: ServerName;
  readonly calls: number;
  readonly haft: (round: number) => Call;
  readonly official: (round: number) => Call;
}

type Call = readonly [string, object];

export async function filesSuite(options: SuiteOptions): Promise<FileResults> {
  const { rounds } = options;
  const root = makeTree(FOLDERS);
  try {
    const calls = await fileCalls(root, join(OFFICIAL, '../lib.js'), options);
    const rows = existsSync(OFFICIAL) ? await comparedRows(root, rounds) : [];
    return { calls, rows, searches: await searchRows(Math.min(rounds, SEARCH_ROUNDS)) };
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function comparedRows(root: string, rounds: number): Promise<FileRow[]> {
  const servers: Readonly<Record<ServerName, Server>> = {
    haft: await start([OWN, root, 'yes']),
    unsynced: await start([OWN, root, 'no']),
    official: await start([OFFICIAL, root]),
    empty: await start([ECHO, '0']),
    officialEmpty: await start([OFFICIAL_ECHO, OFFICIAL, '0']),
    echo: await start([ECHO, '2000']),
    officialEcho: await start([OFFICIAL_ECHO, OFFICIAL, '2000']),
  };
  try {
    const rows: FileRow[] = [];
    for (const task of tasksIn(root)) rows.push(await measure(task, servers, rounds));
    return rows;
  } finally {
    for (const { files } of Object.values(servers)) await files.close();
  }
}

async function searchRows(rounds: number): Promise<SearchRow[]> {
  const root = makeTree(MANY_FOLDERS);
  const ripgrep = ripgrepInPath();
  const queries = [
    { name: 'a text', args: { query: 'needle' } },
    { name: 'a text, ignoring case', args: { query: 'Needle', ignoreCase: true } },
    { name: 'an expression', args: { query: 'n.edle', regex: true } },
    ...(ripgrep === undefined ? [] : [{ name: 'a text, with ripgrep', args: { query: 'needle' }, ripgrep }]),
  ];
  try {
    const rows: SearchRow[] = [];
    for (const { name, args, ripgrep: program } of queries) {
      const server = await start([OWN, root, 'no', ...(program === undefined ? [] : [program])]);
      rows.push({ name, ...(await measureSearch(server, { limit: 1_000, ...args }, rounds)) });
      await server.files.close();
    }
    return rows;
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function measureSearch(server: Server, args: object, rounds: number): Promise<Omit<SearchRow, 'name'>> {
  const walls: number[] = [];
  const cpu: number[] = [];
  const call = (): Call => ['file_search', args];
  await repeat(server, call, 1);
  for (let round = 0; round < rounds; round++) {
    const [before, begin] = [cpuOf(server.pid), process.hrtime.bigint()];
    await repeat(server, call, 1);
    walls.push(Number(process.hrtime.bigint() - begin));
    cpu.push(cpuOf(server.pid) - before);
  }
  return { wall: spread(walls), cpu: spread(cpu) };
}

/** Returns the path of a ripgrep that Haft uses, from version 14 on. */
function ripgrepInPath(): string | undefined {
  const path = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'rg'));
  return path.find((one) => {
    const { stdout, status } = spawnSync(one, ['--version'], { encoding: 'utf8' });
    return status === 0 && Number(/^ripgrep (\d+)/.exec(stdout)?.[1]) >= 14;
  });
}

function tasksIn(root: string): readonly Task[] {
  const swap = (round: number): { oldText: string; newText: string } =>
    round % 2 === 0 ? { oldText: 'line 50 a', newText: 'line 50 b' } : { oldText: 'line 50 b', newText: 'line 50 a' };
  const ours = ({ oldText, newText }: ReturnType<typeof swap>) => ({ old: oldText, new: newText });
  const edit = (name: string, server: Task['server']): Task => ({
    name,
    server,
    calls: 100,
    haft: (round) => ['file_edit', { path: 'own.txt', edits: [ours(swap(round))] }],
    official: (round) => ['edit_file', { path: join(root, 'official.txt'), edits: [swap(round)] }],
  });
  const echo = (name: string, server: ServerName, peer: ServerName): Task => ({
    name,
    server,
    peer,
    calls: 100,
    haft: () => ['echo', {}],
    official: () => ['echo', {}],
  });
  return [
    echo('a tool that does nothing', 'empty', 'officialEmpty'),
    echo('a tool that returns a constant text of 100 kB', 'echo', 'officialEcho'),
    {
      name: READ_OVER_MCP,
      server: 'haft',
      calls: 100,
      haft: () => ['file_read', { paths: ['large.txt:1-'] }],
      official: () => ['read_text_file', { path: join(root, 'large.txt') }],
    },
    edit('edit 100 lines, on the disk before the answer (fsync)', 'haft'),
    edit(EDIT_OVER_MCP, 'unsynced'),
    {
      name: 'find names among 5,000 files',
      server: 'haft',
      calls: 3,
      haft: () => ['file_list', { path: '**/*7.ts' }],
      official: () => ['search_files', { path: root, pattern: '**/*7.ts' }],
    },
    {
      name: 'search the contents of 5,000 files, against names',
      server: 'haft',
      calls: 3,
      haft: () => ['file_search', { query: 'needle' }],
      official: () => ['search_files', { path: root, pattern: '**/*7.ts' }],
    },
  ];
}

async function measure(task: Task, servers: Readonly<Record<ServerName, Server>>, rounds: number): Promise<FileRow> {
  const cases = [
    { samples: [] as number[], server: servers[task.server], call: task.haft },
    { samples: [] as number[], server: servers[task.peer ?? 'official'], call: task.official },
  ] as const;
  for (const { server, call } of cases) await repeat(server, call, task.calls);
  for (let round = 0; round < rounds; round++) {
    for (const { samples, server, call } of shuffled(cases)) {
      const before = cpuOf(server.pid);
      await repeat(server, call, task.calls);
      samples.push((cpuOf(server.pid) - before) / task.calls);
    }
  }
  const [own, official] = cases;
  return {
    name: task.name,
    haft: spread(own.samples),
    official: spread(official.samples),
    ratio: ratios(own.samples, official.samples),
  };
}

async function repeat({ run }: Server, call: (round: number) => Call, calls: number): Promise<void> {
  for (let round = 0; round < calls; round++) {
    const [name, args] = call(round);
    const { status, text } = await run.call({ name, arguments: args });
    if (status !== 'success') throw new Error(`${name} gave ${status}: ${text}`);
  }
}

async function start(args: readonly string[]): Promise<Server> {
  const before = childrenOf(process.pid);
  const files = mcpToolset({
    name: 'files',
    server: { command: process.execPath, args, env: { NODE_ENV: 'production' } },
  });
  const run = createRuntime({ toolsets: files, results: { maxCharacters: 300_000 } }).startRun();
  await run.definitions();
  const pid = childrenOf(process.pid).find((one) => !before.includes(one));
  if (pid === undefined) throw new Error(`${args.join(' ')} did not start.`);
  return { run, files, pid };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(parent))
    .map(Number);
}

/** CPU of all threads of a process, and of the child processes that ended, in nanoseconds. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  const fields = statOf(pid) ?? [];
  const ended = (Number(fields[13]) + Number(fields[14])) * TICK;
  return threads.reduce((sum, one) => sum + one, ended);
}

/** The fields behind the name of the program. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function makeTree(folders: number): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'haft-bench-')));
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i + 1} a\n`).join('');
  for (const name of ['own.txt', 'official.txt']) writeFileSync(join(root, name), lines);
  writeFileSync(join(root, 'large.txt'), `${'x'.repeat(49)}\n`.repeat(2_000));
  for (let folder = 0; folder < folders; folder++) {
    const path = join(root, `d${folder % 10}/s${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < FILES_IN_EACH; file++) {
      const match = file === 7 && folder % 10 === 0 ? 'a needle\n' : '';
      writeFileSync(join(path, `file${file}.ts`), `export const value = ${file};\n`.repeat(20) + match);
    }
  }
  return root;
}
