import type { Issue } from '@haft/schema';
import { recogniseCopies } from '../recognise-copies.js';

/**
 * Thrown by a tool: the model can do better, and `message` tells it how, in at most 2,000 characters. Spends the retry budget.
 *
 * @example throw new ModelRetry(`There is no ${path}. Call file_list to see what exists.`);
 */
export class ModelRetry extends Error {
  override readonly name = 'ModelRetry';
  /** The problems as data, when the tool knows which arguments are wrong. */
  readonly issues: readonly Issue[];

  constructor(message: string, options: { readonly issues?: readonly Issue[]; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.issues = options.issues ?? [];
  }
}

recogniseCopies(ModelRetry, 'ModelRetry');
