import type { Constant } from '../constant.js';
import type { ts } from '../typescript.js';

/** The error inside an evaluation. It never leaves `caught`. */
export class NoConstant extends Error {
  constructor(
    readonly node: ts.Node,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** The value of an expression, or the reason why it has none at build time. */
export type Evaluation = { readonly value: Constant } | NotConstant;

/** The reason why an expression is not a constant, and its place. */
export interface NotConstant {
  /** A clause for a message: `process.env.LIMIT ${RUN_TIME}`. */
  readonly reason: string;
  readonly node: ts.Node;
}

/** Returns the computed value, or the reason that was thrown. */
export function caught(compute: () => Constant): Evaluation {
  try {
    return { value: compute() };
  } catch (error) {
    if (error instanceof NoConstant) return { reason: error.reason, node: error.node };
    throw error;
  }
}

/** The end of most reasons. */
export const RUN_TIME = 'is known only at run time';

/** Returns the source of an expression, on one line and shortened. */
export function textOf(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
