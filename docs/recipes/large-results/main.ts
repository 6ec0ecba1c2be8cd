import assert from 'node:assert/strict';
import { refsToolset } from '@haft/toolsets/refs';
import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

const run = createRuntime({ toolsets: [toolsets, refsToolset()] }).startRun();

const found = await run.call({ name: 'invoice_find', arguments: '{"year":2026}' });
assert.ok(found.text.length < 500); // 1000 invoices stay outside of the conversation
const { $ref } = JSON.parse(found.text) as { $ref: string };

// The model passes the reference to the next tool, which gets the whole list.
const total = await run.call({ name: 'invoice_total', arguments: { invoices: { $ref } } });
assert.equal(total.text, '1000 EUR');

// If it must read a part, it asks for it.
const part = await run.call({ name: 'ref_read', arguments: { ref: $ref, offset: 0, limit: 2 } });
assert.match(part.text, /^items 0 to 2 of 1000:/);
