import assert from 'node:assert/strict';
import { handler } from './handler.js';

const calls = [
  { id: 'c1', name: 'stock_count', arguments: '{"item":"oars"}' },
  { id: 'c2', name: 'stock_count', arguments: '{"item":7}' },
];
const event = {
  body: JSON.stringify({ calls }),
  requestContext: { authorizer: { lambda: { userId: 'ada' } } },
};
const { body } = await handler(event, { getRemainingTimeInMillis: () => 30_000 });
const [first, second] = JSON.parse(body) as { id: string; text: string }[];
assert.deepEqual(first, { id: 'c1', text: '7 oars' });
assert.match(second?.text ?? '', /item: expected a string, received 7/);
