import type { Shape } from './shapes/shapes.js';

/** One way to get a tool call done: text from the model in, text for the model out. */
export type CallText = (text: string) => Promise<string> | string;

/** A framework, or a way of using one, in the table. */
export interface Participant {
  readonly name: string;
  readonly callFor: (shape: Shape) => CallText;
  readonly close?: () => Promise<void> | void;
}
