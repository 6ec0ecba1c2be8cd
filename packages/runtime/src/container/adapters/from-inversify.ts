import { RunContext, type Token } from '@haft/core';
import type { Container } from '../container.js';
import { ForeignScope } from './foreign-scope.js';

/** What {@link fromInversify} uses of inversify 7 and 8. */
export interface InversifyContainerLike {
  bind(identifier: InversifyIdentifier): { toConstantValue(value: unknown): unknown };
  get(identifier: InversifyIdentifier): unknown;
  getAsync(identifier: InversifyIdentifier): Promise<unknown>;
  isBound(identifier: InversifyIdentifier): boolean;
  unbindAllAsync(): Promise<void>;
}

/** inversify's `ServiceIdentifier`, which has a type of its own for classes. */
type InversifyIdentifier = string | symbol | (abstract new (...args: never) => unknown);

/** Options of {@link fromInversify}. */
export interface InversifyOptions<C extends InversifyContainerLike> {
  /** Makes the container of one run: `() => new Container({ parent: container })`. Bind run-scoped classes there. */
  readonly createChild: (parent: C) => C;
  /** True when providers are async: then everything is resolved by `getAsync`. Default false. */
  readonly async?: boolean | undefined;
}

/**
 * A container from one of inversify: one child container for each run, in which `RunContext` is bound. What the child itself binds in
 * singleton scope lives as long as the run and ends by its deactivation. inversify holds children by weak references
 * until the next macrotask, so that a burst of runs needs memory for a moment.
 */
export function fromInversify<C extends InversifyContainerLike>(
  container: C,
  { createChild, async = false }: InversifyOptions<C>,
): Container {
  return {
    createScope(run) {
      const child = createChild(container);
      child.bind(RunContext).toConstantValue(run);
      return new ForeignScope({
        resolve: (token: Token) => (async ? child.getAsync(token) : child.get(token)),
        has: (token) => child.isBound(token),
        dispose: () => child.unbindAllAsync(),
      });
    },
  };
}
