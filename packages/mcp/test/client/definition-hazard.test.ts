import type { Tool } from '@modelcontextprotocol/client';
import { definitionHazard } from '../../src/client/definition-hazard.js';
import { foreignTool } from '../support/foreign-process.js';

const withSchema = (inputSchema: object): Tool =>
  foreignTool('tool', { inputSchema: inputSchema as Tool['inputSchema'] });
const withProperty = (schema: unknown): Tool => withSchema({ type: 'object', properties: { a: schema } });

function nested(levels: number): object {
  return Array.from({ length: levels }).reduce<object>((inner) => ({ items: inner }), {});
}

const hidden = 'has hidden characters';
const hazards: [string, Tool, string][] = [
  ['an empty name', foreignTool(''), 'it has no name'],
  ['a blank name', foreignTool('  '), 'it has no name'],
  ['a name longer than the protocol allows', foreignTool('n'.repeat(129)), 'its name is longer than 128 characters'],
  ['the name __proto__', foreignTool('__proto__'), 'its name is one that every object has'],
  ['the name constructor', foreignTool('constructor'), 'its name is one that every object has'],
  ['the name prototype', foreignTool('prototype'), 'its name is one that every object has'],
  ['a zero-width space in the name', foreignTool('re\u200Bad'), hidden],
  ['a right-to-left override in the name', foreignTool('\u202Edaer'), hidden],
  ['a zero-width space in the description', foreignTool('t', { description: 'Reads.\u200B' }), hidden],
  ['a right-to-left override in the description', foreignTool('t', { description: 'a \u202Eb' }), hidden],
  ['an isolate in the description', foreignTool('t', { description: 'a \u2066b\u2069' }), hidden],
  ['invisible tag characters in the description', foreignTool('t', { description: 'hi\u{E0068}\u{E0069}' }), hidden],
  ['variation selectors that spell a message', foreignTool('t', { description: 'hi\u{E0110}\u{E0120}' }), hidden],
  ['an escape sequence in the description', foreignTool('t', { description: '\u001B[8mhidden\u001B[0m' }), hidden],
  ['a null character in the description', foreignTool('t', { description: 'a\u0000b' }), hidden],
  ['a byte-order mark in the title', foreignTool('t', { title: '\uFEFFTitle' }), hidden],
  ['a joiner between spaces', foreignTool('t', { description: 'a \u200D b' }), hidden],
  ['a soft hyphen in an enum value', withProperty({ enum: ['a\u00ADb'] }), hidden],
  ['hidden characters in a property name', withSchema({ type: 'object', properties: { 'a\u200B': {} } }), hidden],
  ['hidden characters in the description of a property', withProperty({ description: 'x\u2060y' }), hidden],
  ['hidden characters in the title of an annotation', foreignTool('t', { annotations: { title: 'x\u200F' } }), hidden],
  ...[0x034f, 0x115f, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x2800, 0x3164, 0xfe00, 0xffa0, 0x1bca0, 0x1d173, 0xe0100].map(
    (code): [string, Tool, string] => [
      `U+${code.toString(16)}, which nobody sees,`,
      foreignTool('t', { description: `a${String.fromCodePoint(code)}b` }),
      hidden,
    ],
  ),
  ['selectors of the emoji form that spell a message', foreignTool('t', { description: 'a\uFE0F\uFE0F' }), hidden],
  [
    'a property __proto__',
    withSchema(JSON.parse('{"type":"object","properties":{"__proto__":{}}}') as object),
    '__proto__',
  ],
  ['a $ref to itself', withProperty({ $ref: '#/properties/a' }), 'its schema refers to itself in a loop'],
  ['a $ref of the whole to itself', withSchema({ type: 'object', $ref: '#' }), 'its schema refers to itself in a loop'],
  [
    'a loop of several $refs, through unions',
    withSchema({
      type: 'object',
      $defs: { a: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/b' }] }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
    }),
    'its schema refers to itself in a loop',
  ],
  [
    'a loop in the output schema',
    foreignTool('t', {
      outputSchema: { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
    } as Partial<Tool>),
    'its schema refers to itself in a loop',
  ],
  [
    'a $ref to the web',
    withProperty({ $ref: 'https://evil.example/schema.json' }),
    'its schema refers to another document',
  ],
  ['a $ref to a file', withProperty({ $ref: 'file:///etc/passwd' }), 'its schema refers to another document'],
  ['a relative $ref', withProperty({ $ref: 'other.json#/a' }), 'its schema refers to another document'],
  [
    'a dynamic $ref elsewhere',
    withProperty({ $dynamicRef: 'https://evil.example/#a' }),
    'its schema refers to another document',
  ],
  [
    'a nested $id, which moves references',
    withProperty({ $id: 'https://evil.example/' }),
    'a part of its schema has a separate $id',
  ],
  ['$data', withProperty({ type: 'number', minimum: { $data: '1/b' } }), 'its schema uses $data'],
  [
    '$data in the output schema',
    foreignTool('t', {
      outputSchema: { type: 'object', properties: { a: { const: { $data: '1/b' } } } },
    } as Partial<Tool>),
    'its schema uses $data',
  ],
  ['more than 32 levels', withProperty(nested(40)), 'it is deeper than 32 levels'],
  ['100,000 levels', withProperty(nested(100_000)), 'it is deeper than 32 levels'],
  ['more than a megabyte', foreignTool('t', { description: 'x'.repeat(1_000_001) }), 'it is larger than 1 MB'],
];

test.each(hazards)('%s is refused', (_title, tool, reason) => {
  expect(definitionHazard(tool)).toContain(reason);
});

test.each<[string, Tool]>([
  ['an ordinary one', withProperty({ type: 'string', description: 'Two\nlines,\ta tab.' })],
  ['a property that is called $data', withSchema({ type: 'object', properties: { $data: { type: 'string' } } })],
  ['a property that is called $ref', withSchema({ type: 'object', properties: { $ref: { type: 'string' } } })],
  [
    'references inside the document',
    withSchema({ type: 'object', $defs: { a: {} }, properties: { b: { $ref: '#/$defs/a' } } }),
  ],
  ['an $id of the whole schema', withSchema({ $id: 'https://example.com/tool', type: 'object' })],
  ['Persian with joiners, and joined emoji', foreignTool('t', { description: 'می\u200Cخواهم 👩\u200D👩\u200D👧 👍🏽' })],
  [
    'emoji in their emoji form',
    foreignTool('t', { description: '\u2764\uFE0F\u200D🔥 I \u2764\uFE0F it, 1\uFE0F\u20E3' }),
  ],
  ['lines of Windows', foreignTool('t', { description: 'a\r\nb' })],
  [
    'a recursive type',
    withSchema({
      type: 'object',
      $defs: { tree: { type: 'object', properties: { left: { $ref: '#/$defs/tree' } } } },
      properties: {
        tree: { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] },
        self: { type: 'array', items: { $ref: '#' } },
      },
    }),
  ],
  ['a name that only some providers take', foreignTool('files/read.v2')],
])('%s is not refused', (_title, tool) => {
  expect(definitionHazard(tool)).toBeUndefined();
});
