import type { Issue } from '@haft/schema';
import { recogniseCopies } from '../recognise-copies.js';
import type { HaftErrorCode } from './codes.js';

/** What a `HaftError` carries beside its message. */
export interface HaftErrorDetails {
  /** What to do about it, as one or two sentences. */
  readonly hint: string;
  readonly cause?: unknown;
  /** The problems as data, where the mistake is about arguments. */
  readonly issues?: readonly Issue[];
}

/**
 * A mistake of the developer: in wiring, configuration or use. Models never see it.
 *
 * The message says what happened and where; `hint` says what to do; `npx haft explain CODE` prints the page of the code.
 */
export class HaftError extends Error {
  override readonly name = 'HaftError';
  readonly code: HaftErrorCode;
  readonly hint: string;
  /** The page of this code in the documentation. */
  readonly docs: string;
  /** The problems as data, where the mistake is about arguments. They quote values: what prints the error leaves them out, and so does the message. */
  declare readonly issues?: readonly Issue[] | undefined;

  constructor(code: HaftErrorCode, message: string, { hint, cause, issues }: HaftErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
    this.docs = `docs/errors/${code}.md`;
    if (issues !== undefined) Object.defineProperty(this, 'issues', { value: issues });
  }

  override toString(): string {
    return `${this.code}: ${this.message}\n  ${this.hint}\n  More: npx haft explain ${this.code}`;
  }
}

// The entry `errors` has a copy.
recogniseCopies(HaftError, 'HaftError');
