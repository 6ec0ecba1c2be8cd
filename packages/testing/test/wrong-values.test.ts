import { expect, it } from '@jest/globals';
import { giveWrongValues } from '../../core/test/support/wrong-values.js';
import * as testing from '../src/index.js';

/** Functions that take any object. */
const TAKES_ANY = [
  'argumentsOf',
  'fakeDeferral',
  'fakeOutcome',
  'override',
  'scriptedModel',
  'valuesOf',
  'wrongArgumentsOf',
];

it('every function refuses or takes values of other kinds', async () => {
  const { failures, takesUnknown } = await giveWrongValues(testing);
  expect(failures).toEqual([]);
  expect(takesUnknown.filter((name) => !TAKES_ANY.includes(name))).toEqual([]);
});
