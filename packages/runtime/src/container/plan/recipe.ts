import type { Token } from '@haft/core';
import type { Lifetime } from '../provider.js';

/** A plan for the value of one token, from a provider or a descriptor. It knows no other recipe. */
export interface Recipe {
  readonly token: Token;
  /** Stated lifetime. If undefined: `run` if a dependency is run-scoped, else `singleton`. */
  readonly lifetime: Lifetime | undefined;
  /** Whether it is in `provide`. Problems of other recipes count only if they are requested. */
  readonly listed: boolean;
  readonly requests: readonly Request[];
  readonly source: Source;
}

/** The source of a value. */
export type Source =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'alias' }
  /** It is the `RunContext` of the scope. */
  | { readonly kind: 'run' }
  /** It is the result of `make` with the values of the requests, in order. */
  | { readonly kind: 'made'; readonly make: (values: readonly unknown[]) => unknown };

/** A dependency of a recipe. */
export interface Request {
  /** Token of the dependency. Undefined if it is unknown. */
  readonly token: Token | undefined;
  readonly optional: boolean;
  /** Place for messages: `parameter 1 of the constructor`, `property 'clock'`. */
  readonly place: string;
  /** Reason why the token is unknown. */
  readonly problem?: string;
}
