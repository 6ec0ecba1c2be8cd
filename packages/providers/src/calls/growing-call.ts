import { PartialArgumentsReader, type PartialArguments } from '@haft/runtime/feedback';
import type { JsonSchemaObject } from '@haft/schema';
import type { PartialCall } from '../turn-stream.js';
import { JsonEnd } from './json-end.js';

/** A call that arrives in pieces of JSON text. */
export class GrowingCall implements PartialCall {
  private written = '';
  private isGiven = false;
  /** Whether the provider said that the call is complete. */
  isDone = false;
  /** Whether the model has started another call. */
  isSuperseded = false;
  private end = new JsonEnd();
  private reader = new PartialArgumentsReader();

  constructor(
    public id: string,
    public name: string,
  ) {}

  get argumentsText(): string {
    return this.written;
  }

  get isComplete(): boolean {
    return this.isDone || (this.isSuperseded && this.isClosed);
  }

  /** Whether the text so far is one whole object. */
  get isClosed(): boolean {
    return this.end.isClosed;
  }

  /** Takes arguments that came before any piece. Pieces take their place. */
  give(text: string): void {
    this.append(text);
    this.isGiven = true;
  }

  append(text: string): void {
    if (this.isGiven && text !== '') this.clear();
    this.written += text;
    this.end.add(text);
    this.reader.add(text);
  }

  /** Takes a text in the place of the text so far, because the provider sends the whole. */
  replace(text: string): void {
    if (text === this.written) return;
    this.clear();
    this.append(text);
  }

  /** Drops the text so far, because the provider sends it again from the start. */
  clear(): void {
    this.isGiven = false;
    this.written = '';
    this.end = new JsonEnd();
    this.reader = new PartialArgumentsReader();
  }

  partial(schema?: JsonSchemaObject): PartialArguments {
    return this.reader.read(schema);
  }
}
