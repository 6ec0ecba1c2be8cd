import { requireKind, type Class, type Token } from '@haft/core';
import type { Provider, ValueProvider } from '@haft/runtime';

/**
 * Returns a fake that replaces the provider of a token. For a class, the members of the fake must
 * have the types of the class, but need not be complete.
 *
 * @example testToolset(toolsets, { provide, overrides: [override(Clock, { now: () => 5 })] })
 */
export function override<T extends object>(token: Class<T>, fake: Partial<T>): ValueProvider;
/** Returns a fake that replaces the provider of a token without a type. */
export function override(token: string | symbol, fake: unknown): ValueProvider;
export function override(token: Token, fake: unknown): ValueProvider {
  return { provide: token, useValue: fake };
}

/**
 * Returns the providers of an application with some of them replaced. A replaced provider is
 * neither created nor checked.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if they are not lists
 */
export function withOverrides(provide: readonly Provider[], overrides: readonly Provider[]): readonly Provider[] {
  requireKind('The providers of withOverrides()', provide, 'a list');
  requireKind('The overrides of withOverrides()', overrides, 'a list');
  const replaced = new Set(overrides.map(tokenOf));
  return [...provide.filter((one) => !replaced.has(tokenOf(one))), ...overrides];
}

function tokenOf(provider: Provider): Token {
  return typeof provider === 'function' ? provider : provider.provide;
}
