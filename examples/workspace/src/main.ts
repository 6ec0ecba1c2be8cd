import { mkdir, mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Decisions, DeferralRequest, Logger, RunEvent, ToolOutcome } from 'haft';
import type { AppDeps } from './app-deps.js';
import { createWorkspaceRuntime } from './create-runtime.js';
import { Expectations } from './expectations.js';
import { showRequests, showTheClass, showTools, showTurn } from './presentation.js';
import { files, filesInTheEnd, fileTools, journalInTheEnd, link, modified, ownTools, recording } from './recording.js';
import { ScriptedModel, type Reading, type Turn } from './scripted-model.js';
import { heading, say, shortened, styled } from './stage.js';

/*
 * From a class to a corrected tool call, on real files. The model is a recording (`recording.ts`).
 * All other code is that of an application.
 */

const expectations = new Expectations();
const deps: AppDeps = { user: 'ann', today: new Date(modified), journal: [] };
const exceptions: { readonly errorId: string; readonly error: unknown }[] = [];
/**
 * The example shows errors itself. Without this logger, Haft writes warnings and errors to the
 * console.
 */
const silent: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const folder = await makeFolder();
try {
  await showTheClass();
  await converse();
  await checkTheDisk();
  checkTheDeveloperSide();
} finally {
  await rm(folder, { recursive: true });
}
conclude();

async function converse(): Promise<void> {
  const model = new ScriptedModel(recording);
  // #region loop
  const runtime = createWorkspaceRuntime(folder, silent);
  const run = runtime.startRun({ deps, onEvent: keepExceptions });
  showTools(await run.definitions());

  let outcomes: readonly ToolOutcome[] = [];
  for (;;) {
    const turn = await model.answer({ definitions: await run.definitions(), outcomes });
    if (turn === undefined) break;
    outcomes = await run.callAll(turn.calls);
    const { requests } = run.pending();
    if (requests.length > 0) outcomes = await run.resume(askTheUser(turn, requests));
    showTurn(turn, outcomes);
  }
  // #endregion loop

  // #region typed
  // Your own code calls tools too: the compiler knows names, arguments and results.
  const own = await run.call('task_list', { status: 'open', limit: 1 });
  const titles = own.status === 'success' ? own.value.tasks.map((task) => task.title) : undefined;
  // #endregion typed
  expectations.equal('a typed call', own.status, 'success');
  expectations.equal('the titles of open tasks', titles?.length, 0);
  await run.end();
  compareWithTheRecording(model);
}

/** Shows what waits for the user, and returns the recorded decisions. */
function askTheUser({ decisions = {} }: Turn, requests: readonly DeferralRequest[]): Decisions {
  showRequests(requests);
  return Object.fromEntries(requests.map(({ id, callId }) => [id, decisions[callId] ?? false]));
}

// #region exception
function keepExceptions(event: RunEvent): void {
  if (event.type === 'exception') exceptions.push({ errorId: event.errorId, error: event.error });
}
// #endregion exception

/**
 * Compares the input of the model with the recording: each turn reads the outcomes of the turn
 * before.
 */
function compareWithTheRecording({ shown }: ScriptedModel): void {
  const names = shown.map(({ definitions }) => definitions.map(({ name }) => name).join(' '));
  const tools = [...ownTools, ...fileTools].join(' ');
  expectations.equal('the tools that the model is shown, every time', new Set(names), new Set([tools]));
  expectations.equal('the answers', shown.length, recording.length + 1);
  for (const [index, turn] of recording.entries()) compareTurn(turn, shown[index + 1]?.outcomes ?? []);
}

function compareTurn({ calls, reads }: Turn, outcomes: readonly ToolOutcome[]): void {
  for (const [index, { id, name }] of calls.entries()) {
    const [expected, outcome] = [reads[index], outcomes[index]];
    expectations.equal(`${id}, its outcome`, outcome?.callId, id);
    if (expected !== undefined && outcome !== undefined) compareReading(`${id} (${name})`, outcome, expected);
  }
}

function compareReading(call: string, outcome: ToolOutcome, { status, text, repairs = [] }: Reading): void {
  expectations.equal(`${call}, status`, outcome.status, status);
  expectations.equal(`${call}, text`, outcome.text, text);
  const kinds = outcome.repairs.map(({ kind }) => kind);
  expectations.equal(`${call}, repairs`, kinds, repairs);
}

async function checkTheDisk(): Promise<void> {
  heading('What is on the disk now');
  const onDisk: Record<string, string> = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(entry.parentPath, entry.name);
    onDisk[relative(folder, path)] = entry.isFile() ? await readFile(path, 'latin1') : 'no file';
  }
  for (const [path, text] of Object.entries(onDisk)) say(`${path.padEnd(10)} ${JSON.stringify(text)}`);
  expectations.equal('the files on the disk', onDisk, filesInTheEnd);
}

/** Checks the use of the run context by tools, and the facts that a model never sees. */
function checkTheDeveloperSide(): void {
  heading('What the developer knows');
  const journal = deps.journal.map(({ user, tool, change }) => `${user}: ${tool} ${JSON.stringify(change)}`);
  for (const line of journal) say(`journal    ${shortened(line)}`);
  expectations.equal('the journal', journal, journalInTheEnd);

  for (const { errorId, error } of exceptions) say(`exception  ${errorId}: ${String(error)}`);
  const thrown = exceptions.map(({ error }) => String(error)).join();
  expectations.equal('the exception', thrown, 'RangeError: Invalid time value');
}

function conclude(): void {
  const { held, broken } = expectations;
  say();
  for (const difference of broken) say(styled('red', `✗ ${difference}\n`));
  if (broken.length === 0) say(styled('green', `✓ all ${String(held)} expectations held`));
  else say(`${String(held)} expectations held, ${String(broken.length)} did not`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

function nothing(): void {
  // The end of the example shows the log.
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
  await symlink(link.to, join(path, link.path));
  return path;
}
