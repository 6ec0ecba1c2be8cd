import { createChecker, type JsonSchemaObject } from '@haft/schema';
import type { BridgedCall } from '../code-backend.js';
import { CODE_LIMITS } from '../code-limits.js';

/** A message of the program. The code of the model can send it too. */
export type ProgramMessage = { readonly type: 'begun' } | CallMessage | EndMessage;

/** A program makes a call. */
export interface CallMessage {
  readonly type: 'call';
  readonly call: BridgedCall;
}

/** A program has ended. */
export interface EndMessage {
  readonly type: 'end';
  readonly exitCode: number;
  /** The result as JSON text. */
  readonly output?: string;
  readonly error?: string;
}

/** The longest line of a message, in bytes. The text of arguments can double as a JSON string. */
export const MOST_LINE_BYTES = 2 * CODE_LIMITS.messageBytes + 10_000;

/**
 * Reads a line of the program.
 *
 * @param token - the secret of this execution
 * @returns undefined if the line is malformed or has another token
 */
export function readProgramMessage(line: Uint8Array, token: string): ProgramMessage | undefined {
  const message = parsed(line);
  if (!LINES.validates(message)) return undefined;
  const valid = message as Line;
  if (valid.token !== token) return undefined;
  if (valid.type === 'call') return callOf(valid);
  if (valid.type === 'end') return endOf(valid);
  return { type: 'begun' };
}

/** The lines of the schema. */
type Line = { readonly token: string } & (
  | { readonly type: 'begun' }
  | {
      readonly type: 'call';
      readonly id: number;
      readonly name: string;
      readonly arguments: string;
      readonly place: readonly [line: number, column: number] | null;
    }
  | { readonly type: 'end'; readonly exitCode: number; readonly output?: string | null; readonly error?: string }
);

const line = (type: Line['type'], properties: Record<string, JsonSchemaObject>, optional: string[] = []) => ({
  type: 'object' as const,
  properties: { token: { type: 'string' as const }, type: { const: type }, ...properties },
  required: ['token', 'type', ...Object.keys(properties).filter((name) => !optional.includes(name))],
  additionalProperties: false,
});

const PLACE: JsonSchemaObject = {
  type: ['array', 'null'],
  items: { type: 'integer', minimum: 1 },
  minItems: 2,
  maxItems: 2,
};

const LINES = createChecker({
  anyOf: [
    line('begun', {}),
    line('call', {
      id: { type: 'integer', minimum: 1 },
      name: { type: 'string', maxLength: 200 },
      arguments: { type: 'string' },
      place: PLACE,
    }),
    line(
      'end',
      {
        exitCode: { type: 'integer', minimum: 0, maximum: 255 },
        output: { type: ['string', 'null'] },
        error: { type: 'string', maxLength: 4_000 },
      },
      ['output', 'error'],
    ),
  ],
});

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch {
    return undefined;
  }
}

function callOf({ id, name, arguments: text, place }: Line & { readonly type: 'call' }): CallMessage | undefined {
  if (Buffer.byteLength(text) > CODE_LIMITS.messageBytes) return undefined;
  const [line, column] = place ?? [];
  return {
    type: 'call',
    call: { number: id, name, arguments: text, ...(line && column && { place: { line, column } }) },
  };
}

function endOf({ exitCode, output, error }: Line & { readonly type: 'end' }): EndMessage | undefined {
  if (output != null && !isResult(output)) return undefined;
  return { type: 'end', exitCode, ...(output != null && { output }), ...(error !== undefined && { error }) };
}

function isResult(text: string): boolean {
  if (Buffer.byteLength(text) > CODE_LIMITS.resultBytes) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
