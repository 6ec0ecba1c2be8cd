import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { refuseUnknownOptions, requireKind, type OptionNames, type Repair, type ToolOutcome } from '@haft/core';
import type { Issue, Path } from '@haft/schema';
import { estimateTokens } from '@haft/schema/tokens';
import { callChannel, type CallTrace } from './call-channel.js';
import type { EventMessage } from './event-channel.js';
import { now } from './now.js';
import { cutText, shownName } from '@haft/core/internal';
import type { RunEvent } from './run-event.js';
import { toldFailure, type RecordedCall } from '@haft/core/report';

/** Options of {@link recordCalls}. */
export interface RecordCallsOptions {
  /** The runtime whose calls are recorded. Default: all runtimes of the process. */
  readonly runtime?: object;
}

/**
 * Gives the facts of each call to a function when the call ends, for `haft report`. A record has at
 * most about 10 kB. Without it, calls record nothing.
 *
 * @param onCall - receives each record. It may write it as a line of a file
 * @returns a function that stops the recording
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 * @example
 * const file = createWriteStream('calls.jsonl', { flags: 'a' });
 * const stop = recordCalls((call) => file.write(`${JSON.stringify(call)}\n`));
 */
export function recordCalls(onCall: (call: RecordedCall) => void, options: RecordCallsOptions = {}): () => void {
  requireKind('The first argument of recordCalls()', onCall, 'a function');
  refuseUnknownOptions('recordCalls', options, OPTIONS);
  const { runtime } = options;
  const begins = new WeakMap<CallTrace, number>();
  const subscribers = {
    start: (trace: CallTrace): void => {
      if (runtime === undefined || trace.runtime === runtime) begins.set(trace, now());
    },
    end: nothing,
    asyncStart: nothing,
    asyncEnd: (trace: CallTrace): void => {
      const at = begins.get(trace);
      if (at !== undefined) onCall(recordOf(trace, at));
    },
    error: nothing,
  };
  /** A denied call is not made again, so that the channel of calls tells nothing of it. */
  const onEvent = (message: unknown): void => {
    const { event, runtime: owner } = message as EventMessage;
    const isOwn = runtime === undefined || owner === runtime;
    if (isOwn && event.type === 'decision' && event.decision === 'deny' && event.result === 'accepted')
      onCall(denialOf(event));
  };
  callChannel.subscribe(subscribers);
  subscribe('haft:event', onEvent);
  return () => {
    callChannel.unsubscribe(subscribers);
    unsubscribe('haft:event', onEvent);
  };
}

const OPTIONS: OptionNames<RecordCallsOptions> = { runtime: true };
const nothing = (): void => undefined;

function recordOf({ runId, callId, tool, definition, parent, outcome }: CallTrace, at: number): RecordedCall {
  const { status = 'rejected', repairs = [], text = '' } = outcome ?? {};
  const { reason } = (outcome ?? {}) as Pick<RecordedCall, 'reason'>;
  const issues = issuesOf(outcome);
  const failure = outcome && toldFailure(outcome);
  return {
    at: Math.round(at),
    ms: Math.round((now() - at) * 10) / 10,
    runId: cutText(runId, LONGEST_NAME),
    callId: cutText(callId, LONGEST_NAME),
    tool: definition?.name ?? shownName(tool),
    ...(definition === undefined ? { isUnknown: true } : {}),
    ...(parent === undefined ? {} : { isInner: true }),
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(failure === undefined ? {} : { failure: failure.title }),
    ...(issues.length === 0 ? {} : { issues: issues.slice(0, MOST).map(shortIssue) }),
    ...(repairs.length === 0 ? {} : { repairs: repairs.slice(0, MOST).map(shortRepair) }),
    tokens: parent === undefined ? estimateTokens(text) : 0,
    ...(isCut(outcome) ? { isCut: true } : {}),
  };
}

function denialOf({ at, runId, callId, tool }: Extract<RunEvent, { readonly type: 'decision' }>): RecordedCall {
  const ids = { runId: cutText(runId, LONGEST_NAME), callId: cutText(callId, LONGEST_NAME) };
  return { at: Math.round(at), ms: 0, ...ids, tool, status: 'denied', tokens: 0 };
}

function issuesOf(outcome: ToolOutcome | undefined): readonly Issue[] {
  return outcome !== undefined && 'issues' in outcome ? (outcome.issues ?? []) : [];
}

/** Returns whether the text ends with the note of a result over its limit. */
function isCut(outcome: ToolOutcome | undefined): boolean {
  return outcome?.status === 'success' && NOTE.test(outcome.text.slice(-LONGEST_NOTE));
}

const NOTE = /\.\.\. \((?:truncated, |left out: )[^\n]*\)$/;
const LONGEST_NOTE = 1_000;

function shortIssue({ path, rule, expected, received, suggestion }: Issue): Issue {
  return {
    path: shortPath(path),
    rule: shownName(rule),
    expected: cutText(expected, LONGEST_TEXT),
    received: cutText(received, LONGEST_TEXT),
    ...(suggestion === undefined ? {} : { suggestion: cutText(suggestion, LONGEST_TEXT) }),
  };
}

function shortRepair({ path, kind, from, to }: Repair): Repair {
  return { path: shortPath(path), kind, from: cutText(from, LONGEST_TEXT), to: cutText(to, LONGEST_TEXT) };
}

function shortPath(path: Path): Path {
  return path.slice(0, DEEPEST).map((key) => (typeof key === 'number' ? key : shownName(key)));
}

/** Issues and repairs of one call. */
const MOST = 20;
const DEEPEST = 8;
const LONGEST_NAME = 100;
const LONGEST_TEXT = 120;
