import type { RunContext } from '@haft/core';
import type { AnyTool, InstructionSource } from '../port/any-tool.js';

const PARAGRAPH_END = /\n[ \t]*\n+/;

/**
 * Joins the instructions of visible tools with blank lines. A paragraph that an earlier text has
 * appears once, so that several toolsets can say the same. Has no halves of surrogate pairs, which
 * providers reject.
 */
export async function instructionsOf(visible: readonly AnyTool[], run: RunContext): Promise<string> {
  const sources = new Set<InstructionSource>(visible.flatMap((tool) => tool.instructions ?? []));
  const texts = await Promise.all([...sources].map(async (source) => source(run)));
  const said = new Set<string>();
  const kept = texts.map((text = '') => {
    // Blank lines inside of code do not separate sentences.
    const paragraphs = text.includes('```') ? [text] : text.split(PARAGRAPH_END);
    const own = paragraphs.filter((one) => !said.has(one));
    for (const one of paragraphs) said.add(one);
    return own.join('\n\n');
  });
  return kept
    .filter((text) => text.trim() !== '')
    .join('\n\n')
    .toWellFormed();
}
