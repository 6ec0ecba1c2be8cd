import type { RunContext, Token } from '@haft/core';
import type { ServiceDescriptor } from '@haft/core/reflected';

/**
 * A source of the instances of toolsets and their dependencies. `createContainer` returns the
 * default one. Adapters wrap containers of awilix, inversify and tsyringe, or a function.
 */
export interface Container {
  /** Creates the scope of one run. It is cheap: the scope creates values on demand. */
  createScope(run: RunContext): Scope;
  /** Returns whether all scopes share the value of a token. Default: false for each token. */
  isShared?(token: Token): boolean;
  /**
   * Gets the classes of generated modules that a run knows first: a function of `dynamic` chose
   * their toolset. Adapters omit it: the host registers classes.
   */
  add?(services: readonly ServiceDescriptor[]): void;
  /**
   * Disposes the values that live as long as the container, dependents first. Never rejects. The
   * runtime calls it at its end. Adapters omit it: the host owns the container that they adapt.
   */
  dispose?(): Promise<void>;
}

/** The values that live as long as one run. */
export interface Scope {
  /**
   * Returns the value for a token, or a promise of it if a provider is async.
   *
   * @throws {HaftError} HAFT_MISSING_DEPENDENCY if nothing is registered for the token
   * @throws {HaftError} HAFT_PROVIDER_FAILED if a constructor or factory throws
   * @throws {HaftError} HAFT_SCOPE_ENDED after `dispose`
   */
  resolve(token: Token): unknown;
  /** Disposes the values of this run, dependents first. A second call does nothing. */
  dispose(): Promise<void>;
}
