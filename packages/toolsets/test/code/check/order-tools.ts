import type { ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';

const status = { enum: ['open', 'paid', 'sent'] } as const;

const order: JsonSchemaObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    total: { type: 'number' },
    status,
    note: { type: ['string', 'null'] },
    createdAt: { type: 'string', format: 'date-time' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { sku: { type: 'string' }, quantity: { type: 'integer' } },
        required: ['sku', 'quantity'],
        additionalProperties: false,
      },
    },
    extra: {},
  },
  required: ['id', 'total', 'status', 'items', 'createdAt'],
  additionalProperties: false,
};

function tool(name: string, parameters: JsonSchemaObject, result?: JsonSchemaObject): ToolDefinition {
  const facts = { toolset: 'test', version: '0', fingerprint: name, description: `Runs ${name}.` };
  return { ...facts, name, parameters: { additionalProperties: false, ...parameters, type: 'object' }, result };
}

const object = (properties: Record<string, JsonSchemaObject>, required: string[] = []): JsonSchemaObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Tools for the programs of the tests. */
export const orderTools: readonly ToolDefinition[] = [
  tool('order_find', object({ id: { type: 'string' } }, ['id']), order),
  tool(
    'order_list',
    object({ status, limit: { type: 'integer', default: 20 }, since: { type: 'string' } }),
    object({ orders: { type: 'array', items: order }, next: { type: 'string' } }, ['orders']),
  ),
  tool(
    'mail_send',
    object(
      {
        to: { type: 'array', items: { type: 'string' } },
        subject: { type: 'string' },
        options: object({ urgent: { type: 'boolean' }, copies: { type: 'integer' } }),
      },
      ['to', 'subject'],
    ),
  ),
  tool('time_now', object({}), { type: 'string' }),
  tool(
    'shape_draw',
    object(
      {
        shape: {
          anyOf: [
            object({ kind: { const: 'circle' }, radius: { type: 'number' } }, ['kind', 'radius']),
            object({ kind: { const: 'box' }, width: { type: 'number' } }, ['kind', 'width']),
          ],
        },
      },
      ['shape'],
    ),
    { type: 'number' },
  ),
  tool('pay', object({ amount: { type: 'number' } }, ['amount']), {
    anyOf: [
      object({ ok: { const: true }, receipt: { type: 'string' } }, ['ok', 'receipt']),
      object({ ok: { const: false }, reason: { type: 'string' } }, ['ok', 'reason']),
    ],
  }),
  tool(
    'meta_set',
    object({ values: { type: 'object' }, tags: { type: 'object', additionalProperties: { type: 'string' } } }),
  ),
  tool(
    'tree_grow',
    {
      ...object({ tree: { $ref: '#/$defs/Tree' } }, ['tree']),
      $defs: {
        Tree: object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } }, [
          'name',
        ]),
      },
    },
    { type: 'boolean' },
  ),
  tool('foreign', { type: 'object', properties: { x: { $ref: 'https://example.com/x.json' } } }),
  tool('delete', object({ id: { type: 'string' } }, ['id'])),
];
