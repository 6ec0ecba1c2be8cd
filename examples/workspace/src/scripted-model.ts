import type { ToolCall, ToolDefinition, ToolOutcome } from 'haft';

/** What one tool call must have come to. */
export interface Reading {
  readonly status: ToolOutcome['status'];
  /** Exactly what the model reads; a pattern only where a random id stands in it. */
  readonly text: string | RegExp;
  /** How the arguments were mended before they were accepted. Default: not at all. */
  readonly repairs?: readonly string[];
}

/** One answer of the recorded model, and what came of it. */
export interface Turn {
  readonly title: string;
  readonly calls: readonly (ToolCall & { readonly id: string })[];
  /** By position of the calls. */
  readonly reads: readonly Reading[];
}

/** What a model is given before it answers. */
export interface Shown {
  readonly definitions: readonly ToolDefinition[];
  /** Of the calls of its last turn; none before the first. */
  readonly outcomes: readonly ToolOutcome[];
}

/**
 * A model that was recorded: it answers turn by turn what it answered then, whatever it is shown. So it keeps what it was
 * shown, for comparison with the recording.
 */
export class ScriptedModel {
  readonly shown: Shown[] = [];

  constructor(private readonly recording: readonly Turn[]) {}

  /** The next recorded answer; undefined when the model has nothing more to ask for. */
  async answer(shown: Shown): Promise<Turn | undefined> {
    const turn = this.recording[this.shown.length];
    this.shown.push(shown);
    return Promise.resolve(turn);
  }
}
