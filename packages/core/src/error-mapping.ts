import { requireKind } from './require-kind.js';
import type { ModelRetry } from './errors/model-retry.js';
import type { ToolFailed } from './errors/tool-failed.js';
import type { RunContext } from './run-context.js';

/** The class of an error. */
export type ErrorClass<Thrown> = abstract new (...args: never[]) => Thrown;

/**
 * Returns the text for the model. A string becomes a `ToolFailed`. `undefined` passes the error to
 * the next mapping.
 *
 * @typeParam Thrown - the type of the error
 * @typeParam Deps - the dependencies of the run, default: unknown
 */
export type WriteError<Thrown, Deps = unknown> = (
  error: Thrown,
  run: RunContext<Deps>,
) => ModelRetry | ToolFailed | string | undefined;

/** One mapping of `mapErrors`. Create it with {@link mapError}. */
export interface ErrorMapping {
  /** Returns whether the mapping applies to an error. */
  readonly matches: (error: unknown) => boolean;
  /** Receives only errors that match. */
  readonly write: WriteError<never, never>;
}

/**
 * Maps errors of your code to texts for the model, for `createRuntime({ errors: { map } })`,
 * `@MapErrors` and `toolset.mapErrors()`. Haft masks errors without a mapping.
 *
 * @param match - a class, or a function that recognises the error
 * @param to - a text, which becomes a `ToolFailed`, or a function that returns a `ModelRetry`, a
 *   `ToolFailed` or a text
 * @example mapError(NotFoundError, (error) => new ModelRetry(`There is no ${error.id}. Call order_list to see what exists.`))
 * @example mapError((error) => isHttpError(error) && error.status === 429, 'The service is busy. Try again later.')
 */
export function mapError<Thrown, Deps = unknown>(
  match: ErrorClass<Thrown> | ((error: unknown) => error is Thrown),
  to: string | WriteError<Thrown, Deps>,
): ErrorMapping;
/** Maps the errors that a function recognises, without their type. */
export function mapError<Deps = unknown>(
  match: (error: unknown) => boolean,
  to: string | WriteError<unknown, Deps>,
): ErrorMapping;
export function mapError(match: ErrorMatch, to: string | WriteError<never, never>): ErrorMapping {
  requireKind('The first argument of mapError()', match, 'a function');
  if (typeof to !== 'string') requireKind('The second argument of mapError()', to, 'a function');
  return {
    matches: isClass(match) ? (error) => error instanceof match : match,
    write: typeof to === 'string' ? () => to : to,
  };
}

type ErrorMatch = ErrorClass<unknown> | ((error: unknown) => boolean);

/**
 * Compilers for old engines turn a class into an ordinary function, whose prototype is writable.
 */
function isClass(match: ErrorMatch): match is ErrorClass<unknown> {
  const prototype = Object.getOwnPropertyDescriptor(match, 'prototype');
  return prototype !== undefined && (prototype.writable === false || prototype.value instanceof Error);
}
