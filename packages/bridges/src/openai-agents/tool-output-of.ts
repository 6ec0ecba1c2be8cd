import type { ContentPart, ToolOutcome } from '@haft/core';
import type { ToolOutputFileContent, ToolOutputImage, ToolOutputText } from '@openai/agents';
import { textOfLink } from '../shared/text-of-link.js';

/** The output of a tool for OpenAI Agents. */
export type ToolOutput = string | (ToolOutputText | ToolOutputImage | ToolOutputFileContent)[];

/** Returns an outcome for the model: the text, or media. The SDK has no flag for errors. */
export function toolOutputOf(outcome: ToolOutcome): ToolOutput {
  if (outcome.status !== 'success' || outcome.parts === undefined) return outcome.text;
  return outcome.parts.map(outputOf);
}

function outputOf(part: ContentPart): Exclude<ToolOutput, string>[number] {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return { type: 'image', image: { data: part.data, mediaType: part.mediaType } };
    case 'resource':
      return { type: 'text', text: textOfLink(part) };
    default: {
      const filename = (part.type === 'file' ? part.name : undefined) ?? part.type;
      return { type: 'file', file: { data: part.data, mediaType: part.mediaType, filename } };
    }
  }
}
