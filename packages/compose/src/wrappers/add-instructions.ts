import type { InstructionSource } from '../port/any-tool.js';
import type { ChangeTool } from './selected-toolset.js';

/** A text for the system prompt, or a function that writes it for a run. */
export type Instructions = string | InstructionSource;

/**
 * Adds instructions to those of the tools: one text while any of the tools is visible, or texts by
 * tool name, each while its tool is visible.
 */
export function addInstructions(texts: Instructions | Readonly<Record<string, Instructions>>): ChangeTool {
  // One object for each text, so that a text of several tools appears once.
  const common = typeof texts === 'object' ? undefined : sourceOf(texts);
  const named = typeof texts === 'object' ? Object.entries(texts) : [];
  const byName = new Map(named.map(([name, text]) => [name, sourceOf(text)]));
  return (tool) => {
    const source = common ?? byName.get(tool.definition.name);
    return source === undefined ? tool : { ...tool, instructions: [...(tool.instructions ?? []), source] };
  };
}

function sourceOf(instructions: Instructions): InstructionSource {
  return typeof instructions === 'function' ? instructions : () => instructions;
}
