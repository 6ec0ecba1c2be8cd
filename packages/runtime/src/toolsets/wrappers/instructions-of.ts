import type { RunContext } from '@haft/core';
import type { AnyTool, InstructionSource } from '../port/any-tool.js';

/**
 * Joins the instructions of visible tools with blank lines. Each text appears once. Has no halves
 * of surrogate pairs, which providers reject.
 */
export async function instructionsOf(visible: readonly AnyTool[], run: RunContext): Promise<string> {
  const sources = new Set<InstructionSource>(visible.flatMap((tool) => tool.instructions ?? []));
  const texts = await Promise.all([...sources].map(async (source) => source(run)));
  return texts
    .filter((text) => text !== undefined && text.trim() !== '')
    .join('\n\n')
    .toWellFormed();
}
