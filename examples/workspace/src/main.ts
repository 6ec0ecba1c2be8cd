import { subscribe } from 'node:diagnostics_channel';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ToolDefinition, ToolOutcome } from 'haft';
import type { AppDeps } from './app-deps.js';
import { createWorkspaceRuntime } from './create-runtime.js';
import { Expectations } from './expectations.js';
import { files, filesInTheEnd, journalInTheEnd, modified, recording } from './recording.js';
import { ScriptedModel, type Turn } from './scripted-model.js';
import { block, heading, say, shortened, styled } from './stage.js';

/*
 * From a class to a corrected tool call, on real files. The model is a recording (`recording.ts`); everything else is
 * what an application does.
 */

const expectations = new Expectations();
const deps: AppDeps = { user: 'ann', journal: [] };
const exceptions: unknown[] = [];
const folder = await makeFolder();
try {
  await showTheClass();
  await converse();
  await checkTheDisk();
} finally {
  await rm(folder, { recursive: true });
}
conclude();

async function converse(): Promise<void> {
  subscribe('haft:exception', (event) => exceptions.push((event as { error: unknown }).error));
  const runtime = createWorkspaceRuntime(folder);
  const model = new ScriptedModel(recording);

  // #region loop
  const run = runtime.startRun({ deps });
  showDefinitions(run.definitions());
  let outcomes: readonly ToolOutcome[] = [];
  for (;;) {
    const turn = await model.answer({ definitions: run.definitions(), outcomes });
    if (turn === undefined) break;
    outcomes = await run.callAll(turn.calls);
    show(turn, outcomes);
  }
  await run.end();
  // #endregion loop
}

async function showTheClass(): Promise<void> {
  heading('The class, as you write it (src/file-toolset.ts)');
  const source = await readFile(new URL('../src/file-toolset.ts', import.meta.url), 'utf8');
  const region = /\/\/ #region toolset\n([^]*?)\s*\/\/ #endregion/.exec(source)?.[1] ?? source;
  block('│', `${region}\n  // ... write, list, stat, delete\n}`, 'cyan');
}

function showDefinitions(definitions: readonly ToolDefinition[]): void {
  heading('What the model sees');
  for (const { name, description } of definitions) say(`${styled('bold', name.padEnd(12))} ${description}`);
  say();
  say(`In full, ${styled('bold', 'file_read')}; RunContext is not in it, and no model can set it:`);
  const read = definitions.find((one) => one.name === 'file_read');
  const shown = { name: read?.name, description: read?.description, parameters: read?.parameters };
  block('│', JSON.stringify(shown, null, 2), 'cyan');
  expectations.equal(
    'the names of the tools',
    definitions.map((one) => one.name),
    ['file_delete', 'file_list', 'file_read', 'file_stat', 'file_write'],
  );
  expectations.equal('the arguments of file_read', Object.keys(read?.parameters.properties ?? {}), [
    'path',
    'offset',
    'limit',
  ]);
}

const MARKS: Record<ToolOutcome['status'], [string, Parameters<typeof styled>[0]]> = {
  success: ['✓', 'green'],
  retry: ['↻', 'yellow'],
  failed: ['✗', 'red'],
  denied: ['✗', 'red'],
  deferred: ['…', 'magenta'],
  interrupted: ['…', 'magenta'],
};

function show({ title, calls, reads }: Turn, outcomes: readonly ToolOutcome[]): void {
  heading(title);
  for (const [index, call] of calls.entries()) {
    const outcome = outcomes[index];
    const expected = reads[index];
    if (outcome === undefined || expected === undefined) throw new Error(`No outcome for ${call.id}.`);
    const [mark, style] = MARKS[outcome.status];
    say(`model sends  ${styled('bold', call.name)} ${shortened(String(call.arguments))}`);
    say(`and reads    ${styled(style, `${mark} ${outcome.status}`)}${repairsOf(outcome)}`);
    block('           │', outcome.text, style);
    if (index < calls.length - 1) say();
    compare(call.id, outcome, expected);
  }
}

function repairsOf({ repairs }: ToolOutcome): string {
  return repairs.map(({ kind, from, to }) => styled('dim', `\n    repaired (${kind}): ${from} -> ${to}`)).join('');
}

function compare(callId: string, outcome: ToolOutcome, expected: Turn['reads'][number]): void {
  const where = `${callId} (${outcome.tool})`;
  expectations.equal(`${where}, call id`, outcome.callId, callId);
  expectations.equal(`${where}, status`, outcome.status, expected.status);
  expectations.equal(`${where}, text`, outcome.text, expected.text);
  const kinds = outcome.repairs.map(({ kind }) => kind);
  expectations.equal(`${where}, repairs`, kinds, expected.repairs ?? []);
}

async function checkTheDisk(): Promise<void> {
  heading('What happened');
  const onDisk: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    onDisk[path.slice(folder.length + 1)] = await readFile(path, 'latin1');
  }
  expectations.equal('the files on the disk', sorted(onDisk), sorted(filesInTheEnd));
  for (const [path, text] of Object.entries(sorted(onDisk)))
    say(`on the disk   ${path} (${String(text.length)} bytes)`);

  const journal = deps.journal.map(({ tool, path }) => `${tool} ${path}`);
  expectations.equal('the journal', journal, journalInTheEnd);
  expectations.equal('whose changes', new Set(deps.journal.map(({ user }) => user)), new Set(['ann']));
  for (const line of journal) say(`in the journal of ann   ${line}`);

  const [exception, ...others] = exceptions.map(String);
  expectations.equal(
    'the exception that the developer sees',
    exception,
    /^Error: ENOTDIR: not a directory, lstat '.*readme.md.todo.md'$/,
  );
  expectations.equal('no other exception', others, []);
  say(`for the developer   ${exception ?? 'nothing'}`);
}

function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function conclude(): void {
  say();
  if (expectations.broken.length === 0) {
    say(styled('green', `✓ all ${String(expectations.held)} expectations held`));
    return;
  }
  for (const difference of expectations.broken) say(styled('red', `✗ ${difference}\n`));
  say(`${String(expectations.held)} expectations held, ${String(expectations.broken.length)} did not.`);
  process.exitCode = 1;
}

/** A temporary folder with the files of the recording. */
async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'haft-workspace-'));
  for (const [name, text] of Object.entries(files)) {
    const place = join(path, name);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text, 'latin1');
    await utimes(place, new Date(modified), new Date(modified));
  }
  return path;
}
