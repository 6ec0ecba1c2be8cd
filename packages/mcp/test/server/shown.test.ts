import { describe, expect, it } from '@jest/globals';
import type { ToolDefinition } from '@haft/core';
import { iconsOf, metaOf } from '../../src/server/shown.js';
import { toolOfDefinition } from '../../src/server/tool-of-definition.js';

const src = 'https://example.com/a.png';

describe('icons', () => {
  it.each<[string, unknown, object[]]>([
    ['of https', [{ src }], [{ src }]],
    ['of data, in any case', [{ src: 'DATA:image/png;base64,AAAA' }], [{ src: 'DATA:image/png;base64,AAAA' }]],
    [
      'with all facts',
      [{ src, mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }],
      [{ src, mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }],
    ],
    [
      'without facts of other types',
      [{ src, mimeType: 1, sizes: ['any', 2], theme: 'red' }],
      [{ src, sizes: ['any'] }],
    ],
    ['without sizes that are no list', [{ src, sizes: '48x48', theme: 'light' }], [{ src, theme: 'light' }]],
    ['not from other addresses', [{ src: 'http://example.com' }, { src: 'file:///a' }, { src: 'xhttps://a' }], []],
    ['not without an address', [{}, { src: 1 }], []],
    ['not of other forms', [null, 'https://example.com', 1, [src], undefined], []],
    ['not if they are no list', { src }, []],
    ['not if there are none', undefined, []],
  ])('are shown %s', (_title, icons, shown) => {
    expect(iconsOf(icons)).toStrictEqual(shown);
  });
});

it.each<[string, Parameters<typeof metaOf>[0], object | undefined]>([
  ['an object', { mcp: { _meta: { a: 1 } } }, { a: 1 }],
  ['a list', { mcp: { _meta: [1] } }, undefined],
  ['nothing', { mcp: {} }, undefined],
  ['no facts about MCP', { mcp: 'x' }, undefined],
  ['no metadata', undefined, undefined],
])('`_meta` of a tool of another server is shown if it is %s', (_title, metadata, meta) => {
  expect(metaOf(metadata)).toEqual(meta);
});

describe('a tool in a list', () => {
  const define = (more: object): ToolDefinition =>
    ({
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      ...more,
    }) as ToolDefinition;
  const plain = { name: 'pay', description: 'Pays.', inputSchema: expect.any(Object) };

  it.each<[string, object, object]>([
    ['nothing that it does not say', {}, {}],
    ['no empty title', { metadata: { title: '' } }, {}],
    ['no title that is not a text', { metadata: { title: 7 } }, {}],
    ['a title', { metadata: { title: 'Pay' } }, { title: 'Pay' }],
    ['the `_meta` of its server', { metadata: { mcp: { _meta: { a: 1 } } } }, { _meta: { a: 1 } }],
    ['an icon', { metadata: { icons: [{ src }] } }, { icons: [{ src }] }],
    ['no icon that a client may not load', { metadata: { icons: [{ src: 'file:///a' }] } }, {}],
    [
      'each hint under its name',
      { hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true } },
      {
        annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      },
    ],
    ['only the hints that are set', { hints: { destructive: false } }, { annotations: { destructiveHint: false } }],
    ['no schema of a text', { result: { type: 'string' } }, {}],
    ['the schema of its result', { result: { type: 'integer' } }, { outputSchema: { type: 'integer' } }],
  ])('has %s', (_title, given, shown) => {
    expect(toolOfDefinition(define(given))).toStrictEqual({ ...plain, ...shown });
  });
});
