import type { JsonSchemaObject } from '@haft/schema';
import { readTexts } from '../../src/run/offers/read-texts.js';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    any: {},
    count: { type: 'integer' },
    ratio: { type: 'number' },
    open: { type: 'boolean' },
    size: { enum: [1, 2, 'all'] },
    one: { const: true },
    either: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
    text: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
    listed: { anyOf: [{ enum: ['auto'] }, { type: 'integer' }] },
    several: { type: ['integer', 'null'] },
    referred: { $ref: '#/$defs/Count' },
    lost: { $ref: '#/$defs/None' },
    never: false,
  },
  $defs: { Count: { type: 'integer' } },
} as JsonSchemaObject;

test.each<readonly [name: string, text: string, value: unknown]>([
  ['name', '7', '7'],
  ['any', '7', '7'],
  ['count', '7', 7],
  ['count', '-0', -0],
  ['count', '07', '07'],
  ['count', '7 ', '7 '],
  ['count', '', ''],
  ['count', '9007199254740991', 9007199254740991],
  ['count', '-9007199254740991', -9007199254740991],
  // Another number would be read, and name another thing.
  ['count', '9007199254740993', '9007199254740993'],
  ['ratio', '1.25', 1.25],
  ['ratio', '1.5e-3', 0.0015],
  ['ratio', '15E+3', 15000],
  ['ratio', '.5', '.5'],
  ['ratio', '1.', '1.'],
  ['ratio', '0x10', '0x10'],
  ['open', 'true', true],
  ['open', 'false', false],
  ['open', 'yes', 'yes'],
  ['size', '2', 2],
  ['size', 'all', 'all'],
  ['size', '3', '3'],
  ['one', 'true', true],
  ['either', '5', 5],
  ['either', 'false', false],
  ['text', '5', '5'],
  ['listed', 'auto', 'auto'],
  ['listed', '5', 5],
  ['several', '5', 5],
  ['referred', '5', 5],
  ['lost', '5', '5'],
  ['never', '5', '5'],
  ['unknown', '5', '5'],
  ['toString', '5', '5'],
])('the text of %s, %j, is read as %j', (name, text, value) => {
  expect(readTexts(schema, { [name]: text })).toStrictEqual({ [name]: value });
});

test('a value that is not a text stays as it is', () => {
  expect(readTexts(schema, { count: ['7'], open: null })).toStrictEqual({ count: ['7'], open: null });
});
