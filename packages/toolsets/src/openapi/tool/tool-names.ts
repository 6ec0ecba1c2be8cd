import { HaftError, hashOf, snakeCase } from '@haft/core';
import type { Operation } from '../document/operations.js';

/** The longest name of a tool. */
const LONGEST = 64;
/** Characters of the name and of the hash in a name that was too long. */
const [KEPT, HASH] = [55, 8];

/** Returns the name of a tool: the `operationId` in snake_case, or the method and the path. */
export function toolNameOf({ method, path, operation }: Operation): string {
  const { operationId } = operation;
  const name = (typeof operationId === 'string' ? plainName(operationId) : '') || plainName(`${method} ${path}`);
  if (name.length <= LONGEST) return name;
  return `${name.slice(0, KEPT)}_${hashOf([operationId ?? null, method, path]).slice(0, HASH)}`;
}

function plainName(text: string): string {
  // The name has 64 characters at most, and a text from outside any number.
  const words = text.slice(0, 1000).replace(/[^a-zA-Z0-9]+/g, '_');
  const name = snakeCase(words).replace(/_+/g, '_').replace(/^_|_$/g, '');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

/**
 * Refuses two operations with one name.
 *
 * @throws {HaftError} `HAFT_DUPLICATE_TOOL`
 */
export function refuseSameNames(
  owner: string,
  named: readonly { readonly name: string; readonly operation: Operation }[],
): void {
  const owners = new Map<string, Operation>();
  for (const { name, operation } of named) {
    const before = owners.get(name);
    owners.set(name, operation);
    if (before === undefined) continue;
    throw new HaftError(
      'HAFT_DUPLICATE_TOOL',
      `${owner} would name both ${textOf(before)} and ${textOf(operation)} '${name}'.`,
      { hint: 'Give them other operationIds, or leave one out with `operations`.' },
    );
  }
}

/** Returns the method and the path of an operation, for messages. */
export function textOf({ method, path }: Operation): string {
  return `${method} ${path.slice(0, 200).toWellFormed()}`;
}
