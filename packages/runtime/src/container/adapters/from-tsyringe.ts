import { RunContext, type Token } from '@haft/core';
import type { Container } from '../container.js';
import { ForeignScope } from './foreign-scope.js';

/** What {@link fromTsyringe} uses of tsyringe. */
export interface TsyringeContainerLike {
  createChildContainer(): TsyringeContainerLike;
  registerInstance(token: TsyringeToken, instance: unknown): unknown;
  resolve(token: TsyringeToken): unknown;
  isRegistered(token: TsyringeToken, recursive?: boolean): boolean;
  dispose(): Promise<void> | void;
}

/** tsyringe's `InjectionToken`; it takes abstract classes only under the type `Function`. */
type TsyringeToken = string | symbol | (new (...args: never[]) => unknown);

/**
 * A container from one of tsyringe: one child container for each run, in which `RunContext` is registered. A class that
 * is `ContainerScoped` lives as long as the run. A class that is not registered is left to tsyringe, which makes it when it is
 * `@injectable()`. tsyringe does not see cycles; the text of its stack overflow is cut here.
 */
export function fromTsyringe(container: TsyringeContainerLike): Container {
  return {
    createScope(run) {
      const child = container.createChildContainer();
      child.registerInstance(RunContext as unknown as TsyringeToken, run);
      return new ForeignScope({
        resolve: (token) => child.resolve(token as TsyringeToken),
        has: (token: Token) => typeof token === 'function' || child.isRegistered(token, true),
        dispose: () => child.dispose(),
      });
    },
  };
}
