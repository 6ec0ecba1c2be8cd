import { RunContext, type Token } from '@haft/core';
import type { Recipe } from './recipe.js';

/** Returns the recipe of the `RunContext` of the scope. */
export function runRecipe(token: Token): Recipe {
  return { token, lifetime: 'run', listed: false, requests: [], source: { kind: 'run' } };
}

/** Returns whether this is the class `RunContext`, maybe of a second copy of `@haft/core`. */
export function isRunContext(token: Token): boolean {
  return (
    typeof token === 'function' &&
    token.prototype instanceof RunContext &&
    Object.getPrototypeOf(token) === Function.prototype
  );
}
