import { CODE_LIMITS } from '../code-limits.js';
import type { EndedExecution, Program } from '../code-backend.js';
import { PRELUDE_LINES } from './prelude.js';
import { withPlace } from './with-place.js';

/** The facts about a program that `run` ended. */
interface Failed {
  readonly program: Program;
  /** The time that was left, in milliseconds. */
  readonly leftMs: number;
  /** The text that it had printed with its last call. */
  readonly logs: string;
}

/** The time that `run` keeps for itself at the end of a program, in milliseconds. */
const RESERVE_MS = 100;

/**
 * Returns how a program ended whose prelude did not return.
 *
 * @throws the error itself, if it is not one that a program causes
 */
export function failureOf(error: unknown, { program, leftMs, logs }: Failed): EndedExecution {
  const { code, message } = factsOf(error);
  switch (code) {
    case 'RUN_TIMEOUT':
      return stopped(outOfTime());
    case 'RUN_CONCURRENCY_LIMIT':
      return stopped(`execution timed out after ${program.seconds}s`);
    case 'RUN_BRIDGE_LIMIT':
      return stopped(`The program made more than ${CODE_LIMITS.requests} calls.`);
    case 'ERR_WORKER_OUT_OF_MEMORY':
      return stopped('out of memory');
    case 'RUN_USER_SOURCE_ERROR':
      return { kind: 'ended', logs, exitCode: 1, error: messageOf(error as Error, program.code) };
    case 'RUN_DETACHED_BRIDGE_REQUEST':
    case 'RUN_SERIALIZATION_ERROR':
    case 'RUN_PROTOCOL_ERROR':
      return stopped(program.resumed === undefined ? `The program broke off: ${message}` : CANNOT_CONTINUE);
    default:
      // A worker that crashed.
      if (message.includes('interrupted')) return stopped(outOfTime());
      if (error instanceof Error && error.name === 'RangeError') return stopped(`RangeError: ${message}`);
      throw error;
  }

  function outOfTime(): string {
    return leftMs > RESERVE_MS ? TOO_MANY_STEPS : `execution timed out after ${program.seconds}s`;
  }

  function stopped(problem: string): EndedExecution {
    return { kind: 'ended', logs, exitCode: null, error: problem };
  }
}

/** Returns whether all workers of the process are busy. */
export function isBusy(error: unknown): boolean {
  return factsOf(error).code === 'RUN_CONCURRENCY_LIMIT';
}

const TOO_MANY_STEPS = 'execution stopped after too many steps. Do less work in one program.';
const CANNOT_CONTINUE = 'The program cannot continue from where it waited.';

function factsOf(error: unknown): { readonly code: unknown; readonly message: string } {
  return error instanceof Error
    ? { code: 'code' in error ? error.code : undefined, message: error.message }
    : { code: undefined, message: String(error) };
}

/** The stack of an error of the program has lines of its source, with the prelude. */
function messageOf({ name, message, stack = '' }: Error, code: string): string {
  if (name === 'InternalError' && message === 'out of memory') return message;
  const [, line = '0', column = '0'] = /run\.js:(\d+):(\d+)/.exec(stack) ?? [];
  return withPlace(`${name}: ${message}`, { line: Number(line) - PRELUDE_LINES, column: Number(column) }, code);
}
