import type { ToolDefinition } from '@haft/core';

/**
 * Remembers what was built of definitions, for as long as these are in use: runs give the same objects at every step, and the payload of
 * thousands of tools is worth keeping.
 *
 * @param buildAll - what a request carries for all tools
 */
export function builtOnce<Payload>(
  buildAll: (definitions: readonly ToolDefinition[]) => Payload[],
): (definitions: readonly ToolDefinition[]) => Payload[] {
  const payloads = new WeakMap<readonly ToolDefinition[], Payload[]>();
  return (definitions) => {
    const known = payloads.get(definitions);
    if (known !== undefined) return known;
    const payload = buildAll(definitions);
    // An array that can still change may say something else at the next step.
    if (!Object.isFrozen(definitions)) return payload;
    // The next step gets the same array: a tool that somebody pushes into it would come again and again.
    Object.freeze(payload);
    payloads.set(definitions, payload);
    return payload;
  };
}

/** The same for the part of a payload that one definition makes: steps that differ in a few tools share the others. */
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
