import type { JsonSchemaObject } from '@haft/schema';
import { envelopeOf } from '../../src/emit/envelope-of.js';
import { toolOf, typeOf } from '../support/models.js';

const tool = (schema: JsonSchemaObject, single = true): Parameters<typeof envelopeOf>[0] =>
  toolOf('write', typeOf(schema), {
    single,
    parameters: [{ kind: 'model', name: 'file', optional: false }, { kind: 'run' }],
  });
const closed: JsonSchemaObject = {
  type: 'object',
  properties: { path: { type: 'string' } },
  additionalProperties: false,
};

describe('the envelope of a single object parameter', () => {
  it('has the name of the parameter', () => {
    expect(envelopeOf(tool(closed))).toBe('file');
  });

  it.each<[string, JsonSchemaObject]>([
    ['has a property of that name', { ...closed, properties: { file: { type: 'string' } } }],
    ['takes other properties', { ...closed, additionalProperties: true }],
    ['takes properties by pattern', { ...closed, patternProperties: { '^f': {} } }],
  ])('is not taken where the object %s', (_, schema) => {
    expect(envelopeOf(tool(schema))).toBeUndefined();
  });

  it('does not exist for positional parameters', () => {
    expect(envelopeOf(tool(closed, false))).toBeUndefined();
  });
});
