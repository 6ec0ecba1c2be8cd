import type { ContentPart, ToolOutcome } from '@haft/core';
import { ToolMessage, type ContentBlock } from '@langchain/core/messages';
import { plainOutcome, type PlainOutcome } from '../shared/plain-outcome.js';
import { textOfLink } from '../shared/text-of-link.js';

/** What the host finds at `message.artifact`; no model sees it. */
export interface LangChainArtifact extends PlainOutcome {
  /** Of a success: what the tool's result says to the host. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * The outcome as the message that LangChain keeps; without a call id (a tool that is invoked with plain arguments) only what the model
 * would read.
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
