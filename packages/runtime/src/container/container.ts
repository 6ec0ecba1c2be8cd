import type { RunContext, Token } from '@haft/core';

/**
 * Where the instances of toolsets and their dependencies come from. `createContainer` makes the default one; adapters make one of
 * awilix, inversify, tsyringe or of a plain function.
 */
export interface Container {
  /** What one run resolves from. Cheap: nothing is made before something is asked for. */
  createScope(run: RunContext): Scope;
  /** Whether a token gives the same value in every scope; then it is asked for once. Without this: never. */
  isShared?(token: Token): boolean;
  /**
   * Ends what lives as long as the container, dependents first; the runtime calls it when it is disposed. Adapters leave it out: what they
   * adapt belongs to the host. Never rejects.
   */
  dispose?(): Promise<void>;
}

/** What lives as long as one run. */
export interface Scope {
  /**
   * The value for a token, or a promise of it where a provider is async.
   *
   * @throws HaftError `HAFT_MISSING_DEPENDENCY` when nothing is registered for the token
   * @throws HaftError `HAFT_SCOPE_ENDED` after `dispose`
   */
  resolve(token: Token): unknown;
  /** Ends what was made for this run, dependents first. Twice is once. */
  dispose(): Promise<void>;
}
