import type { Token } from '@haft/core';
import type { Lifetime } from '../provider.js';

/** How the value of one token comes about. Made of a provider or of a descriptor; says nothing yet about other recipes. */
export interface Recipe {
  readonly token: Token;
  /** Undefined: `singleton`, unless a dependency lives as long as a run. */
  readonly lifetime: Lifetime | undefined;
  /** False for what a descriptor offers and nobody listed: then problems count only where somebody asks for it. */
  readonly listed: boolean;
  readonly requests: readonly Request[];
  readonly source: Source;
}

/** What the value is made with. */
export type Source =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'alias' }
  /** The `RunContext` of the scope. */
  | { readonly kind: 'run' }
  /** `make` gets the values of the requests, in order. */
  | { readonly kind: 'made'; readonly make: (values: readonly unknown[]) => unknown };

/** One thing that a recipe needs. */
export interface Request {
  /** Undefined: nobody knows what is asked for; `problem` says why. */
  readonly token: Token | undefined;
  readonly optional: boolean;
  /** For messages: `parameter 1 of the constructor`, `property 'clock'`. */
  readonly place: string;
  /** Why the token is unknown, and what to do. */
  readonly problem?: string;
}
