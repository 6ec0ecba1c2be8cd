import { ToolFailed, ToolResult, type ContentPart } from '@haft/core';
import { isObject } from '@haft/schema/internal';

/**
 * Converts the output of a foreign tool's `toModelOutput` to a result: forms of the AI SDK and of
 * Mastra.
 *
 * @throws {ToolFailed} for an output with an error of the tool
 */
export function resultOfOutput(value: unknown, output: unknown): ToolResult {
  const { type, value: shown, reason }: Output = isObject(output) ? output : {};
  switch (type) {
    case 'content':
      return new ToolResult({ value, content: Array.isArray(shown) ? shown.filter(isTagged).map(partOf) : [] });
    case 'error-text':
    case 'error-json':
      throw new ToolFailed(textOf(shown));
    case 'execution-denied':
      throw new ToolFailed(typeof reason === 'string' ? reason : 'The tool call was denied.');
    default:
      return new ToolResult({ value, content: textOf(type === 'text' || type === 'json' ? shown : output) });
  }
}

interface Output {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly reason?: unknown;
}

interface OutputPart {
  readonly type: string;
  readonly text?: string;
  readonly data?: unknown;
  readonly url?: string | URL;
  readonly mediaType?: string;
  readonly filename?: string;
}

/**
 * Converts a part. One that only some model providers support becomes its JSON, so that nothing is
 * lost silently.
 */
function partOf(part: OutputPart): ContentPart {
  const { type, text, url, filename, mediaType } = part;
  if (type === 'text' && text !== undefined) return { type, text };
  const data = base64Of(part.data);
  if (data !== undefined) return mediaOf(data, mediaType ?? 'application/octet-stream', filename);
  const link = url ?? urlIn(part.data);
  return link === undefined ? { type: 'text', text: textOf(part) } : { type: 'resource', uri: String(link) };
}

function mediaOf(data: string, mediaType: string, name: string | undefined): ContentPart {
  if (mediaType.startsWith('image')) return { type: 'image', data, mediaType };
  if (mediaType.startsWith('audio')) return { type: 'audio', data, mediaType };
  return { type: 'file', data, mediaType, ...(name !== undefined && { name }) };
}

function base64Of(data: unknown): string | undefined {
  if (typeof data === 'string') return data.replace(/^data:[^,]*;base64,/, '');
  if (data instanceof Uint8Array) return Buffer.from(data).toString('base64');
  if (data instanceof ArrayBuffer) return Buffer.from(data).toString('base64');
  return isTagged(data) && data.type === 'data' ? base64Of(data.data) : undefined;
}

function urlIn(data: unknown): string | URL | undefined {
  return isTagged(data) && data.type === 'url' ? data.url : undefined;
}

function isTagged(data: unknown): data is OutputPart {
  return typeof data === 'object' && data !== null && 'type' in data;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
