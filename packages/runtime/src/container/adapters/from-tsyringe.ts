import { requireKind, RunContext, type Token } from '@haft/core';
import type { Container } from '../container.js';
import { ForeignScope } from './foreign-scope.js';

/** The part of a tsyringe container that {@link fromTsyringe} uses. */
export interface TsyringeContainerLike {
  /** Creates the container of a run. */
  createChildContainer(): TsyringeContainerLike;
  /** Registers the `RunContext` in the container of a run. */
  registerInstance(token: TsyringeToken, instance: unknown): unknown;
  /** Returns the value of a token. */
  resolve(token: TsyringeToken): unknown;
  /** Returns whether a token is registered, with `recursive` also in a parent. */
  isRegistered(token: TsyringeToken, recursive?: boolean): boolean;
  /** Disposes the container of a run at its end. */
  dispose(): Promise<void> | void;
}

/** The type `InjectionToken` of tsyringe. It lists abstract classes only as `Function`. */
type TsyringeToken = string | symbol | (new (...args: never[]) => unknown);

/**
 * Adapts a tsyringe container. Each run gets a child container with its `RunContext`. A
 * `ContainerScoped` class lives as long as the run. tsyringe creates unregistered `@injectable()`
 * classes. It does not detect cycles: they overflow the stack.
 *
 * @param container - container with your registrations. Haft does not dispose it
 */
export function fromTsyringe(container: TsyringeContainerLike): Container {
  requireKind('The argument of fromTsyringe()', container, {
    methods: ['createChildContainer'],
    name: "a container of tsyringe: import { container } from 'tsyringe'",
  });
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
