import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ToolOutcome } from '@haft/core';
import type { CallTrace, EventMessage, RunEvent, StepMessage } from '@haft/runtime';
import type { CallHistory } from './call-history.js';
import type { CallDetail, CallRow, StepMark } from './call-record.js';
import { plainJson } from './plain-json.js';
import { ownerOf, runKey, type RunName } from './run-name.js';
import { toldFailure, type ToldFailure } from '@haft/core/report';

/** Events of one call that are kept. */
const MOST_EVENTS = 500;
const LONGEST_ROW_TEXT = 160;
/** Calls that wait and are known. A row of an older one stays as it is. */
const MOST_WAITING = 1_000;

interface OpenCall {
  row: CallRow;
  /** The arguments of the model. A person may have changed those of a call that waited. */
  sent?: unknown;
  readonly steps: StepMark[];
  readonly events: unknown[];
}

/**
 * Collects the calls of a runtime from the channels of the process. Steps are collected only while
 * a page is open, since they cost time.
 */
export class CallCollector {
  private readonly open = new Map<string, OpenCall>();
  private readonly byTrace = new WeakMap<object, OpenCall>();
  /** Calls that wait for a decision. When it comes, they continue in their row. */
  private readonly waiting = new Map<string, OpenCall>();
  private lookers = 0;

  /** @param runtime - the runtime whose calls are collected */
  constructor(
    private readonly runtime: object,
    private readonly history: CallHistory,
  ) {
    for (const [name, listener] of this.channels()) subscribe(name, listener);
  }

  /** Ends the collection. */
  close(): void {
    for (const [name, listener] of this.channels()) unsubscribe(name, listener);
    if (this.lookers > 0) unsubscribe('haft:step', this.onStep);
    this.lookers = 0;
  }

  /** Collects steps until the returned function is called. */
  look(): () => void {
    if (this.lookers++ === 0) subscribe('haft:step', this.onStep);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      if (--this.lookers === 0) unsubscribe('haft:step', this.onStep);
    };
  }

  private channels(): readonly (readonly [string, (message: unknown) => void])[] {
    return [
      ['tracing:haft:call:start', this.onStart],
      ['tracing:haft:call:asyncEnd', this.onEnd],
      ['haft:event', this.onEvent],
    ];
  }

  private readonly onStart = (message: unknown): void => {
    const trace = message as CallTrace;
    if (trace.runtime !== this.runtime) return;
    const { callId, runId, tool, parent, context } = trace;
    const key = keyOf({ runId, ...ownerOf(context) }, callId);
    const continued = this.waiting.get(key);
    const row: CallRow = continued?.row ?? {
      number: this.history.next(),
      callId,
      runId,
      ...ownerOf(context),
      tool,
      ...(parent === undefined ? {} : { parent: parent.callId }),
      ...(parent?.place === undefined ? {} : { place: plainJson(parent.place) }),
      startedAt: now(),
      status: 'running',
      text: '',
      repairs: 0,
      issues: 0,
      isCached: false,
      isExhausted: false,
    };
    const call = continued ?? { row, steps: [], events: [] };
    this.waiting.delete(key);
    this.open.set(key, call);
    this.byTrace.set(trace, call);
    call.row = { ...row, status: 'running' };
    this.history.putRow(call.row);
  };

  private readonly onEnd = (message: unknown): void => {
    const trace = message as CallTrace;
    const call = this.byTrace.get(trace);
    if (call === undefined) return;
    const key = keyOf(call.row, trace.callId);
    if (this.open.get(key) === call) this.open.delete(key);
    const { outcome, error } = trace;
    call.row = {
      ...call.row,
      ms: Math.max(0, now() - call.row.startedAt),
      status: outcome?.status ?? 'rejected',
      text: (outcome?.text ?? textOf(error)).slice(0, LONGEST_ROW_TEXT),
      ...failureOf(outcome),
      repairs: outcome?.repairs.length ?? 0,
      issues: outcome !== undefined && 'issues' in outcome ? (outcome.issues?.length ?? 0) : 0,
      isCached: outcome?.status === 'success' && outcome.cached === true,
      isExhausted: outcome?.status === 'failed' && outcome.exhausted === true,
    };
    call.sent ??= plainJson(trace.sent);
    this.history.putDetail(detailOf(call, trace));
    this.history.putRow(call.row);
    if (outcome?.status !== 'deferred') return;
    this.waiting.set(key, call);
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > MOST_WAITING && oldest !== undefined) this.waiting.delete(oldest);
  };

  /** A denied call is not made again. Its outcome exists only for the caller who decided. */
  private onDecision(key: string, event: Extract<RunEvent, { readonly type: 'decision' }>): void {
    const { decision, result } = event;
    const call = this.waiting.get(key);
    if (call === undefined || decision !== 'deny' || result !== 'accepted') return;
    this.waiting.delete(key);
    call.row = { ...call.row, status: 'denied', text: 'The tool call was denied.' };
    this.history.putEvent(call.row.number, plainJson(event));
    this.history.putRow(call.row);
  }

  private readonly onEvent = (message: unknown): void => {
    const { runtime, event, userId, tenantId } = message as EventMessage;
    if (runtime !== this.runtime) return;
    const key = keyOf({ runId: event.runId, userId, tenantId }, event.callId);
    const events = (this.open.get(key) ?? this.waiting.get(key))?.events;
    if (event.type === 'decision') this.onDecision(key, event);
    if (events !== undefined && events.length < MOST_EVENTS) events.push(plainJson(event));
  };

  private readonly onStep = (message: unknown): void => {
    const { runtime, callId, step, at, ...run } = message as StepMessage;
    if (runtime !== this.runtime) return;
    this.open.get(keyOf(run, callId))?.steps.push({ step, at });
  };
}

function failureOf(outcome: ToolOutcome | undefined): { readonly failure?: ToldFailure } {
  const failure = outcome && toldFailure(outcome);
  if (failure === undefined) return {};
  const { title, problem } = failure;
  return { failure: { title, ...(problem === undefined ? {} : { problem: problem.slice(0, LONGEST_ROW_TEXT) }) } };
}

function detailOf({ row, sent, steps, events }: OpenCall, trace: CallTrace): CallDetail {
  const { outcome, error } = trace;
  return {
    ...row,
    sent,
    arguments: plainJson(trace.arguments),
    ...(outcome === undefined ? { error: textOf(error) } : { outcome: outcomeJson(outcome) }),
    steps,
    events,
  };
}

/**
 * Returns an outcome as JSON. The cause of a failure is for the developer, who sees its message.
 */
export function outcomeJson(outcome: ToolOutcome): Readonly<Record<string, unknown>> {
  return plainJson({ ...outcome }) as Readonly<Record<string, unknown>>;
}

function keyOf(run: RunName, callId: string): string {
  return JSON.stringify([runKey(run), callId]);
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
