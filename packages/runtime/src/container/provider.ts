import type { Class, Token } from '@haft/core';

/** The lifetime of a value: that of the container, of one run, or of its one dependent. */
export type Lifetime = 'singleton' | 'run' | 'transient';

/**
 * A rule for the value of a token. The class `Workspace` alone means
 * `{ provide: Workspace, useClass: Workspace }`. If two providers have one token, the later one
 * counts, so a test can append its fakes.
 */
export type Provider = Class | ClassProvider | ValueProvider | FactoryProvider | AliasProvider;

interface Lived {
  /**
   * Lifetime of the value. Default: `run` if a dependency is run-scoped, else `singleton`. A
   * `singleton` with a run-scoped dependency is a wiring error.
   */
  readonly lifetime?: Lifetime;
}

/** A provider of a new instance of a class. Its descriptor or `@Inject` names the dependencies. */
export interface ClassProvider extends Lived {
  /** Token of the value. */
  readonly provide: Token;
  /** Class of the instance. */
  readonly useClass: Class;
}

/** A provider of a ready value. The container never disposes it. */
export interface ValueProvider {
  /** Token of the value. */
  readonly provide: Token;
  /** Value. */
  readonly useValue: unknown;
}

/** A provider of the result of a function. The container disposes it. */
export interface FactoryProvider extends Lived {
  /** Token of the value. */
  readonly provide: Token;
  /** Function that returns the value or a promise of it. */
  readonly useFactory: (...dependencies: never[]) => unknown;
  /** Tokens of the parameters of the function, in order. Default: none. */
  readonly inject?: readonly (Token | OptionalToken)[];
}

/** A provider of a second token for a value. */
export interface AliasProvider {
  /** Second token. */
  readonly provide: Token;
  /** Token that provides the value. */
  readonly useExisting: Token;
}

/** A token for `inject` that may have no provider. */
export interface OptionalToken {
  /** Token of the parameter. */
  readonly token: Token;
  /** Whether the parameter is undefined without a provider. If false, that is a wiring error. */
  readonly optional: boolean;
}
