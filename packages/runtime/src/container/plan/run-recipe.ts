import { RunContext, type Token } from '@haft/core';
import type { Recipe } from './recipe.js';

/** The recipe of the `RunContext` of the scope. */
export function runRecipe(token: Token): Recipe {
  return { token, lifetime: 'run', listed: false, requests: [], source: { kind: 'run' } };
}

/** Whether this is the class `RunContext`, or that of another copy of `@haft/core`, which a library of toolsets may bring. */
export function isRunContext(token: Token): boolean {
  return (
    typeof token === 'function' &&
    token.prototype instanceof RunContext &&
    Object.getPrototypeOf(token) === Function.prototype
  );
}
