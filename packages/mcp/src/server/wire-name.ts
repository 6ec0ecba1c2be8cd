import { isObject } from '@haft/schema/internal';
import { validToolNames, type ToolDefinition } from '@haft/core';

/** A valid name in the protocol. It allows hyphens and dots, unlike some providers. */
const MCP_NAME = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Returns the name of a tool for clients of this server. A tool of another MCP server keeps its
 * name there, with the prefixes that it got here.
 */
export function wireName({ name, metadata }: ToolDefinition): string {
  const mcp = metadata?.['mcp'];
  const original = isObject(mcp) ? mcp['tool'] : undefined;
  if (typeof original !== 'string' || !MCP_NAME.test(original)) return name;
  const valid = validToolNames([original]).get(original) ?? name;
  if (name === valid) return original;
  const prefix = name.endsWith(`_${valid}`) ? name.slice(0, -valid.length) : undefined;
  // A renamed tool has its new name.
  return prefix === undefined || prefix.length + original.length > 128 ? name : `${prefix}${original}`;
}

/** Returns the name of a tool in the run, from its name for clients. */
export function nameOfWire(wire: string, definitions: readonly ToolDefinition[]): string {
  let names = indexes.get(definitions);
  if (names === undefined) {
    names = new Map(definitions.map((definition) => [wireName(definition), definition.name]));
    indexes.set(definitions, names);
  }
  return names.get(wire) ?? wire;
}

const indexes = new WeakMap<readonly ToolDefinition[], ReadonlyMap<string, string>>();
