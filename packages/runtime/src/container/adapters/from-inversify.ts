import { refuseUnknownOptions, requireKind, RunContext, type OptionNames, type Token } from '@haft/core';
import type { Container } from '../container.js';
import { ForeignScope } from './foreign-scope.js';

/** The part of an inversify 7 or 8 container that {@link fromInversify} uses. */
export interface InversifyContainerLike {
  /** Binds the `RunContext` in the container of a run. */
  bind(identifier: InversifyIdentifier): { toConstantValue(value: unknown): unknown };
  /** Returns the value of an identifier. */
  get(identifier: InversifyIdentifier): unknown;
  /** Resolves with the value of an identifier. */
  getAsync(identifier: InversifyIdentifier): Promise<unknown>;
  /** Returns whether an identifier is bound. */
  isBound(identifier: InversifyIdentifier): boolean;
  /** Deactivates the values of a run at its end. */
  unbindAllAsync(): Promise<void>;
}

/** The type `ServiceIdentifier` of inversify, without its own type for classes. */
type InversifyIdentifier = string | symbol | (abstract new (...args: never) => unknown);

/** Options of {@link fromInversify}. */
export interface InversifyOptions<C extends InversifyContainerLike> {
  /** Creates the container of a run, `() => new Container({ parent })`. Bind run-scoped classes. */
  readonly createChild: (parent: C) => C;
  /** Whether `getAsync` resolves all values, for async providers. Default: false. */
  readonly async?: boolean | undefined;
}

/**
 * Adapts an inversify container. Each run gets a child container, in which `RunContext` is bound.
 * Singletons of the child live as long as the run and are deactivated at its end.
 *
 * @param container - container with your bindings. Haft does not dispose it
 */
export function fromInversify<C extends InversifyContainerLike>(container: C, options: InversifyOptions<C>): Container {
  requireKind('The first argument of fromInversify()', container, {
    methods: ['get', 'isBound'],
    name: 'a container of inversify: new Container()',
  });
  refuseUnknownOptions('fromInversify', options, OPTIONS);
  const { createChild, async = false } = options;
  requireKind('fromInversify createChild', createChild, 'a function');
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

const OPTIONS: OptionNames<InversifyOptions<InversifyContainerLike>> = { createChild: true, async: true };
