import { requireKind, type RunContext, type Token, refuseUnknownOptions, type OptionNames } from '@haft/core';
import type { Container } from '../container.js';
import { isThenable } from '@haft/core/internal';
import { missingDependency } from '../missing-dependency.js';
import { ForeignScope } from './foreign-scope.js';

/** Options of {@link fromResolve}. */
export interface ResolveFunctionOptions {
  /** Disposes the values of a run. Haft awaits it at the end of the run. */
  readonly disposeRun?: DisposeRun | undefined;
}

/**
 * Disposes the values of a run. You may type `run` as `RunContext<YourDeps>`: TypeScript compares
 * the parameter types of methods in both directions.
 */
type DisposeRun = { dispose(run: RunContext): unknown }['dispose'];

/** Returns the value of a token. You may type `run` as `RunContext<YourDeps>`. */
type ResolveToken = { resolve(token: Token, run: RunContext): unknown }['resolve'];

/**
 * Adapts a function, for a container without an adapter.
 *
 * @param resolve - returns the value or a promise. It throws or returns undefined if it has none
 * @example createRuntime({ toolsets, container: fromResolve((token) => services.get(token)) })
 */
export function fromResolve(resolve: ResolveToken, options: ResolveFunctionOptions = {}): Container {
  requireKind('The argument of fromResolve()', resolve, 'a function');
  refuseUnknownOptions('fromResolve', options, OPTIONS);
  const { disposeRun } = options;
  return {
    createScope: (run) =>
      new ForeignScope({
        resolve: (token) => known(token, resolve(token, run)),
        dispose: () => disposeRun?.(run),
      }),
  };
}

const OPTIONS: OptionNames<ResolveFunctionOptions> = { disposeRun: true };

function known(token: Token, value: unknown): unknown {
  if (isThenable(value)) return value.then((settled) => known(token, settled));
  if (value === undefined) throw missingDependency(token);
  return value;
}
