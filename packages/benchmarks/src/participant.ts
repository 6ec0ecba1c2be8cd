import type { Shape } from './shapes/shapes.js';

/** One tool call: text from the model in; what comes of it holds the text for the model. */
export type CallText = (text: string) => unknown;

/** A framework, or a way of using one, in the table. */
export interface Participant {
  readonly name: string;
  readonly callFor: (shape: Shape) => CallText;
  /** Where the text for the model stands in what came of a call; not timed. Default: it is the text. */
  readonly textOf?: (result: unknown) => string;
  /** True: its text for the model says only that something is wrong. */
  readonly vague?: true;
  readonly close?: () => Promise<void> | void;
}
