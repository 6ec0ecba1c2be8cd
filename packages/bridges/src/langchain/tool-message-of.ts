import type { ContentPart, ToolOutcome } from '@haft/core';
import { ToolMessage, type ContentBlock } from '@langchain/core/messages';
import { plainOutcome, type PlainOutcome } from '../shared/plain-outcome.js';
import { textOfLink } from '../shared/text-of-link.js';

/** The value of `message.artifact` for the host. No model sees it. */
export interface LangChainArtifact extends PlainOutcome {
  /** For a success: the metadata of the tool's result for the host. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the outcome as the message that LangChain stores. Without a call id (a tool that is
 * invoked with plain arguments), returns only the text for the model.
 */
export function toolMessageOf(outcome: ToolOutcome, callId: string | undefined): ToolMessage | string {
  const { tool: name, text } = outcome;
  if (callId === undefined) return text;
  const facts = { name, tool_call_id: callId, artifact: artifactOf(outcome) };
  if (outcome.status !== 'success') {
    return new ToolMessage({ ...facts, content: text, status: outcome.status === 'deferred' ? 'success' : 'error' });
  }
  if (outcome.parts === undefined) return new ToolMessage({ ...facts, content: text, status: 'success' });
  return new ToolMessage({ ...facts, contentBlocks: outcome.parts.map(blockOf), status: 'success' });
}

function artifactOf(outcome: ToolOutcome): LangChainArtifact {
  const metadata = outcome.status === 'success' ? outcome.metadata : undefined;
  return { ...plainOutcome(outcome), ...(metadata && { metadata }) };
}

function blockOf(part: ContentPart): ContentBlock.Standard {
  switch (part.type) {
    case 'text':
      return part;
    case 'resource':
      return { type: 'text', text: textOfLink(part) };
    case 'file': {
      const { data, mediaType, name } = part;
      return { type: 'file', data, mimeType: mediaType, ...(name !== undefined && { metadata: { filename: name } }) };
    }
    default:
      return { type: part.type, data: part.data, mimeType: part.mediaType };
  }
}
