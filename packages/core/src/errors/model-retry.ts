import type { Issue } from '@haft/schema';
import { recogniseCopies } from '../recognise-copies.js';

/**
 * An error that a tool throws if the model can correct its call. `message`, at most 2,000
 * characters, says how. It uses up one retry.
 *
 * @example throw new ModelRetry(`There is no ${path}. Call file_list to see what exists.`);
 */
export class ModelRetry extends Error {
  /** Always `ModelRetry`. */
  override readonly name = 'ModelRetry';
  /** The problems as data, if the tool knows the wrong arguments. */
  readonly issues: readonly Issue[];

  constructor(message: string, options: { readonly issues?: readonly Issue[]; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.issues = options.issues ?? [];
  }
}

recogniseCopies(ModelRetry, 'ModelRetry');
