import { Retries, Timeout } from '../../src/index.js';

test('an option out of its range is named with its value, a text in quotes', () => {
  expect(() => Retries('3' as never)).toThrow("@Retries is '3'.");
  expect(() => Retries(-1)).toThrow('@Retries is -1.');
  expect(() => Timeout(Number.NaN)).toThrow('@Timeout is NaN.');
});
