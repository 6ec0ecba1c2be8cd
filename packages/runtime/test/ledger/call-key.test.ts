import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { callKey } from '../../src/ledger/call-key.js';

const id = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[/%2a]{0,4}$/));
const call = fc.tuple(id, id, fc.nat({ max: 12 }));

test('has the number of the use from the second use of an id on [NEW-26]', () => {
  expect([0, 1, 2].map((use) => callKey('r', 'c', use))).toEqual(['r/c', 'r/c/2', 'r/c/3']);
});

test('is another one for each run, id and use, whatever characters they have [NEW-26]', () => {
  fc.assert(
    fc.property(call, call, (one, other) => {
      expect(callKey(...one) === callKey(...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test('begins with the run, so that the calls of a run are a range of keys', () => {
  fc.assert(
    fc.property(call, ([runId, callId, use]) => {
      expect(callKey(runId, callId, use).startsWith(callKey(runId, ''))).toBe(true);
    }),
  );
});

test('is the same for half characters, which have no encoding', () => {
  expect(callKey('r', '\ud800')).toBe('r/%EF%BF%BD');
});
