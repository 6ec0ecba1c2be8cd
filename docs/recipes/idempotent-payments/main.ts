import assert from 'node:assert/strict';
import { MemoryCallLedger } from '@haft/durable'; // in production: SQLite or Postgres
import { createRuntime } from 'haft';
import { Bank } from './payments.toolset.js';
import { toolsets } from './toolsets.gen.js';

const bank = new Bank();
const ledger = new MemoryCallLedger();
const provide = [{ provide: Bank, useValue: bank }];
const answer = { id: 'chat-1', userId: 'ada', turn: 'resp_1f7c' }; // the answer of the model
const call = { id: 'call_0', name: 'pay', arguments: '{"cents":900}' };

const paid = await createRuntime({ toolsets, provide, durability: { ledger } }).startRun(answer).call(call);
assert.equal(paid.text, 'receipt 1: 900 cents');

// The server crashes and repeats the same answer in a new process. Nothing is paid twice.
const again = await createRuntime({ toolsets, provide, durability: { ledger } }).startRun(answer).call(call);
assert.deepEqual([again.text, again.replayed, bank.receipts.size], ['receipt 1: 900 cents', true, 1]);
