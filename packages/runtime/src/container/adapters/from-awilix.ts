import { refuseUnknownOptions, requireKind, requireKinds, RunContext, type OptionNames, type Token } from '@haft/core';
import type { Container } from '../container.js';
import { ForeignScope } from './foreign-scope.js';

/** The part of an awilix container that {@link fromAwilix} uses. `awilix/browser` loads fast. */
export interface AwilixContainerLike {
  /** Creates the scope of a run. */
  createScope(): AwilixContainerLike;
  /** Registers the `RunContext` in the scope. */
  register(name: string | symbol, registration: AwilixResolverLike): unknown;
  /** Returns the value of a name. */
  resolve(name: string | symbol): unknown;
  /** Returns whether a name is registered. */
  hasRegistration(name: string | symbol): boolean;
  /** Disposes the scope at the end of its run. */
  dispose(): Promise<void>;
}

/** A resolver like the result of `asValue`. */
interface AwilixResolverLike {
  readonly isLeakSafe: boolean;
  resolve(): never;
}

/** Options of {@link fromAwilix}. */
export interface AwilixOptions {
  /** Returns the awilix name of a token. Default: the class name as `fileToolset`. */
  readonly nameOf?: ((token: Token) => string | symbol) | undefined;
}

/**
 * Adapts an awilix container. Each run gets an awilix scope, in which `RunContext` is registered as
 * `runContext`. awilix disposes dependencies before their dependents: a disposer must not use them.
 *
 * @param container - container with your registrations. Haft does not dispose it
 */
export function fromAwilix(container: AwilixContainerLike, options: AwilixOptions = {}): Container {
  requireKind('The first argument of fromAwilix()', container, {
    methods: ['createScope', 'register'],
    name: 'a container of awilix: createContainer()',
  });
  refuseUnknownOptions('fromAwilix', options, OPTIONS);
  requireKinds('fromAwilix', options, OPTIONS);
  const { nameOf = conventionalName } = options;
  return {
    createScope(run) {
      const scope = container.createScope();
      scope.register(nameOf(RunContext), { isLeakSafe: true, resolve: () => run as never });
      return new ForeignScope({
        resolve: (token) => scope.resolve(nameOf(token)),
        has: (token) => scope.hasRegistration(nameOf(token)),
        dispose: () => scope.dispose(),
      });
    },
  };
}

function conventionalName(token: Token): string | symbol {
  if (typeof token !== 'function') return token;
  return token.name.charAt(0).toLowerCase() + token.name.slice(1);
}

const OPTIONS: OptionNames<AwilixOptions> = { nameOf: 'a function' };
