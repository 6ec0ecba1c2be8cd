import { DEFERRAL_KINDS, type ToolOutcome } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { UntimedEvent } from '../../events/run-event.js';
import type { CallExecutor, PlainCall } from '../../ledger/call-executor.js';
import { readyToComplete } from '../arguments/completed-arguments.js';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';
import { signalOf } from '../context/signal-of.js';
import { markBegun } from './begun.js';
import { plainCallOf } from './plain-call-of.js';
import { rowOf } from '../row/row-of.js';
import { storedText } from './stored-call.js';
import { adoptedOutcome } from '../outcome/adopted-outcome.js';
import { isOutcome } from '../outcome/is-outcome.js';
import { writeFailure } from '../outcome/outcomes.js';

/** Lets an executor execute an accepted and decided call. Its answer and events are not trusted. */
export async function executeRemotely(call: Call, executor: CallExecutor): Promise<ToolOutcome> {
  const plain = sentCall(call);
  markBegun(call);
  const outcome: unknown = await executor.execute(plain, {
    attempt: call.stored.row?.lease?.attempt ?? 1,
    signal: signalOf(call),
    onEvent: (event) => {
      forward(call, event);
    },
  });
  if (isDeferral(outcome)) await readyToComplete(call);
  else if (!isOutcome(outcome) || outcome.status === 'deferred')
    return writeFailure(call, new Error('The executor returned no outcome.'));
  adoptEffects(call, outcome);
  return adoptedOutcome(call, outcome);
}

/** Repeats what the tool did to its run: it stopped the run, or revealed tools. */
function adoptEffects(call: Call, outcome: object): void {
  const { run } = outcome as { readonly run?: unknown };
  if (!isObject(run)) return;
  const { haltReason, reveals } = run;
  if (typeof haltReason === 'string') call.run.lifetime.halt(haltReason.slice(0, LONGEST_REASON));
  const isListOfNames = Array.isArray(reveals) && reveals.every((name) => typeof name === 'string');
  if (isListOfNames && reveals.length > 0) call.effects = { ...call.effects, reveals };
}

/** Characters of a reason that another process gave. */
const LONGEST_REASON = 1_000;

/** Returns the call as plain JSON, signed if there is a secret. */
function sentCall(call: Call): PlainCall {
  const {
    deadline,
    calls: { usage },
  } = contextOf(call);
  const text = storedText(
    { ...plainCallOf(call, rowOf(call)), background: undefined, deadline, usage },
    call.run.runtime.people.pendingSecret,
  );
  return JSON.parse(text) as PlainCall;
}

function forward(call: Call, event: UntimedEvent): void {
  if (call.answered || !FROM_THE_TOOL.has(event.type)) return;
  call.run.events.tell({ ...event, ...call.facts });
}

/** Events that only the tool creates. This process sends all others. */
const FROM_THE_TOOL: ReadonlySet<unknown> = new Set(['progress', 'custom', 'log'] satisfies UntimedEvent['type'][]);

function isDeferral(outcome: unknown): outcome is Extract<ToolOutcome, { readonly status: 'deferred' }> {
  if (!isObject(outcome) || outcome['status'] !== 'deferred' || !isObject(outcome['request'])) return false;
  return (
    (DEFERRAL_KINDS as readonly unknown[]).includes(outcome['request']['kind']) &&
    isObject(outcome['request']['metadata'])
  );
}
