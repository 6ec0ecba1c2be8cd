import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

const run = createRuntime({ toolsets }).startRun();
const [definition] = await run.definitions();
assert.equal(definition?.parameters.description, 'A table for one evening.');
assert.deepEqual(definition?.parameters.required, ['guest', 'day']);

const booked = await run.call({ name: 'table_book', arguments: '{"guest":"Ada Lovelace","day":"2026-12-11"}' });
assert.equal(booked.text, 'Ada Lovelace, 2 persons, weekday 5, true'); // an instance with its default, and a Date

const wrong = await run.call({ name: 'table_book', arguments: '{"guest":"A","day":"friday","persons":2.5}' });
assert.match(wrong.text, /guest: expected a string of 2 to 60 characters/);
assert.match(wrong.text, /day: expected a date/);
assert.match(wrong.text, /persons: expected an integer from 1 to 12/);
