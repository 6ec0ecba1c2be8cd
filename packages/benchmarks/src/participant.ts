import type { Shape } from './shapes/shapes.js';

/** One tool call: takes text of the model, and returns a result with the text for the model. */
export type CallText = (text: string) => unknown;

/** A framework, or a way to use one, in the table. */
export interface Participant {
  readonly name: string;
  readonly callFor: (shape: Shape) => CallText;
  /**
   * Returns the text for the model in the result of a call. It is not timed. Default: the result
   * itself.
   */
  readonly textOf?: (result: unknown) => string;
  /** Whether its text for the model only says that there is a problem. */
  readonly vague?: true;
  readonly close?: () => Promise<void> | void;
}
