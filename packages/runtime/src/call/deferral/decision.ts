import type { JsonValue } from '@haft/schema';

/** What somebody decided about a deferred call. Plain JSON, so that it can come from anywhere. */
export type Decision =
  /** Of an approval: execute the call, perhaps with other arguments, which are validated again. */
  | {
      readonly kind: 'approve';
      readonly arguments?: Readonly<Record<string, JsonValue>> | undefined;
      /** The tool reads it as `run.approval.metadata`. */
      readonly metadata?: Readonly<Record<string, JsonValue>> | undefined;
    }
  /** Of any request: no. The model reads `text`. */
  | { readonly kind: 'deny'; readonly text?: string | undefined }
  /** Of a request for input: values of the fields; those left out keep their defaults. */
  | { readonly kind: 'supply'; readonly values: Readonly<Record<string, JsonValue>> }
  /** Of an external call: its result. */
  | { readonly kind: 'result'; readonly value: JsonValue }
  /** Of an external call: it did not work. The model reads `text`. */
  | { readonly kind: 'fail'; readonly text: string }
  /** Of an external call: the model is to correct it and call again. The model reads `text`. */
  | { readonly kind: 'retry'; readonly text: string };

/** Decisions by request id; `true` is approve, `false` is deny. */
export type DecisionMap = Readonly<Record<string, Decision | boolean>>;

/** Decisions for `run.resume` and `runtime.resumeRun`. */
export type Decisions = DecisionMap | DecisionSet;

/** Makes decisions. */
export const decision = {
  /** Execute the call. */
  approve: (changes: Omit<Extract<Decision, { readonly kind: 'approve' }>, 'kind'> = {}): Decision => ({
    kind: 'approve',
    ...changes,
  }),
  /** Do not. Default text: `The tool call was denied.` */
  deny: (text?: string): Decision => ({ kind: 'deny', text }),
  /** What the user entered. */
  supply: (values: Readonly<Record<string, JsonValue>>): Decision => ({ kind: 'supply', values }),
  /** What the other system returned. */
  result: (value: JsonValue): Decision => ({ kind: 'result', value }),
  /** What the other system failed with. */
  fail: (text: string): Decision => ({ kind: 'fail', text }),
  /** Asks the model to correct the call. It spends the retry budget, as `ModelRetry` does. */
  retry: (text: string): Decision => ({ kind: 'retry', text }),
} as const;

/** Decisions, and what happens to the requests that they leave out. */
export class DecisionSet {
  constructor(
    readonly map: DecisionMap,
    readonly others: 'approve' | 'deny' | undefined,
  ) {}

  /** Decides the requests that are left, explicitly. `approve` fits approvals only; others stay unanswered. */
  rest(others: 'approve' | 'deny'): DecisionSet {
    return decisionSet(this.map, others);
  }
}

/** Returns whether {@link decisions} made them, also that of another installed copy of this package. */
export function isDecisionSet(given: Decisions): given is DecisionSet {
  // A map from a form or a queue is plain JSON, which has no functions.
  return typeof (given as Partial<DecisionSet>).rest === 'function';
}

/** Not in the class itself: a bundler gives a class that names itself another name. */
function decisionSet(map: DecisionMap, others: 'approve' | 'deny' | undefined): DecisionSet {
  return new DecisionSet(map, others);
}

/**
 * Decisions that can be completed.
 *
 * @example run.resume(decisions({ [id]: decision.approve() }).rest('deny'))
 */
export function decisions(map: DecisionMap = {}): DecisionSet {
  return decisionSet(map, undefined);
}
