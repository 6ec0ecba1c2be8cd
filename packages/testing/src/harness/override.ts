import type { Class, Token } from '@haft/core';
import type { Provider, ValueProvider } from '@haft/runtime';

/**
 * A fake in place of what an application provides for a token. For a class, what the fake has must fit the class; it need not have
 * all of it.
 *
 * @example testToolset(toolsets, { provide, overrides: [override(Clock, { now: () => 5 })] })
 */
export function override<T extends object>(token: Class<T>, fake: Partial<T>): ValueProvider;
export function override(token: string | symbol, fake: unknown): ValueProvider;
export function override(token: Token, fake: unknown): ValueProvider {
  return { provide: token, useValue: fake };
}

/**
 * The providers of an application with some of them replaced: what stood for a token of `overrides` is gone, and is neither made nor
 * checked.
 */
export function withOverrides(provide: readonly Provider[], overrides: readonly Provider[]): readonly Provider[] {
  const replaced = new Set(overrides.map(tokenOf));
  return [...provide.filter((one) => !replaced.has(tokenOf(one))), ...overrides];
}

function tokenOf(provider: Provider): Token {
  return typeof provider === 'function' ? provider : provider.provide;
}
