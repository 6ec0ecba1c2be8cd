import type { RunContext, Token } from '@haft/core';
import type { Container } from '../container.js';
import { isThenable } from '../../async/is-thenable.js';
import { missingDependency } from '../missing-dependency.js';
import { ForeignScope } from './foreign-scope.js';

/** Options of {@link fromResolve}. */
export interface ResolveFunctionOptions {
  /** Ends what was made for a run. */
  readonly disposeRun?: ((run: RunContext) => unknown) | undefined;
}

/**
 * A container from a function: for what has no adapter, or needs none. The function may be async; it throws, or returns
 * undefined, for a token that it does not know.
 *
 * @example createRuntime({ toolsets, container: fromResolve((token) => services.get(token)) })
 */
export function fromResolve(
  resolve: (token: Token, run: RunContext) => unknown,
  { disposeRun }: ResolveFunctionOptions = {},
): Container {
  return {
    createScope: (run) =>
      new ForeignScope({
        resolve: (token) => known(token, resolve(token, run)),
        dispose: () => disposeRun?.(run),
      }),
  };
}

function known(token: Token, value: unknown): unknown {
  if (isThenable(value)) return value.then((settled) => known(token, settled));
  if (value === undefined) throw missingDependency(token);
  return value;
}
