import type { Issue } from '@haft/schema';
import { recogniseCopies } from '../recognise-copies.js';
import type { HaftErrorCode } from './codes.js';

/** The details of a `HaftError` besides its message. */
export interface HaftErrorDetails {
  /** The next action, in one or two sentences. */
  readonly hint: string;
  /** The error behind this one. */
  readonly cause?: unknown;
  /** The problems as data, if the arguments are wrong. */
  readonly issues?: readonly Issue[];
}

/**
 * A mistake of the developer in wiring, configuration or use. Models never see it.
 *
 * The message has the problem and its place, and `hint` has the next action.
 * `npx haft explain CODE` prints the page of the code.
 */
export class HaftError extends Error {
  /** Always `HaftError`. */
  override readonly name = 'HaftError';
  /** The stable code of the problem, for example `HAFT_UNKNOWN_TOOL`. */
  readonly code: HaftErrorCode;
  /** The next action, in one or two sentences. */
  readonly hint: string;
  /** The command that prints the page of this code, if `@haft/cli` is installed. */
  readonly docs: string;
  /**
   * The problems as data, if the arguments are wrong. They quote values, so neither the message nor
   * the printed error contains them.
   */
  declare readonly issues?: readonly Issue[] | undefined;

  constructor(code: HaftErrorCode, message: string, { hint, cause, issues }: HaftErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
    this.docs = `npx haft explain ${code}`;
    if (issues !== undefined) Object.defineProperty(this, 'issues', { value: issues });
  }

  /** Returns the code, the message, the hint and the command that prints the page of the code. */
  override toString(): string {
    return `${this.code}: ${this.message}\n  ${this.hint}\n  More: ${this.docs}`;
  }
}

// The entry point `errors` has a copy of this class.
recogniseCopies(HaftError, 'HaftError');
