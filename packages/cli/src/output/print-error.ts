import { HaftError } from '@haft/core/errors';
import { UsageError } from '../usage-error.js';
import { styled } from './styled.js';
import { visibleText } from './visible-text.js';

/**
 * Prints the error that stopped a command. Prints the stack only with `--verbose`.
 *
 * @returns the exit code
 */
export function printError(error: unknown, verbose: boolean): number {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const sayError = (name: string, message: string, hint: string) => {
    say(`${red(name)} ${visibleText(message)}\n  ${visibleText(hint)}`);
  };
  const red = (text: string) => styled('red', text, process.stderr);

  if (error instanceof UsageError) {
    sayError('error:', error.message, error.hint);
    return 2;
  }
  if (isHaftError(error)) {
    sayError(`error ${error.code}:`, error.message, error.hint);
    say(`  More: npx haft explain ${error.code}`);
  } else {
    say(`${red('error:')} ${visibleText(messageOf(error))}`);
    if (!verbose) say('  Run again with --verbose to see where it comes from.');
  }
  if (verbose && error instanceof Error) say(stackOf(error));
  return 1;
}

/** Checks the shape, because the project's own copy of Haft throws errors of another class. */
function isHaftError(error: unknown): error is HaftError {
  if (error instanceof HaftError) return true;
  return error instanceof Error && error.name === 'HaftError' && 'code' in error && 'hint' in error;
}

/** Returns the message of an error. An `AggregateError` of Node has only those of its errors. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message;
  return error.errors.map(messageOf).join(', ');
}

function stackOf(error: Error): string {
  const stack = error.stack ?? String(error);
  return error.cause instanceof Error ? `${stack}\nCaused by: ${stackOf(error.cause)}` : stack;
}
