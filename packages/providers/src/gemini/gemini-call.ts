import { checkPartial, PartialArgumentsReader, type PartialArguments } from '@haft/runtime/feedback';
import type { JsonSchemaObject } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import { isMadeId } from '../calls/call-id.js';
import { GrowingCall } from '../calls/growing-call.js';
import { isNothing } from '../replies/is-nothing.js';
import type { Fields, ReplyReader } from '../replies/reply-reader.js';
import { PartialObject } from './partial-arguments.js';

/** A call of Gemini. It arrives complete, or on Vertex AI value by value. */
export class GeminiCall extends GrowingCall {
  /** Whether more pieces follow. */
  isOpen = false;
  private readonly pieces = new PartialObject();
  private hasPieces = false;
  private isBroken = false;
  private shown: string | undefined;
  private readonly prefix = new PartialArgumentsReader();
  /** How many characters of the text so far the prefix has. */
  private read = 0;
  private whole: { readonly schema: JsonSchemaObject | undefined; readonly outcome: PartialArguments } | undefined;
  private readonly sent: Fields = {};
  /** The whole arguments, if they did not come in pieces. */
  private given: unknown;

  add(piece: Fields, reader: ReplyReader): void {
    const { partialArgs, args, ...facts } = piece;
    Object.assign(this.sent, facts);
    const pieces = reader.objects(partialArgs, 'partialArgs');
    // Pieces and whole arguments replace each other. Next to pieces, empty arguments say nothing.
    if (pieces.length > 0) this.given = undefined;
    if (!isEmpty(args) || (args !== undefined && !this.hasPieces && pieces.length === 0)) this.given = args;
    for (const argument of pieces) {
      this.hasPieces = true;
      if (!this.pieces.add(argument)) this.isBroken = true;
    }
    this.isOpen = piece['willContinue'] === true;
    this.isDone = !this.isOpen && !this.isBroken;
    this.shown = undefined;
    this.whole = undefined;
    if (this.given !== undefined) this.shown = reader.json(this.given, 'args');
  }

  /** Written on demand: a reader that asks for no text pays nothing for it. */
  override get argumentsText(): string {
    return (this.shown ??= this.textSoFar());
  }

  /**
   * Reads each piece once. If pieces come in another order than JSON text, it shows their values,
   * and checks them when the call is complete.
   */
  override partial(schema?: JsonSchemaObject): PartialArguments {
    if (!this.isOpen) return this.checked(schema);
    const text = this.pieces.text;
    if (text === undefined) return { value: this.pieces.value, isComplete: false, issues: [] };
    this.prefix.add(text.slice(this.read));
    this.read = text.length;
    return this.prefix.read(schema);
  }

  private checked(schema: JsonSchemaObject | undefined): PartialArguments {
    if (this.whole === undefined || this.whole.schema !== schema) {
      this.whole = { schema, outcome: checkPartial(this.argumentsText, schema) };
    }
    return this.whole.outcome;
  }

  private textSoFar(): string {
    if (!this.isOpen) return this.json();
    // Removes the closing characters after the last piece of text, because its value is incomplete.
    return this.pieces.text ?? this.json().replace(/["}\]]+$/, '');
  }

  /** Returns the call in the form of a whole reply. */
  toReply(): Fields {
    const { id: _id, ...others } = this.sent;
    const whole = this.given === undefined ? {} : { args: this.given };
    const args = this.hasPieces && this.given === undefined ? { args: this.json() } : whole;
    return { ...others, ...args, ...(isMadeId(this.id) ? {} : { id: this.id }), name: this.name };
  }

  private json(): string {
    return JSON.stringify(this.pieces.value);
  }
}

function isEmpty(args: unknown): boolean {
  return isNothing(args) || (isObject(args) && Object.keys(args).length === 0);
}
