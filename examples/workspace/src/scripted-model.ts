import type { Decision, ToolCall, ToolDefinition, ToolOutcome } from 'haft';

/** The expected outcome of one tool call. */
export interface Reading {
  readonly status: ToolOutcome['status'];
  /** The exact text for the model. A pattern only if it has a random id. */
  readonly text: string | RegExp;
  /** The repairs of the arguments before Haft accepted them. Default: none. */
  readonly repairs?: readonly string[];
}

/** One answer of the recorded model, and the expected outcomes. */
export interface Turn {
  readonly title: string;
  readonly calls: readonly (ToolCall & { readonly id: string })[];
  /** By position of the calls. */
  readonly reads: readonly Reading[];
  /** The decisions of the user about deferred calls, by the id of the call. Default: none. */
  readonly decisions?: Readonly<Record<string, Decision>>;
}

/** The input of a model before its answer. */
export interface Shown {
  readonly definitions: readonly ToolDefinition[];
  /** The outcomes of the calls in its last turn. Empty in the first turn. */
  readonly outcomes: readonly ToolOutcome[];
}

/**
 * A recorded model: it repeats its answers turn by turn, whatever its input. It keeps its input for
 * comparison with the recording.
 */
export class ScriptedModel {
  readonly shown: Shown[] = [];

  constructor(private readonly recording: readonly Turn[]) {}

  /** Returns the next recorded answer, or undefined if the model has no further request. */
  async answer(shown: Shown): Promise<Turn | undefined> {
    const turn = this.recording[this.shown.length];
    this.shown.push(shown);
    return Promise.resolve(turn);
  }
}
