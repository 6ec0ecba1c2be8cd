import type { JsonValue } from '@haft/schema';

/** A decision about a deferred call. Plain JSON, so that it can come from any source. */
export type Decision =
  /**
   * Approval: execute the call, maybe with other arguments, which are validated again. They replace
   * all arguments of the request. Only hidden ones stay.
   */
  | {
      readonly kind: 'approve';
      readonly arguments?: Readonly<Record<string, JsonValue>> | undefined;
      /** Facts for the tool, as `run.approval.metadata`. */
      readonly metadata?: Readonly<Record<string, JsonValue>> | undefined;
    }
  /** Any request: do not execute the call. The model reads `text`. */
  | {
      readonly kind: 'deny';
      readonly text?: string | undefined;
      /** `expired`: no decision came in time. Used by `runtime.recover`. */
      readonly reason?: 'expired' | undefined;
    }
  /** Input: values of the fields. Missing fields keep their defaults. */
  | { readonly kind: 'supply'; readonly values: Readonly<Record<string, JsonValue>> }
  /** External call: its result. */
  | { readonly kind: 'result'; readonly value: JsonValue }
  /** External call: it failed. The model reads `text`. */
  | { readonly kind: 'fail'; readonly text: string }
  /** External call: the model should correct it and call again. The model reads `text`. */
  | { readonly kind: 'retry'; readonly text: string }
  /** Call with an unknown end: it took effect, with this result. */
  | { readonly kind: 'done'; readonly value: JsonValue }
  /** Call with an unknown end: it took no effect, so execute it again. */
  | { readonly kind: 'again' };

/** Decisions by request id. `true` approves, `false` denies. */
export type DecisionMap = Readonly<Record<string, Decision | boolean>>;

/** Decisions for `run.resume` and `runtime.resumeRun`. */
export type Decisions = DecisionMap | DecisionSet;

/** Creates decisions. */
export const decision = {
  /**
   * Approves the call, maybe with other arguments.
   *
   * @param changes - `arguments` replace all arguments of the request: Haft does not merge them, so
   *   an optional argument that you leave out is missing in the call. Hidden ones stay.
   */
  approve: (changes: Omit<Extract<Decision, { readonly kind: 'approve' }>, 'kind'> = {}): Decision => ({
    kind: 'approve',
    ...changes,
  }),
  /** Denies the call. Default text: `The tool call was denied.` */
  deny: (text?: string): Decision => ({ kind: 'deny', text }),
  /** Supplies the values that the user entered. */
  supply: (values: Readonly<Record<string, JsonValue>>): Decision => ({ kind: 'supply', values }),
  /** Supplies the result of an external call. */
  result: (value: JsonValue): Decision => ({ kind: 'result', value }),
  /** Reports that an external call failed. */
  fail: (text: string): Decision => ({ kind: 'fail', text }),
  /** Asks the model to correct the call. It spends the retry budget, like `ModelRetry`. */
  retry: (text: string): Decision => ({ kind: 'retry', text }),
  /** Tells that a call with an unknown end took effect. Only for `runtime.pending.decide`. */
  done: (value: JsonValue = null): Decision => ({ kind: 'done', value }),
  /** Executes a call with an unknown end again. Only for `runtime.pending.decide`. */
  again: (): Decision => ({ kind: 'again' }),
} as const;

/** Decisions by request id, and a decision about all other requests. */
export class DecisionSet {
  constructor(
    /** The decisions by request id. */
    readonly map: DecisionMap,
    /** The decision about all other requests. Undefined: they stay open. */
    readonly others: 'approve' | 'deny' | undefined,
  ) {}

  /**
   * Decides all other requests. `approve` is valid for approvals only, so other kinds stay
   * undecided.
   *
   * @param others - the decision about the other requests
   */
  rest(others: 'approve' | 'deny'): DecisionSet {
    return decisionSet(this.map, others);
  }
}

/** Returns whether {@link decisions} created the value, in any installed copy of this package. */
export function isDecisionSet(given: Decisions): given is DecisionSet {
  // A map from a form or a queue is plain JSON, which has no functions.
  return typeof (given as Partial<DecisionSet>).rest === 'function';
}

/** A separate function: a bundler renames a class that refers to itself. */
function decisionSet(map: DecisionMap, others: 'approve' | 'deny' | undefined): DecisionSet {
  return new DecisionSet(map, others);
}

/**
 * Creates decisions that `rest` can complete.
 *
 * @param map - decisions by request id. Default: none.
 * @example run.resume(decisions({ [id]: decision.approve() }).rest('deny'))
 */
export function decisions(map: DecisionMap = {}): DecisionSet {
  return decisionSet(map, undefined);
}
