import { HaftError } from './errors/index.js';
import { kindOf } from './require-kind.js';

/** One of several permissions. See {@link anyOf}. */
export interface AnyOf {
  /** One of them suffices. */
  readonly anyOf: readonly string[];
}

/** A permission, or one of several. */
export type Requirement = string | AnyOf;

/**
 * Requires one of several permissions.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if there is none, or a name is not one of a permission
 * @example
 * @Requires(anyOf('orders:admin', 'orders:refund'))
 */
export function anyOf(...permissions: readonly string[]): AnyOf {
  if (permissions.length === 0) throw notAPermission('anyOf', undefined);
  for (const one of permissions) requirePermission('anyOf', one);
  return Object.freeze({ anyOf: Object.freeze([...permissions]) });
}

/**
 * Checks permissions that a tool requires.
 *
 * @param owner - the decorator or function that got them, for the message
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireRequirements(owner: string, given: readonly Requirement[]): void {
  if (given.length === 0) throw notAPermission(owner, undefined);
  for (const one of given) {
    const names = typeof one === 'object' && Array.isArray((one as Partial<AnyOf> | null)?.anyOf) ? one.anyOf : [one];
    if (names.length === 0) throw notAPermission(owner, undefined);
    for (const name of names) requirePermission(owner, name);
  }
}

/** Returns the names of all permissions in requirements. */
export function permissionsIn(requirements: readonly Requirement[]): readonly string[] {
  return requirements.flatMap((one) => (typeof one === 'string' ? [one] : one.anyOf));
}

function requirePermission(owner: string, name: unknown): void {
  if (typeof name !== 'string' || !isPermission(name)) throw notAPermission(owner, name);
}

/**
 * Returns whether a text can name a permission: the grammar of a scope in OAuth 2.0 (RFC 6749,
 * section 3.3), so that a permission can be the scope of a token.
 */
export function isPermission(name: string): boolean {
  return /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(name);
}

function notAPermission(owner: string, name: unknown): HaftError {
  const given = name === undefined ? 'no permission' : typeof name === 'string' ? JSON.stringify(name) : kindOf(name);
  return new HaftError('HAFT_INVALID_OPTION', `${owner} was given ${given}.`, {
    hint: "Give names of permissions without blanks, quotes and backslashes, for example 'orders:write'.",
  });
}
