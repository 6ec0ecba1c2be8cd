import {
  HaftError,
  hashOf,
  type CachedOptions,
  type ContentPart,
  type Logger,
  type SuccessOutcome,
  type ToolOutcome,
} from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { ResultCache, type CacheEntry } from '../../cache/result-cache.js';
import { wireForm } from '@haft/core/internal';
import { completedArguments, readyToComplete } from '../arguments/completed-arguments.js';
import type { Call } from '../call.js';
import { success } from '../outcome/outcomes.js';
import type { AroundStep } from '../plan/step.js';

/** Step 8: answers a call of a `@Cached` tool from the cache, or caches its success. */
export const cache: AroundStep = {
  names: ['cache'],
  needed: ({ tool }) => tool.settings.cached !== undefined,
  around(call, rest) {
    const { cached } = call.state.planned.tool.settings;
    // A call that is entered again continues. It must not end with the result of another call.
    const isCached = cached !== undefined && call.decided.reentry === undefined;
    return isCached ? throughCache(call, cached, () => rest.take()) : rest.take();
  },
};

async function throughCache(
  call: Call,
  options: CachedOptions,
  next: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  await readyToComplete(call);
  const { cache } = call.run.runtime;
  cache.results ??= new ResultCache(cache.store);
  return cache.results.through(new CachedCall(call, options), next);
}

/** The cache entry of one call. */
class CachedCall implements CacheEntry<ToolOutcome> {
  readonly key: string;
  readonly ttlMs: number;
  readonly storeTimeoutMs: number;
  readonly logger: Logger;

  constructor(
    private readonly call: Call,
    options: CachedOptions,
  ) {
    this.key = keyOf(call, options);
    this.ttlMs = options.ttlMs;
    this.storeTimeoutMs = Math.min(LONGEST_STORE_MS, call.state.planned.timeoutMs / 10);
    this.logger = call.run.runtime.observe.logger;
  }

  get stopped(): Error | undefined {
    return this.call.stopped;
  }

  /** Lets waiting calls continue when this one is answered: its tool may never return. */
  begin(release: () => void): void {
    this.call.timing = { ...this.call.timing, onClose: release };
  }

  decode(stored: string): SuccessOutcome {
    const { call } = this;
    const { reveals = [], ...kept } = JSON.parse(stored) as Kept;
    if (typeof kept.text !== 'string') throw new TypeError('The store gave something that was never written.');
    call.state.planned.shared.cached++;
    if (reveals.length > 0) call.effects = { ...call.effects, reveals };
    return { ...success(call, undefined, kept.text), ...kept, cached: true };
  }

  encode(outcome: ToolOutcome): string | undefined {
    const { sending, effects, stopped } = this.call;
    if (outcome.status !== 'success' || sending.argumentsChanged === true || stopped !== undefined) return undefined;
    const { text, value, parts, metadata, final } = outcome;
    const written = value === undefined ? undefined : wireForm(value);
    return JSON.stringify({ text, value: written, parts, metadata, final, reveals: effects.reveals } satisfies Kept);
  }
}

/**
 * The stored part of an outcome, with the value in wire form. It leaves out facts of one call (its
 * id, its repairs) and effects of the tool (state, events, `run.calls.halt`).
 */
interface Kept {
  readonly text: string;
  readonly value?: JsonValue | undefined;
  readonly parts?: readonly ContentPart[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly final?: true | undefined;
  /** Names of hidden tools that the result reveals. */
  readonly reveals?: readonly string[] | undefined;
}

const LONGEST_STORE_MS = 1000;

function keyOf(call: Call, { scope }: CachedOptions): string {
  const { fingerprint, version } = call.state.planned.tool.definition;
  const input = call.decided.input ?? null;
  return `haft:${hashOf([fingerprint, version, completedArguments(call), input, scope, scopeOf(call, scope)])}`;
}

function scopeOf({ run, name }: Call, scope: CachedOptions['scope']): string {
  if (scope === 'global') return '';
  const { userId, tenantId } = run.options;
  // A host may give the same run id to two users, and the same user id to users of two tenants.
  if (scope === 'run') return JSON.stringify([run.id, userId, tenantId]);
  if (userId !== undefined) return JSON.stringify([userId, tenantId]);
  throw new HaftError('HAFT_CACHE_WITHOUT_USER', `'${name}' caches by user, and the run has no user.`, {
    hint: "Give startRun({ userId }). For runs without a user, cache by scope 'run'. Scope 'global' shows the result of one user to all.",
  });
}
