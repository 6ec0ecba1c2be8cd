import { isPermission, type Requirement } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import type { Operation } from '../document/operations.js';
import type { OpenApiDocument, Part } from '../document/read-document.js';
import { resolved } from '../document/resolve.js';
import { Unusable } from '../document/unusable.js';

/**
 * Returns the OAuth scopes of an operation as requirements of a tool: those of its `security`, else
 * of the document. One of several ways to sign in with one scope each is enough. If some have more
 * scopes, all scopes of all ways are required.
 *
 * @throws {Unusable} if a scope cannot be a permission
 */
export function scopesOf({ root }: OpenApiDocument, { operation }: Operation): readonly Requirement[] {
  const ways = listOf(operation['security'] ?? root['security']).filter(isObject);
  const sets = ways.map((way) => scopesIn(root, way)).filter((scopes) => scopes.length > 0);
  const all = [...new Set(sets.flat())];
  for (const scope of all)
    if (!isPermission(scope)) throw new Unusable(`the scope ${JSON.stringify(scope)} is invalid`);
  return all.length > 1 && sets.every((scopes) => scopes.length === 1) ? [{ anyOf: all }] : all;
}

function scopesIn(root: Part, way: Part): readonly string[] {
  const { components } = root;
  const schemes = isObject(components) && isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  return Object.entries(way).flatMap(([name, scopes]) => {
    const scheme = Object.hasOwn(schemes, name) ? resolved(root, schemes[name]) : undefined;
    const hasScopes = isObject(scheme) && (scheme['type'] === 'oauth2' || scheme['type'] === 'openIdConnect');
    return hasScopes ? listOf(scopes).filter((scope) => typeof scope === 'string') : [];
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
