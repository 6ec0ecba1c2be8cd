import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';
import { changesOf } from '../deferral/with-changes.js';
import type { FinishedCall, MadeCall, MadeEffect } from '../deferral/suspended-call.js';
import { withCauseOf } from '../outcome/with-cause-of.js';

/**
 * Adds the calls with effects that a call made to an outcome that does not tell of them: a failure,
 * a timeout, a cancellation. Otherwise the model repeats the call, and with it the effects.
 */
export function withMadeCalls(call: Call, outcome: ToolOutcome): ToolOutcome {
  if (outcome.status === 'success' || outcome.status === 'deferred') return outcome;
  const made = madeCallsText(effectsOf(call));
  return made === undefined ? outcome : withCauseOf(outcome, { ...outcome, text: `${outcome.text} ${made}` });
}

/** Returns the text about calls with effects. Undefined if there are none. */
export function madeCallsText(effects: readonly MadeCall[]): string | undefined {
  if (effects.length === 0) return undefined;
  const shown = effects.slice(0, MOST_SHOWN).map(({ tool, effect: { id, end } }) => `${tool} ${id}: ${end}`);
  const more = effects.length > MOST_SHOWN ? ` and ${effects.length - MOST_SHOWN} more` : '';
  return `These calls were made: ${shown.join(', ')}${more}. Do not repeat them.`;
}

const MOST_SHOWN = 20;

/** Returns the inner calls of a list that took effect, or may have. */
export function madeCalls(finished: readonly FinishedCall[]): readonly MadeCall[] {
  return finished.flatMap(({ tool, effect }) => (effect === undefined ? [] : [{ tool, effect }]));
}

/** Returns the calls with effects inside a call, also those in progress. */
export function effectsOf({ origin: { inner } }: Call): readonly MadeCall[] {
  return inner === undefined ? [] : [...madeCalls(inner.finished), ...inner.open];
}

/** Returns a call in progress and the calls inside it that may have taken effect. */
export function openEffects(call: Call): readonly MadeCall[] {
  const own = mayTakeEffect(call) ? [{ tool: call.name, effect: { id: idOf(call), end: 'unknown' as const } }] : [];
  return [...effectsOf(call), ...own];
}

/** Returns the facts of an inner call that ended, and of the calls inside it. */
export function finishedCalls(call: Call, outcome: ToolOutcome): readonly FinishedCall[] {
  const end = endOf(outcome);
  const effect = end !== undefined && hasEffect(call) ? { id: idOf(call), end } : undefined;
  const { status } = outcome;
  const inside = madeCalls(call.origin.inner?.finished ?? []);
  return [
    ...(status === 'success' ? [] : inside.map((one) => ({ callId: call.id, status, ...one }))),
    { callId: call.id, tool: call.name, status, ...(effect && { effect }), ...changesOf(call) },
  ];
}

function endOf(outcome: ToolOutcome): MadeEffect['end'] | undefined {
  if (outcome.status === 'success') return 'done';
  if (outcome.status !== 'interrupted' && outcome.status !== 'failed') return undefined;
  if (outcome.notStarted === true) return undefined;
  if (outcome.status === 'interrupted') return 'unknown';
  return outcome.reason === 'timeout' || outcome.reason === 'unknown' ? 'unknown' : undefined;
}

/** A program or plan has only the effects of its calls. */
function hasEffect({ state }: Call): boolean {
  const { settings, definition } = state.planned.tool;
  return definition.hints?.readOnly !== true && settings.effect?.replays !== true;
}

function mayTakeEffect(call: Call): boolean {
  return call.hasBegun && hasEffect(call);
}

/** Returns an id that a person can look up: the begin of the idempotency key. */
function idOf(call: Call): string {
  return shortId(contextOf(call).idempotencyKey);
}

/** Returns the begin of the key of a call. */
export function shortId(key: string): string {
  return `c_${key.replace(/^c_/, '').slice(0, 8)}`;
}
