import { requireKind, type ToolCall, type ToolDefinition, type ToolOutcome } from '@haft/core';

/** The input of a model before its answer. */
export interface Shown {
  /** The number of the turn, from 0. */
  readonly turn: number;
  /** The definitions of the visible tools, in their order. */
  readonly definitions: readonly ToolDefinition[];
  /** The instructions of the toolsets for the model. May be empty. */
  readonly instructions: string;
  /** The outcomes of the calls of its last turn, in their order. Empty in the first turn. */
  readonly outcomes: readonly ToolOutcome[];
}

/** One answer of a model, its input and the outcomes. */
export interface TranscriptTurn {
  /** The input of the model before this answer. */
  readonly shown: Shown;
  /** The calls of the answer. A call without an id got one, such as `call_1_2`. */
  readonly calls: readonly (ToolCall & { readonly id: string })[];
  /** The final text. A turn with it has no calls. */
  readonly text?: string | undefined;
  /** The outcomes of the calls, in their order. */
  readonly outcomes: readonly ToolOutcome[];
}

/**
 * Returns a transcript as text for people, for snapshots and for messages of failed tests.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is not a list
 */
export function transcriptText(transcript: readonly TranscriptTurn[]): string {
  requireKind('The transcript of transcriptText()', transcript, 'a list');
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
