import { createChecker, type JsonSchemaObject } from '@haft/schema';
import { withDefaults } from '../src/value/with-defaults.js';

const page: JsonSchemaObject = { type: 'object', properties: { size: { type: 'integer', default: 20 } } };
const $defs: JsonSchemaObject['$defs'] = {
  page,
  chained: { $ref: '#/$defs/page' },
  first: { $ref: '#/$defs/second' },
  second: { $ref: '#/$defs/first' },
};

const completed = (schema: JsonSchemaObject) => withDefaults(createChecker({ ...schema, $defs }), {});

describe('defaults of arguments behind a reference', () => {
  it('come from the schema that the reference names', () => {
    expect(completed({ $ref: '#/$defs/page' })).toEqual({ size: 20 });
  });

  it('come from the end of a chain of references', () => {
    expect(completed({ $ref: '#/$defs/chained' })).toEqual({ size: 20 });
  });

  it('come from the keywords next to the reference too', () => {
    const properties = { sort: { type: 'string', default: 'name' } } as const;
    expect(completed({ $ref: '#/$defs/page', properties })).toEqual({ size: 20, sort: 'name' });
  });

  it('are absent if references form a circle', () => {
    expect(completed({ $ref: '#/$defs/first' })).toEqual({});
  });

  it('are absent if the reference leads nowhere', () => {
    expect(completed({ $ref: '#/$defs/missing' })).toEqual({});
  });
});

describe('defaults of arguments in unions and lists', () => {
  const size = { type: 'integer', default: 20 } as const;
  const complete = (schema: JsonSchemaObject, value: object) => withDefaults(createChecker(schema), value as never);
  const branches: readonly JsonSchemaObject[] = [
    { type: 'object', properties: { by: { const: 'page' }, size }, required: ['by'] },
    { type: 'object', properties: { by: { const: 'name' }, order: { enum: ['asc', 'desc'], default: 'asc' } } },
  ];

  it.each(['anyOf', 'oneOf'])('come from the branch of %s for which the value is valid', (union) => {
    expect(complete({ [union]: branches }, { by: 'page' })).toEqual({ by: 'page', size: 20 });
    expect(complete({ [union]: branches }, { by: 'name' })).toEqual({ by: 'name', order: 'asc' });
  });

  it('come from the schema of each item, and of other properties', () => {
    const schema: JsonSchemaObject = {
      type: 'object',
      properties: { list: { type: 'array', prefixItems: [page], items: { type: 'object', properties: { size: {} } } } },
      additionalProperties: page,
    };
    expect(complete(schema, { list: [{}, {}], more: {} })).toEqual({ list: [{ size: 20 }, {}], more: { size: 20 } });
  });

  it('are not added for a required name, and replace no value', () => {
    const schema: JsonSchemaObject = { type: 'object', properties: { size, other: size }, required: ['size'] };
    expect(complete(schema, {})).toEqual({ other: 20 });
    expect(complete(schema, { other: 1 })).toEqual({ other: 1 });
  });
});
