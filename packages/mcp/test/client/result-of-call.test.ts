import { describe, expect, it } from '@jest/globals';
import { ModelRetry, ToolFailed, ToolResult, type ContentPart } from '@haft/core';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { resultOfCall } from '../../src/client/result-of-call.js';

const resource = (more: object): ContentBlock =>
  ({ type: 'resource', resource: { uri: 'file:///a/b.bin', ...more } }) as ContentBlock;
const blob = 'AAAA';
const SAID: ContentBlock = { type: 'text', text: 'It is warm.' };

const read = (result: object, output?: (value: unknown) => string | undefined): unknown =>
  resultOfCall({ content: [SAID], ...result } as CallToolResult, output, 'retry');

describe('a block of a result', () => {
  it.each<[string, ContentBlock, ContentPart]>([
    [
      'an image',
      { type: 'image', data: blob, mimeType: 'image/png' },
      { type: 'image', data: blob, mediaType: 'image/png' },
    ],
    [
      'a sound',
      { type: 'audio', data: blob, mimeType: 'audio/wav' },
      { type: 'audio', data: blob, mediaType: 'audio/wav' },
    ],
    [
      'an embedded image',
      resource({ blob, mimeType: 'image/gif' }),
      { type: 'image', data: blob, mediaType: 'image/gif' },
    ],
    [
      'an embedded sound',
      resource({ blob, mimeType: 'audio/ogg' }),
      { type: 'audio', data: blob, mediaType: 'audio/ogg' },
    ],
    [
      'an embedded file',
      resource({ blob, mimeType: 'application/pdf' }),
      { type: 'file', data: blob, mediaType: 'application/pdf', name: 'b.bin' },
    ],
    [
      'embedded bytes without a type',
      resource({ blob }),
      { type: 'file', data: blob, mediaType: 'application/octet-stream', name: 'b.bin' },
    ],
    ['an embedded text', resource({ text: 'inside' }), { type: 'text', text: 'inside' }],
    [
      'a link',
      { type: 'resource_link', uri: 'a://b', name: 'B', mimeType: 'text/plain' },
      { type: 'resource', uri: 'a://b', name: 'B', mediaType: 'text/plain' },
    ],
    [
      'a link without a type',
      { type: 'resource_link', uri: 'a://b', name: 'B' },
      { type: 'resource', uri: 'a://b', name: 'B' },
    ],
  ])('that is %s is its part', (_title, block, part) => {
    const { content } = read({ content: [block, { type: 'image', data: blob, mimeType: 'x/y' }] }) as {
      readonly content: readonly ContentPart[];
    };
    expect(content[0]).toStrictEqual(part);
  });
});

describe('a result', () => {
  it.each<[string, object, object]>([
    [
      'of texts is one text',
      { content: [SAID, { type: 'text', text: 'And dry.' }] },
      { value: 'It is warm.\nAnd dry.' },
    ],
    [
      'with a structure has its texts as parts',
      { structuredContent: { a: 1 } },
      { value: { a: 1 }, content: [{ type: 'text', text: 'It is warm.' }] },
    ],
    ['with a structure only has no parts', { structuredContent: { a: 1 }, content: [] }, { value: { a: 1 } }],
    ['has the metadata of its server', { _meta: { a: 1 } }, { value: 'It is warm.', metadata: { a: 1 } }],
    [
      'has no name of its server',
      { _meta: { 'io.modelcontextprotocol/serverInfo': { name: 's' } } },
      { value: 'It is warm.' },
    ],
  ])('%s', (_title, given, shown) => {
    expect(read(given)).toStrictEqual(new ToolResult(shown as { value: unknown }));
  });

  it('that fits its schema is the result', () => {
    expect(read({ structuredContent: { a: 1 } }, () => undefined)).toMatchObject({ value: { a: 1 } });
  });

  it.each<[string, object, string]>([
    ['breaks its schema', { structuredContent: 1 }, 'not what its server promised: a: expected a text. Do not rely'],
    ['lacks what its schema promises', {}, 'its server sent no structured result as it promised.'],
  ])('that %s is a failure', (_title, given, text) => {
    expect(() => read(given, () => 'a: expected a text')).toThrow(ToolFailed);
    expect(() => read(given, () => 'a: expected a text')).toThrow(text);
  });
});

describe('an error as a result', () => {
  const error = (more: object, errors: 'retry' | 'failed'): unknown => {
    try {
      return resultOfCall({ content: [SAID], isError: true, ...more } as CallToolResult, undefined, errors);
    } catch (thrown) {
      return thrown;
    }
  };

  it.each<[string, object, 'retry' | 'failed', Error]>([
    ['asks the model to try again', {}, 'retry', new ModelRetry('It is warm.')],
    ['is a failure if the host says so', {}, 'failed', new ToolFailed('It is warm.')],
    [
      'is a failure if the server is sure',
      { _meta: { 'haft/status': 'denied' } },
      'retry',
      new ToolFailed('It is warm.'),
    ],
    ['without a text says that', { content: [] }, 'failed', new ToolFailed('The tool failed and did not say why.')],
    ['is cut', { content: [{ type: 'text', text: 'x'.repeat(2_001) }] }, 'failed', new ToolFailed('x'.repeat(2_000))],
  ])('%s', (_title, more, errors, thrown) => {
    expect(error(more, errors)).toStrictEqual(thrown);
  });
});
