import { checkPartial, type PartialArguments } from '@haft/runtime/feedback';
import type { JsonSchemaObject } from '@haft/schema';
import type { IdentifiedCall } from '../model-turn.js';
import type { PartialCall } from '../turn-stream.js';

/** A call that is put together from pieces of JSON text. */
export class GrowingCall implements PartialCall {
  argumentsText = '';
  isComplete = false;

  constructor(
    readonly id: string,
    public name: string,
  ) {}

  partial(schema?: JsonSchemaObject): PartialArguments {
    return checkPartial(this.argumentsText, schema);
  }

  /** What was written, as a call that may be made. No text at all stands for no arguments. */
  finished(): IdentifiedCall {
    const { id, name, argumentsText } = this;
    const call = { id, name, arguments: argumentsText === '' ? {} : argumentsText };
    return this.isComplete ? call : { ...call, truncated: true };
  }
}
