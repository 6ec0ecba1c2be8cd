import { ModelRetry, ToolFailed, ToolResult, type ContentPart } from '@haft/core';
import { SERVER_INFO_META_KEY, type CallToolResult, type ContentBlock } from '@modelcontextprotocol/client';
import { isFinal } from '../outcome-status.js';
import type { OutputCheck } from './output-check.js';

/**
 * Converts the answer of a server to a result.
 *
 * @param output - checks the structured content against the server's schema
 * @throws {ModelRetry | ToolFailed} if the server reports an error, or breaks its schema
 */
export function resultOfCall(
  result: CallToolResult,
  output: OutputCheck | undefined,
  errors: 'retry' | 'failed',
): unknown {
  const parts = result.content.map(partOf);
  if (result.isError === true) throw errorOf(parts, isFinal(result._meta) ? 'failed' : errors);
  const { structuredContent } = result;
  const metadata = metadataOf(result);
  if (structuredContent !== undefined || output !== undefined) {
    refuseBrokenPromise(structuredContent, output);
    return new ToolResult({ value: structuredContent, ...(parts.length === 0 ? {} : { content: parts }), ...metadata });
  }
  const texts = textsOf(parts);
  if (texts.length === parts.length) return new ToolResult({ value: texts.join('\n'), ...metadata });
  return new ToolResult({ value: texts.join('\n'), content: parts, ...metadata });
}

/** Returns `_meta` of a result without the name of the server, which each one of 2026-07-28 has. */
function metadataOf({ _meta = {} }: CallToolResult): { readonly metadata?: Readonly<Record<string, unknown>> } {
  const { [SERVER_INFO_META_KEY]: _server, ...metadata } = _meta;
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}

/** The most characters of a server's error that a model may read. */
const LONGEST_ERROR = 2000;

function errorOf(parts: readonly ContentPart[], errors: 'retry' | 'failed'): Error {
  const text = textsOf(parts).join('\n').slice(0, LONGEST_ERROR) || 'The tool failed and did not say why.';
  return errors === 'retry' ? new ModelRetry(text) : new ToolFailed(text);
}

function refuseBrokenPromise(value: unknown, output: OutputCheck | undefined): void {
  if (output === undefined) return;
  if (value === undefined)
    throw new ToolFailed('The tool ran, but its server sent no structured result as it promised.');
  const problem = output(value);
  if (problem === undefined) return;
  throw new ToolFailed(`The tool ran, but its result is not what its server promised: ${problem}. Do not rely on it.`);
}

function textsOf(parts: readonly ContentPart[]): string[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function partOf(block: ContentBlock): ContentPart {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
    case 'audio':
      return { type: block.type, data: block.data, mediaType: block.mimeType };
    case 'resource_link':
      return { type: 'resource', uri: block.uri, name: block.name, ...mediaTypeOf(block.mimeType) };
    case 'resource':
      return resourcePart(block.resource);
  }
}

function resourcePart(resource: Extract<ContentBlock, { readonly type: 'resource' }>['resource']): ContentPart {
  if ('text' in resource) return { type: 'text', text: resource.text };
  const { uri, blob, mimeType = 'application/octet-stream' } = resource;
  const kind = mimeType.split('/', 1)[0];
  if (kind === 'image' || kind === 'audio') return { type: kind, data: blob, mediaType: mimeType };
  return { type: 'file', data: blob, mediaType: mimeType, name: uri.split('/').at(-1) ?? uri };
}

function mediaTypeOf(mimeType: string | undefined): { readonly mediaType?: string } {
  return mimeType === undefined ? {} : { mediaType: mimeType };
}
