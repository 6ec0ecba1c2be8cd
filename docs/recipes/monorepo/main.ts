import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { toolsets as billing } from './billing/toolsets.gen.js'; // `@acme/billing` exports it
import { toolsets as shop } from './shop/toolsets.gen.js';

const run = createRuntime({ toolsets: [billing, shop] }).startRun();
const names = (await run.definitions()).map(({ name }) => name);
assert.deepEqual(names, ['billing_invoice', 'shop_articles']);

// Typed by the module of each package.
const paid = await run.call('billing_invoice', { customer: 'Ada', sum: { cents: 900, currency: 'EUR' } });
assert.equal(paid.text, 'Ada owes 9 EUR');

// The rules of the class in `shared` hold.
const wrong = await run.call('billing_invoice', { customer: 'Ada', sum: { cents: 900, currency: 'GBP' } });
assert.match(wrong.text, /currency: expected one of "EUR", "USD", received "GBP"/);
