import type { JsonSchemaObject } from '@haft/schema';
import { messagesOf } from '../../src/emit/messages-of.js';

describe('the texts of an author for broken rules', () => {
  const name: JsonSchemaObject = { type: 'string', maxLength: 5 };
  const schema: JsonSchemaObject = { type: 'object', properties: { 'a/b~c': name, other: { type: 'string' } } };

  it('are under the JSON pointer of their schema', () => {
    const messages = new Map([[name, { maxLength: 'At most five.' }]]);
    expect(messagesOf({ schema, messages })).toEqual({ '/properties/a~1b~0c': { maxLength: 'At most five.' } });
  });

  it('are left out where there are none', () => {
    expect(messagesOf({ schema })).toBeUndefined();
    expect(messagesOf({ schema, messages: new Map() })).toBeUndefined();
  });
});
