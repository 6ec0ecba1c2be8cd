import type { JsonSchemaObject } from '@haft/schema';
import type { PartialArguments } from '@haft/runtime/feedback';
import type { ModelTurn } from './model-turn.js';

/**
 * Puts together what a provider streams.
 *
 * @typeParam Chunk - what the provider sends, event by event
 * @typeParam Item - what the history of this provider is made of
 */
export interface TurnStream<Chunk, Item> {
  /** The calls so far, in the order of the model. The same objects grow as the stream goes on. */
  readonly calls: readonly PartialCall[];
  /** What the model said so far. */
  readonly text: string;
  /**
   * Takes the next event. Events that say nothing of the turn are passed over.
   *
   * @returns the calls that it changed, for a user interface
   */
  push(chunk: Chunk): readonly PartialCall[];
  /** The turn, once there are no more events. A call that was not finished is `truncated`: the model is asked to send it again. */
  end(): ModelTurn<Item>;
}

/** A call that a model is still writing. For display, never for execution. */
export interface PartialCall {
  readonly id: string;
  readonly name: string;
  /** The arguments so far: JSON text that may end anywhere. */
  readonly argumentsText: string;
  /** Whether the model has written all of it. */
  readonly isComplete: boolean;
  /**
   * What can be said of the arguments so far.
   *
   * @param schema - what they are held against; the one that the model was shown (`dialectOf(definition, target).parameters`)
   */
  partial(schema?: JsonSchemaObject): PartialArguments;
}
