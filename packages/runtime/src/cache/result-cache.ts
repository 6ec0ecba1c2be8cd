import {
  HaftError,
  hashOf,
  type CachedOptions,
  type ContentPart,
  type SuccessOutcome,
  type ToolOutcome,
} from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { Call } from '../call/call.js';
import { isThenable } from '../container/is-thenable.js';
import { withinTime } from '../run/within-time.js';
import { wireForm } from '../results/wire-form.js';
import type { CacheStore } from './cache-store.js';

/** Successful results of `@Cached` tools. Of calls with the same key at the same time, one runs and the others wait for it. */
export class ResultCache {
  private readonly running = new Map<string, Promise<void>>();

  constructor(private readonly store: CacheStore) {}

  /** The cached outcome, or what `make` gives, which is kept when it is a success. */
  async through(call: Call, options: CachedOptions, make: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
    const key = keyOf(call, options);
    for (let waited = 0; ; waited++) {
      const stored = await this.read(call, key);
      if (stored !== undefined) return stored;
      const other = this.running.get(key);
      if (other === undefined || waited === MOST_WAITS) break;
      await other;
      // Answered while it waited: it must not lead the others for nothing.
      if (call.stopped !== undefined) throw call.stopped;
    }
    return this.run(call, key, options.ttlMs, make);
  }

  private async run(call: Call, key: string, ttlMs: number, make: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
    let done: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (done = resolve));
    this.running.set(key, running);
    const end = (): void => {
      if (this.running.get(key) === running) this.running.delete(key);
      done();
    };
    // A tool that never answers must not hold the others longer than its own deadline.
    call.note({ onClose: end });
    try {
      const outcome = await make();
      const counts = outcome.status === 'success' && call.rare.argumentsChanged !== true && call.stopped === undefined;
      if (counts) await this.write(call, key, outcome, ttlMs);
      return outcome;
    } finally {
      end();
    }
  }

  private async read(call: Call, key: string): Promise<SuccessOutcome | undefined> {
    try {
      const text = await inTime(call, this.store.get(key));
      if (typeof text !== 'string') return undefined;
      const { reveals = [], ...kept } = JSON.parse(text) as Kept;
      if (typeof kept.text !== 'string') throw new TypeError('The store gave something that was never written.');
      call.state.planned.governor.cached++;
      if (reveals.length > 0) call.note({ reveals });
      return {
        status: 'success',
        callId: call.id,
        tool: call.name,
        repairs: call.repairs,
        value: undefined,
        ...kept,
        cached: true,
      };
    } catch (error) {
      call.run.runtime.logger.warn('The cache could not be read; the tool is called.', { error });
      return undefined;
    }
  }

  private async write(call: Call, key: string, outcome: SuccessOutcome, ttlMs: number): Promise<void> {
    const { text, value, parts, metadata, final } = outcome;
    try {
      const written = value === undefined ? undefined : wireForm(value);
      const { reveals } = call.rare;
      const kept = JSON.stringify({ text, value: written, parts, metadata, final, reveals } satisfies Kept);
      await inTime(call, this.store.set(key, kept, ttlMs));
    } catch (error) {
      call.run.runtime.logger.warn('The cache could not be written.', { error });
    }
  }
}

/**
 * What is stored: the value in wire form, since stores know JSON only. All that an outcome says and does to its run; not what the tool
 * itself did while it ran (state, events, `run.halt`), and not what belongs to one call (its id, its repairs).
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

/** A store that does not answer must not use up the time of the call. */
function inTime(call: Call, answer: unknown): unknown {
  if (!isThenable(answer)) return answer;
  const ms = Math.min(LONGEST_WAIT_MS, call.state.planned.timeoutMs / 10);
  return withinTime(Promise.resolve(answer), ms, () => new Error(`The store did not answer within ${ms} ms.`));
}

const LONGEST_WAIT_MS = 1000;
/**
 * How many calls that fail one waits for. One failure may be an accident of its call (the run was cancelled): then one of those who
 * waited runs, and spares the tool the others. After a second one the tool itself fails, and who is left runs at once, as without a
 * cache: one after another, the last of twenty would wait for twenty failures, and its own deadline would be over.
 */
const MOST_WAITS = 2;

function keyOf(call: Call, { scope }: CachedOptions): string {
  const { definition } = call.state.planned.tool;
  const wire = (call.wire ?? {}) as JsonValue;
  const { fingerprint, version } = definition;
  return `haft:${hashOf([fingerprint, version, wire, call.rare.input ?? null, scope, scopeOf(call, scope)])}`;
}

function scopeOf({ run, name }: Call, scope: CachedOptions['scope']): string {
  if (scope === 'global') return '';
  if (scope === 'run') return run.id;
  if (run.options.userId !== undefined) return run.options.userId;
  throw new HaftError('HAFT_CACHE_WITHOUT_USER', `'${name}' caches by user, and the run has no user.`, {
    hint: 'Give startRun({ userId }), or cache by another scope.',
  });
}
