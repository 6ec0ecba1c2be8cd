import { expect, it } from '@jest/globals';
import type { ContentPart } from '@haft/core';
import { contentOfPart } from '../../src/server/content-of-part.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const data = base64('grüße');
const file = (mediaType: string, rest: object = {}): ContentPart =>
  ({ type: 'file', data, mediaType, name: 'a b.txt', ...rest }) as ContentPart;

it.each([
  'text/plain',
  'TEXT/CSV',
  'application/json',
  'application/xml',
  'application/ld+json',
  'application/a.b+xml',
])('a file of %s is text, which models read better', (mediaType) => {
  expect(contentOfPart(file(mediaType), 0)).toStrictEqual({
    type: 'resource',
    resource: { uri: 'file:///a%20b.txt', mimeType: mediaType, text: 'grüße' },
  });
});

it.each(['image/png', 'application/pdf', 'application/jsonl-x', 'x-text/plain', 'application/vnd.json-like'])(
  'a file of %s stays in base64',
  (mediaType) => {
    expect(contentOfPart(file(mediaType), 0)).toMatchObject({ resource: { mimeType: mediaType } });
    expect(contentOfPart(file('image/png'), 0)).toStrictEqual({
      type: 'resource',
      resource: { uri: 'file:///a%20b.txt', mimeType: 'image/png', blob: data },
    });
  },
);

it('a text file whose bytes are not UTF-8 stays in base64', () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x41]).toString('base64');
  expect(contentOfPart(file('text/plain', { data: bytes }), 0)).toMatchObject({ resource: { blob: bytes } });
});

it('a file without a name has the number of its part', () => {
  expect(contentOfPart(file('image/png', { name: undefined }), 2)).toMatchObject({
    resource: { uri: 'file:///file-3' },
  });
});

it.each<[ContentPart, object]>([
  [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'a' },
  ],
  [
    { type: 'image', data: 'AA==', mediaType: 'image/png' },
    { type: 'image', data: 'AA==', mimeType: 'image/png' },
  ],
  [
    { type: 'audio', data: 'AA==', mediaType: 'audio/wav' },
    { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  ],
  [
    { type: 'resource', uri: 'a://b' },
    { type: 'resource_link', uri: 'a://b', name: 'a://b' },
  ],
  [
    { type: 'resource', uri: 'a://b', name: 'B', mediaType: 'text/plain' },
    { type: 'resource_link', uri: 'a://b', name: 'B', mimeType: 'text/plain' },
  ],
])('the part %j has its block', (part, block) => {
  expect(contentOfPart(part, 0)).toStrictEqual(block);
});
