import type { JsonSchemaObject } from '@haft/schema';
import type { Shape } from './shapes.js';

/**
 * The shapes as JSON Schema, for participants that use one, and for the reference check of the
 * tests.
 */
export const jsonSchemas: Readonly<Record<Shape, JsonSchemaObject>> = {
  S: closed({ query: text(1), limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 } }, ['query']),
  M: closed(
    {
      title: { type: 'string', minLength: 1, maxLength: 120 },
      priority: { type: 'string', enum: ['low', 'normal', 'high', 'urgent'] },
      assignee: closed({ name: text(1), email: email() }),
      tags: { type: 'array', maxItems: 10, items: text() },
      contactEmail: email(),
      link: { type: 'string', format: 'uri' },
      estimate: { type: 'number', minimum: 0, maximum: 1000 },
      notify: { type: 'boolean' },
    },
    ['title', 'priority', 'assignee', 'tags', 'contactEmail', 'link', 'estimate'],
  ),
  L: closed(
    {
      orderId: text(1),
      customer: closed({ id: text(), name: text(), email: email() }),
      shipping: either(
        closed({ type: { const: 'pickup' }, storeId: text() }),
        closed({ type: { const: 'delivery' }, street: text(), city: text(), zip: text() }),
      ),
      items: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        items: closed({
          sku: text(1),
          quantity: { type: 'integer', minimum: 1, maximum: 1000 },
          unitPrice: { type: 'number', minimum: 0 },
          kind: { type: 'string', enum: ['physical', 'digital', 'service'] },
          discount: either(
            closed({ type: { const: 'percent' }, value: { type: 'number', minimum: 0, maximum: 100 } }),
            closed({ type: { const: 'code' }, code: text() }),
          ),
          ref: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        }),
      },
      note: text(),
    },
    ['orderId', 'customer', 'shipping', 'items'],
  ),
};

/** Returns a closed object. Every property is required unless `required` lists others. */
function closed(
  properties: Readonly<Record<string, JsonSchemaObject>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchemaObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

function either(...oneOf: readonly JsonSchemaObject[]): JsonSchemaObject {
  return { type: 'object', discriminator: { propertyName: 'type' }, required: ['type'], oneOf };
}

function text(minLength?: number): JsonSchemaObject {
  return { type: 'string', ...(minLength === undefined ? {} : { minLength }) };
}

function email(): JsonSchemaObject {
  return { type: 'string', format: 'email' };
}
