import type { ToolDefinition } from '@haft/core';
import { expensiveParts } from '../src/tokens/expensive-parts.js';

const parameters = {
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      description: 'Lines.',
      items: {
        type: 'object',
        description: 'One line of an order, with everything that a warehouse needs.',
        properties: { sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$', maxLength: 8 } },
        required: ['sku'],
        additionalProperties: false,
      },
    },
    state: { type: 'string', enum: ['open', 'paid', 'shipped'] },
  },
  required: ['lines', 'state'],
  additionalProperties: false,
};
const definition = { name: 'order', description: 'Orders.', parameters } as unknown as ToolDefinition;

it('finds texts, limits, enums and types at their places, none in another [NEW-33]', () => {
  const parts = expensiveParts([definition], 'openai', (text) => text.length);
  expect(parts.map(({ kind, place }) => [kind, place])).toEqual([
    ['nested type', 'lines[]'],
    ['type comment', 'lines[]'],
    ['limits', 'lines[].sku'],
    ['enum', 'state'],
    ['description', 'lines'],
    ['tool description', ''],
  ]);
});
