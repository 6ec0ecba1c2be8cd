import { validates, type JsonSchemaObject } from '@haft/schema';
import { KeptOutput } from '../../sandbox/kept-output.js';
import type { EndedExecution } from '../code-backend.js';
import { CODE_LIMITS } from '../code-limits.js';
import { withPlace } from './with-place.js';

/** The value that the prelude returns. */
interface ProgramEnd {
  /** The result as JSON text. */
  readonly result?: string;
  /** The first and the last printed characters, and the number of those between them. */
  readonly head: string;
  readonly left: number;
  readonly tail: string;
  readonly failure?: { readonly message: string; readonly line: number; readonly column: number };
}

/**
 * Returns how a program ended. A program can write over its prelude, so the value is checked.
 *
 * @param value - the value that the prelude returned
 * @param code - the code of the model
 */
export function endOf(value: unknown, code: string): EndedExecution {
  const end = read(value);
  if (end === undefined) return failed('The program did not end with a valid result.', '');
  const logs = logsOf(end);
  const { failure, result: output } = end;
  if (failure?.message === OUT_OF_MEMORY) return failed('out of memory', logs);
  if (failure !== undefined) return failed(withPlace(failure.message, failure, code), logs);
  if (output === undefined) return { kind: 'ended', logs, exitCode: 0 };
  const bytes = Buffer.byteLength(output);
  if (bytes > CODE_LIMITS.resultBytes) {
    return failed(`The result has ${bytes} bytes of JSON. At most ${CODE_LIMITS.resultBytes} are allowed.`, logs);
  }
  if (parsed(output) === undefined) return failed('The result is not valid JSON.', logs);
  return { kind: 'ended', output, logs, exitCode: 0 };
}

function failed(error: string, logs: string): EndedExecution {
  return { kind: 'ended', logs, exitCode: 1, error };
}

function read(value: unknown): ProgramEnd | undefined {
  const end = typeof value === 'string' ? parsed(value) : undefined;
  return validates(END, end) ? (end as ProgramEnd) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function logsOf({ head, left, tail }: ProgramEnd): string {
  const kept = new KeptOutput(CODE_LIMITS.logBytes);
  kept.add(Buffer.from(left === 0 ? head : `${head}\n[... ${left} characters left out ...]\n`));
  kept.add(Buffer.from(tail));
  return kept.text();
}

const OUT_OF_MEMORY = 'InternalError: out of memory';

const END: JsonSchemaObject = {
  type: 'object',
  properties: {
    result: { type: 'string' },
    head: { type: 'string' },
    left: { type: 'integer', minimum: 0 },
    tail: { type: 'string' },
    failure: {
      type: 'object',
      properties: { message: { type: 'string' }, line: { type: 'integer' }, column: { type: 'integer' } },
      required: ['message', 'line', 'column'],
    },
  },
  required: ['head', 'left', 'tail'],
};
