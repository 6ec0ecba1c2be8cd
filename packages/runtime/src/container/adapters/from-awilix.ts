import { RunContext, type Token } from '@haft/core';
import type { Container } from '../container.js';
import { ForeignScope } from './foreign-scope.js';

/** What {@link fromAwilix} uses of awilix. Import it as `awilix/browser`: its main entry costs 48 ms. */
export interface AwilixContainerLike {
  createScope(): AwilixContainerLike;
  register(name: string | symbol, registration: AwilixResolverLike): unknown;
  resolve(name: string | symbol): unknown;
  hasRegistration(name: string | symbol): boolean;
  dispose(): Promise<void>;
}

/** A resolver as `asValue` makes one. */
interface AwilixResolverLike {
  readonly isLeakSafe: boolean;
  // A method, as awilix has it; its argument is the awilix container, which a value does not need.
  resolve(): never;
}

/** Options of {@link fromAwilix}. */
export interface AwilixOptions {
  /** awilix knows names, not classes. Default: the class name with a small first letter, `FileToolset` -> `fileToolset`. */
  readonly nameOf?: ((token: Token) => string | symbol) | undefined;
}

/**
 * A container from one of awilix: one awilix scope for each run, in which `RunContext` is registered (as `runContext`). Within a
 * scope awilix disposes dependencies **before** who depends on them; give what cannot bear that no disposer.
 */
export function fromAwilix(
  container: AwilixContainerLike,
  { nameOf = conventionalName }: AwilixOptions = {},
): Container {
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
