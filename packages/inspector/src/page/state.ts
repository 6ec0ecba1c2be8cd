import { computed, effect, signal } from '@preact/signals';
import { runKey } from '../history/run-name.js';
import { ApiError, get, hasToken, readStream, type Line } from './api.js';
import type { CallRow, Project, RunRow } from './types.js';

/** The view, from the fragment of the address: `#/tools/NAME`. */
export const route = signal(readRoute());
/** The facts after the view in the address: `#/tools/NAME/call?args={}`. */
export const query = signal(readQuery());
export const project = signal<Project | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);
/** Whether the stream is open. */
export const isLive = signal(false);
export const preset = signal(sessionStorage.getItem('haft-preset') ?? 'default');
/** Whether calls share one run, and so its retry budget. */
export const keepRun = signal(false);
/** Grows when the tools may have changed, so that open views read again. */
export const version = signal(0);
const callMap = signal<ReadonlyMap<number, CallRow>>(new Map());
/** All calls, the latest first. */
export const calls = computed(() => [...callMap.value.values()].sort((a, b) => b.number - a.number));
/** The calls that wait in the ledger, of all processes. Undefined without a ledger. */
const waitingInLedger = signal<number | undefined>(undefined);
/** The calls that wait for a decision. */
export const waiting = computed(
  () => waitingInLedger.value ?? calls.value.filter(({ status }) => status === 'deferred').length,
);
/** By {@link runKey}. */
export const runs = signal<ReadonlyMap<string, RunRow>>(new Map());

/** The most rows that the page holds. */
const MOST_CALLS = 10_000;

/** Goes to a view. */
export function go(path: string): void {
  location.hash = path;
}

/** Reads the tools, and keeps the calls up to date. */
export function start(): void {
  addEventListener('hashchange', () => {
    // The address of a server that was started again: only its fragment differs.
    if (hasToken()) location.reload();
    route.value = readRoute();
    query.value = readQuery();
  });
  effect(() => {
    const { title = 'Haft' } = project.value ?? {};
    document.title = `${waiting.value > 0 ? `(${waiting.value}) ` : ''}${title} inspector`;
  });
  effect(() => {
    // Each decision and each new request changes a row.
    if (project.value?.hasLedger === true && deferred.value >= 0) void countWaiting();
  });
  effect(() => {
    sessionStorage.setItem('haft-preset', preset.value);
    void loadProject(preset.value);
  });
  void follow();
}

let asked = 0;

/**
 * Reads the tools of a preset. The latest question counts, since an answer before it may be older.
 *
 * @param mayBeSame - whether open views stay as they are if the answer is the one before
 */
async function loadProject(name = preset.value, mayBeSame = false): Promise<void> {
  const own = ++asked;
  try {
    const read = await get<Project>(`project?preset=${encodeURIComponent(name)}`);
    if (own !== asked) return;
    problem.value = undefined;
    if (mayBeSame && JSON.stringify(read) === JSON.stringify(project.value)) return;
    project.value = read;
    version.value++;
  } catch (error) {
    if (own !== asked) return;
    if (error instanceof ApiError && error.code === 'NO_PRESET' && name !== 'default') preset.value = 'default';
    else problem.value = messageOf(error);
  }
}

const deferred = computed(() => calls.value.filter(({ status }) => status === 'deferred').length);

/** Counts the calls that wait in the ledger. */
export async function countWaiting(): Promise<void> {
  try {
    const { calls: found, next } = await get<{ calls: readonly object[]; next?: string }>('pending?limit=100');
    waitingInLedger.value = found.length + (next === undefined ? 0 : 1);
  } catch {
    // The inbox shows the problem.
  }
}

/** Returns the text of an error for a person. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'The server does not answer. Is `haft inspect` still running?';
  return error instanceof Error ? error.message : String(error);
}

/** One stream for each browser, since it opens six connections to a server for all its tabs. */
const STREAM = `haft-stream ${location.pathname}`;

async function follow(): Promise<void> {
  const tabs = new BroadcastChannel(STREAM);
  tabs.onmessage = ({ data }: MessageEvent<readonly Line[]>) => {
    data.forEach(take);
  };
  for (let wait = 200; ; wait = Math.min(5_000, wait * 2)) {
    await shown();
    const signal = hidden();
    try {
      // The tab that reads the stream tells the others of new calls, and not of those before.
      await readStream({ after: known(), once: true }, signal, (lines) => {
        lines.forEach(take);
      });
      await alone(signal, () =>
        readStream({ after: known() }, signal, (lines) => {
          wait = 200;
          lines.forEach(take);
          tabs.postMessage(lines);
        }),
      );
    } catch (error) {
      // The next turn asks again. Without an answer, the page says that it is not live.
      if (error instanceof ApiError) problem.value = error.message;
    }
    isLive.value = false;
    flush();
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Runs a function in one tab at a time. Browsers have locks at https and at localhost. */
async function alone(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await (locks === undefined ? run() : locks.request(STREAM, { signal }, run));
}

/** Returns the number of the last call before those that are new or may have changed. */
function known(): number {
  flush();
  const isOpen = ({ ms, status }: CallRow): boolean => ms === undefined || status === 'deferred';
  const oldest = calls.value.findLast(isOpen);
  return oldest === undefined ? (calls.value[0]?.number ?? 0) : oldest.number - 1;
}

/** Resolves when the tab is shown. */
async function shown(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true });
    });
}

/** Returns a signal that aborts when the tab is hidden. */
function hidden(): AbortSignal {
  const controller = new AbortController();
  const onChange = (): void => {
    if (!document.hidden) return;
    document.removeEventListener('visibilitychange', onChange);
    controller.abort();
  };
  document.addEventListener('visibilitychange', onChange);
  return controller.signal;
}

/** Rows that the next frame shows: a thousand rows in one frame are one change of the page. */
let newRows: CallRow[] = [];
let newRuns: RunRow[] = [];
let frame = 0;

function take(line: Line): void {
  if (line['open'] === true) {
    // The tools may have changed before this stream, for example after a restart.
    void loadProject(preset.value, true);
    isLive.value = true;
    // The stream continues with all runs that the process knows.
    runs.value = new Map();
  } else if (line['beat'] === true) {
    // Other processes tell this one nothing.
    if (project.value?.hasLedger === true) void countWaiting();
  } else if (line['changed'] === true) void loadProject();
  else if (line['run'] !== undefined) {
    newRuns.push(line['run'] as RunRow);
    frame ||= setTimeout(flush, 16);
  } else if (line['call'] !== undefined) {
    newRows.push(line['call'] as CallRow);
    frame ||= setTimeout(flush, 16);
  }
}

function flush(): void {
  clearTimeout(frame);
  frame = 0;
  if (newRuns.length > 0) {
    runs.value = new Map([...runs.value, ...newRuns.map((run) => [runKey(run), run] as const)]);
    newRuns = [];
  }
  if (newRows.length === 0) return;
  const next = new Map(callMap.value);
  for (const row of newRows) next.set(row.number, row);
  newRows = [];
  const extra = next.size - MOST_CALLS;
  if (extra > 0) for (const key of [...next.keys()].slice(0, extra)) next.delete(key);
  callMap.value = next;
}

function readRoute(): readonly string[] {
  const parts = location.hash
    .replace(/^#\/?/, '')
    .replace(/\?.*$/s, '')
    .split('/')
    .filter((part) => part !== '');
  return parts.length === 0 ? ['start'] : parts.map(decoded);
}

function readQuery(): URLSearchParams {
  return new URLSearchParams(/\?(.*)$/s.exec(location.hash)?.[1] ?? '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
