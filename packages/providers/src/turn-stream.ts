import type { JsonSchemaObject } from '@haft/schema';
import type { PartialArguments } from '@haft/runtime/feedback';
import type { ModelTurn } from './model-turn.js';

/**
 * Assembles the stream of a provider.
 *
 * @typeParam Chunk - an event of the provider
 * @typeParam Item - an entry of the history for this provider
 */
export interface TurnStream<Chunk, Item> {
  /** The calls so far, in the order of the model. The same objects grow during the stream. */
  readonly calls: readonly PartialCall[];
  /** The text of the model so far. */
  readonly text: string;
  /**
   * Reads the next event. Ignores events that do not concern the turn.
   *
   * @returns the calls that it changed, for a user interface
   */
  push(chunk: Chunk): readonly PartialCall[];
  /**
   * Returns the turn after the last event. An unfinished call is `truncated`: the model is asked to
   * send it again.
   */
  end(): ModelTurn<Item>;
}

/** A call that a model is still writing. For display, never for execution. */
export interface PartialCall {
  /** The id of the call: the id from the provider, or a new one. */
  readonly id: string;
  /** The name of the tool, as the model wrote it. */
  readonly name: string;
  /** The arguments so far: JSON text that may end anywhere. */
  readonly argumentsText: string;
  /** Whether the model has finished it. */
  readonly isComplete: boolean;
  /**
   * Checks the arguments so far.
   *
   * @param schema - the schema for the check, usually the one for the model
   *   (`dialectOf(definition, target).parameters`, which is the same object each time)
   */
  partial(schema?: JsonSchemaObject): PartialArguments;
}
