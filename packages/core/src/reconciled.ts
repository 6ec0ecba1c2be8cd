/** The answer of a reconcile method: the end of an attempt whose process died. */
export type Reconciled<T = unknown> =
  /** The call took effect, with this result. */
  | { readonly kind: 'done'; readonly value: T }
  /** The call has ended without a result. The model reads the text. */
  | { readonly kind: 'failed'; readonly text: string }
  /** The call took no effect, and never will. Haft executes it again. */
  | { readonly kind: 'notDone' }
  /** The end stays unknown. A person decides. */
  | { readonly kind: 'unknown' };

/** Creates the answers of a reconcile method. */
export const reconciled = {
  /** The call took effect. `value` is its result. */
  done: <T>(value: T): Reconciled<T> => ({ kind: 'done', value }),
  /** The call has ended without a result, as with `ToolFailed`. The model reads `text`. */
  failed: (text: string): Reconciled<never> => ({ kind: 'failed', text }),
  /** The call took no effect, and never will. Haft executes it again. */
  notDone: (): Reconciled<never> => ({ kind: 'notDone' }),
  /** The end stays unknown. The call ends as `unknown_outcome`, and a person decides. */
  unknown: (): Reconciled<never> => ({ kind: 'unknown' }),
} as const;
