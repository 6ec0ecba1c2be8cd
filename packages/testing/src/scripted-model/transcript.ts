import type { ToolCall, ToolDefinition, ToolOutcome } from '@haft/core';

/** What a model is given before it answers. */
export interface Shown {
  /** From 0. */
  readonly turn: number;
  readonly definitions: readonly ToolDefinition[];
  /** What the toolsets want the model to know; empty when nothing. */
  readonly instructions: string;
  /** Of the calls of its last turn, in their order; none before the first. */
  readonly outcomes: readonly ToolOutcome[];
}

/** One answer of a model, what it was given before, and what came of it. */
export interface TranscriptTurn {
  readonly shown: Shown;
  readonly calls: readonly (ToolCall & { readonly id: string })[];
  /** The final text; then there are no calls. */
  readonly text?: string | undefined;
  /** Of the calls, in their order. */
  readonly outcomes: readonly ToolOutcome[];
}

/** A transcript as a person reads it, for snapshots and for messages of failed tests. */
export function transcriptText(transcript: readonly TranscriptTurn[]): string {
  return transcript.map(turnText).join('\n');
}

function turnText({ shown, calls, text, outcomes }: TranscriptTurn): string {
  if (text !== undefined) return `turn ${shown.turn + 1}\n  says: ${indented(text)}`;
  const lines = calls.flatMap((call, index) => {
    const outcome = outcomes[index];
    const read = outcome === undefined ? [] : [`  ${outcome.status}: ${indented(outcome.text)}`];
    return [`  calls ${call.name} ${argumentsText(call)}`, ...read];
  });
  return [`turn ${shown.turn + 1}`, ...lines].join('\n');
}

function argumentsText({ arguments: args = {} }: ToolCall): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n    ');
}
