import { collectIssues, type JsonSchemaObject } from '@haft/schema';
import { authorMessages } from '../../src/rules/author-messages.js';
import type { MessageTable } from '../../src/rules/message-places.js';

const schema: JsonSchemaObject = {
  type: 'object',
  properties: {
    content: { type: 'string', maxLength: 3 },
    'a/b': { type: 'number', minimum: 1 },
    tags: { type: 'array', items: { type: 'string', maxLength: 2 } },
    choice: { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] },
    node: { $ref: '#/$defs/Node' },
    rates: { type: 'object', additionalProperties: { type: 'number', maximum: 9 } },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number', maximum: 9 }], items: { type: 'null' } },
  },
  required: ['content'],
  $defs: {
    Node: { type: 'object', properties: { id: { type: 'integer' }, next: { $ref: '#/$defs/Node' } } },
  },
};

const table: MessageTable = {
  '/properties/content': { maxLength: 'too long: $value', required: 'content is needed' },
  '/properties/a~1b': { minimum: 'too small' },
  '/properties/tags/items': { maxLength: 'a tag is too long' },
  '/properties/choice/anyOf/0': { minLength: 'choose more' },
  '/properties/rates/additionalProperties': { maximum: 'a rate is at most 9' },
  '/properties/pair/prefixItems/1': { maximum: 'the second is at most 9' },
  '/properties/pair/items': { type: 'there are only two' },
  '/$defs/Node/properties/id': { type: 'an id is a number, not $value' },
};

function textsOf(value: object, sensitive: (string | number)[][] = []) {
  const messages = authorMessages(schema, table, value, sensitive);
  return collectIssues(schema, value, { messages, sensitive }).map((issue) => issue.message);
}

describe("the issue has the author's message", () => {
  test.each<[object, string | undefined]>([
    [{ content: 'abcd' }, 'too long: abcd'],
    [{}, 'content is needed'],
    [{ content: 5 }, undefined],
    [{ content: 'a', 'a/b': 0 }, 'too small'],
    [{ content: 'a', tags: ['ab', 'abc'] }, 'a tag is too long'],
    [{ content: 'a', rates: { a: 1, b: 10 } }, 'a rate is at most 9'],
    [{ content: 'a', rates: { constructor: 10 } }, 'a rate is at most 9'],
    [{ content: 'a', pair: ['a', 10] }, 'the second is at most 9'],
    [{ content: 'a', pair: ['a', 1, 2] }, 'there are only two'],
    [{ content: 'a', node: { id: 'x' } }, 'an id is a number, not x'],
    [{ content: 'a', node: { next: { next: { id: true } } } }, 'an id is a number, not true'],
    [{ content: 'a', node: { id: [] } }, 'an id is a number, not $value'],
  ])('%j', (value, text) => {
    expect(textsOf(value)).toEqual([text]);
  });

  test('from the first branch of a union that has one', () => {
    const union: JsonSchemaObject = {
      type: 'object',
      properties: { one: { anyOf: [{}, { title: 'b' }, { title: 'c' }] } },
    };
    const texts = { '/properties/one/anyOf/1': { type: 'first' }, '/properties/one/anyOf/2': { type: 'second' } };
    expect(authorMessages(union, texts, {}, [])(['one'], 'type')).toBe('first');
  });

  test('from the given table, also if the schema had another one', () => {
    const first = authorMessages(schema, table, { content: 'abcd' }, []);
    const second = authorMessages(schema, { '/properties/content': { maxLength: 'short' } }, { content: 'abcd' }, []);
    expect([first(['content'], 'maxLength'), second(['content'], 'maxLength')]).toEqual(['too long: abcd', 'short']);
  });

  test('without a sensitive value', () => {
    expect(textsOf({ content: 'secret' }, [['content']])).toEqual(['too long: (hidden)']);
  });
});
