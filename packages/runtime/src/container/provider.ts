import type { Class, Token } from '@haft/core';

/** How long a value lives: as the container, as one run, or as the one thing that asked for it. */
export type Lifetime = 'singleton' | 'run' | 'transient';

/**
 * Where the value of a token comes from. A class alone stands for itself: `Workspace` is
 * `{ provide: Workspace, useClass: Workspace }`. Of two providers of one token the later one counts, so that a test
 * can append its fakes.
 */
export type Provider = Class | ClassProvider | ValueProvider | FactoryProvider | AliasProvider;

interface Lived {
  /**
   * Default: `singleton`; or `run`, when a dependency lives as long as a run. A stated `singleton` that depends on
   * something run-scoped is a wiring error.
   */
  readonly lifetime?: Lifetime;
}

/** An instance of `useClass`, made with what its descriptor or its `@Inject` records ask for. */
export interface ClassProvider extends Lived {
  readonly provide: Token;
  readonly useClass: Class;
}

/** The value as it is. It belongs to who made it: the container never disposes it. */
export interface ValueProvider {
  readonly provide: Token;
  readonly useValue: unknown;
}

/** What the function returns, or what its promise gives. The container disposes it. */
export interface FactoryProvider extends Lived {
  readonly provide: Token;
  readonly useFactory: (...dependencies: never[]) => unknown;
  /** The tokens of the function's parameters, in order. */
  readonly inject?: readonly (Token | OptionalToken)[];
}

/** Another name for the value of `useExisting`. */
export interface AliasProvider {
  readonly provide: Token;
  readonly useExisting: Token;
}

/** A token that may have no provider: then the parameter is undefined. */
export interface OptionalToken {
  readonly token: Token;
  readonly optional: boolean;
}
