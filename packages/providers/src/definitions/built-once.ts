import type { ToolDefinition } from '@haft/core';

/**
 * Caches the payload of definitions while they are in use: runs return the same objects at every
 * step, and the payload of thousands of tools is expensive.
 *
 * @param buildAll - builds the payload of a request for all tools
 */
export function builtOnce<Payload>(
  buildAll: (definitions: readonly ToolDefinition[]) => Payload[],
): (definitions: readonly ToolDefinition[]) => Payload[] {
  const payloads = new WeakMap<readonly ToolDefinition[], Payload[]>();
  return (definitions) => {
    const known = payloads.get(definitions);
    if (known !== undefined) return known;
    const payload = buildAll(definitions);
    // An array that is not frozen may change before the next step.
    if (!Object.isFrozen(definitions)) return payload;
    // The next step gets the same array. Without this, a tool that your code pushes into it would
    // accumulate.
    Object.freeze(payload);
    payloads.set(definitions, payload);
    return payload;
  };
}

/**
 * Caches the payload of each definition, so that steps with a few different tools share the others.
 */
export function eachBuiltOnce<Part>(build: (definition: ToolDefinition) => Part): (definition: ToolDefinition) => Part {
  const parts = new WeakMap<ToolDefinition, Part>();
  return (definition) => {
    let part = parts.get(definition);
    if (part === undefined) {
      part = build(definition);
      parts.set(definition, part);
    }
    return part;
  };
}
