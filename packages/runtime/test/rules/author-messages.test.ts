import { collectIssues, type JsonSchemaObject } from '@haft/schema';
import { authorMessages, type MessageTable } from '../../src/rules/author-messages.js';

const schema: JsonSchemaObject = {
  type: 'object',
  properties: {
    content: { type: 'string', maxLength: 3 },
    'a/b': { type: 'number', minimum: 1 },
    tags: { type: 'array', items: { type: 'string', maxLength: 2 } },
    choice: { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] },
    node: { $ref: '#/$defs/Node' },
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
  '/$defs/Node/properties/id': { type: 'an id is a number, not $value' },
};

function textsOf(value: object, sensitive: (string | number)[][] = []) {
  const messages = authorMessages(schema, table, value, sensitive);
  return collectIssues(schema, value, { messages, sensitive }).map((issue) => issue.message);
}

describe('the text of the author stands in the issue', () => {
  test.each<[object, string | undefined]>([
    [{ content: 'abcd' }, 'too long: abcd'],
    [{}, 'content is needed'],
    [{ content: 5 }, undefined],
    [{ content: 'a', 'a/b': 0 }, 'too small'],
    [{ content: 'a', tags: ['ab', 'abc'] }, 'a tag is too long'],
    [{ content: 'a', node: { id: 'x' } }, 'an id is a number, not x'],
    [{ content: 'a', node: { next: { next: { id: true } } } }, 'an id is a number, not true'],
    [{ content: 'a', node: { id: [] } }, 'an id is a number, not $value'],
  ])('%j', (value, text) => {
    expect(textsOf(value)).toEqual([text]);
  });

  test('without a sensitive value', () => {
    expect(textsOf({ content: 'secret' }, [['content']])).toEqual(['too long: (hidden)']);
  });
});
