import type { ts } from '../program/typescript.js';
import type { Diagnostics, Finding } from './diagnostics.js';

/** An error with the place that was being read. */
class PlacedError extends Error {
  constructor(
    readonly place: ts.Node,
    override readonly cause: unknown,
  ) {
    super('Reading failed.');
  }
}

/** Runs a part of the reading. An error of Haft itself gets the innermost place. */
export function withPlace<T>(place: ts.Node, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof PlacedError ? error : new PlacedError(place, error);
  }
}

/**
 * Runs a part of the reading whose failure must not stop the other parts. If it fails, reports the
 * error and returns undefined.
 *
 * @param what - the subject for the message: `the tool 'pay'`
 * @param place - the place of the report, unless the error has a better one
 */
export function guarded<T>(what: string, place: ts.Node, diagnostics: Diagnostics, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    const isPlaced = error instanceof PlacedError;
    diagnostics.at(isPlaced ? error.place : place, internalError(`it read ${what}`, isPlaced ? error.cause : error));
    return undefined;
  }
}

/** Returns a finding about an error of Haft itself. */
export function internalError(doing: string, error: unknown): Finding & { readonly code: 'HAFT1190' } {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    code: 'HAFT1190',
    message: `Haft failed while ${doing}: ${text.split('\n')[0]}`,
    fix: 'Report this mistake of Haft with the declaration at this place. Until it is fixed, write the type in another way.',
  };
}
