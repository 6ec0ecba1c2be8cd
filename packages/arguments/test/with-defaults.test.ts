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
