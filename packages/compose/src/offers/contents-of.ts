import { ToolResult, type ContentPart } from '@haft/core';
import { isObject, wellFormedJson } from '@haft/schema/basics';
import { jsonText } from '@haft/core/internal';

/** One of the contents of a resource. Binary data is base64. */
export type ResourceContents =
  | { readonly uri?: string; readonly mimeType: string; readonly text: string }
  | { readonly uri?: string; readonly mimeType: string; readonly blob: string };

/**
 * Returns the contents of the resource for the result of its method: a text, JSON, bytes, a media
 * part, or the parts of a `ToolResult`.
 *
 * @param facts - the URI, and the type of the contents. Default: the type is from the result.
 */
export function contentsOf(
  result: unknown,
  { mimeType, uri }: { readonly mimeType?: string | undefined; readonly uri?: string | undefined },
): ToolResult<readonly ResourceContents[]> {
  const value = result instanceof ToolResult ? contentsOfResult(result) : [contentOf(result)];
  const address = uri === undefined ? {} : { uri };
  const typed = value.map((one) => ({ ...address, ...one, ...(mimeType === undefined ? {} : { mimeType }) }));
  const text = typed.map((one) => ('text' in one ? one.text : `[${one.mimeType}]`)).join('\n');
  return new ToolResult({ value: typed, content: text });
}

function contentsOfResult({ value, content }: ToolResult): readonly ResourceContents[] {
  if (content === undefined) return [contentOf(value)];
  return typeof content === 'string' ? [contentOf(content)] : content.map(contentOfPart);
}

function contentOf(value: unknown): ResourceContents {
  if (typeof value === 'string') return { mimeType: TEXT, text: value };
  if (value instanceof Uint8Array) {
    const { buffer, byteOffset, byteLength } = value;
    const blob = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
    return { mimeType: 'application/octet-stream', blob };
  }
  if (isMedia(value)) return contentOfPart(value);
  if (value === undefined) return { mimeType: TEXT, text: '' };
  return { mimeType: 'application/json', text: wellFormedJson(jsonText(value)) };
}

function contentOfPart(part: ContentPart): ResourceContents {
  if (part.type === 'text') return { mimeType: TEXT, text: part.text };
  if (part.type === 'resource') return { mimeType: 'text/uri-list', text: part.uri };
  return { mimeType: part.mediaType, blob: part.data };
}

function isMedia(value: unknown): value is Extract<ContentPart, { readonly data: string }> {
  if (!isObject(value)) return false;
  const { type, data, mediaType } = value;
  return MEDIA.has(type) && typeof data === 'string' && typeof mediaType === 'string';
}

const MEDIA: ReadonlySet<unknown> = new Set(['image', 'audio', 'file'] satisfies ContentPart['type'][]);
const TEXT = 'text/plain';
