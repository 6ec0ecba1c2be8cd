import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { callKey, type CallIdentity } from '../../src/ledger/call-key.js';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[/%2a]{0,4}$/));
const known = fc.record({
  tenantId: text,
  userId: text,
  runId: text,
  turn: text.filter((turn) => turn !== ''),
  callId: text,
  use: fc.nat({ max: 12 }),
});
const call = { tenantId: 't', userId: 'u', runId: 'r', callId: 'c', turn: '', content: 'pay 1' };

test('is another one for each owner, run, turn, id and use, whatever characters they have [NEW-26]', () => {
  fc.assert(
    fc.property(known, known, (one, other) => {
      const isSame = callKey({ ...one, content: 'pay 1' }) === callKey({ ...other, content: 'pay 1' });
      expect(isSame).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test('is one key for all arguments of a turn, so that a replay with other arguments shows', () => {
  const turn = { ...call, turn: 'msg_1' };
  expect(callKey({ ...turn, content: 'pay 2' })).toBe(callKey(turn));
});

test('is another one for other arguments if the turn is not known', () => {
  expect(callKey({ ...call, content: 'pay 2' })).not.toBe(callKey(call));
});

test('is another one inside another outer call, and for other arguments there', () => {
  const inner = { ...call, turn: 'msg_1', outer: 'a' };
  const keys: CallIdentity[] = [
    inner,
    { ...inner, outer: 'b' },
    { ...inner, content: 'pay 2' },
    { ...call, turn: 'msg_1' },
  ];
  expect(new Set(keys.map(callKey)).size).toBe(4);
});

test('has no id of a provider, and needs no encoding in an address', () => {
  expect(callKey({ ...call, callId: 'toolu_/secret?' })).toMatch(/^c_[0-9a-f]{32}$/);
});
