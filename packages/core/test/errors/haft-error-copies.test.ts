import { expect, it, jest } from '@jest/globals';
import { HaftError } from '../../src/index.js';

const details = { hint: 'Do it otherwise.' };

it('an error of another copy of the class is one, too', async () => {
  jest.resetModules();
  const other = await import('../../src/errors/index.js');
  expect(other.HaftError).not.toBe(HaftError);
  expect(new other.HaftError('HAFT_WIRING', 'No.', details)).toBeInstanceOf(HaftError);
});

it('nothing else is', () => {
  for (const value of [new Error('no'), { code: 'HAFT_WIRING' }, null, undefined, 'HAFT_WIRING']) {
    expect(value instanceof HaftError).toBe(false);
  }
});

it('a class that extends it has its own instances only', () => {
  class Special extends HaftError {}
  expect(new Special('HAFT_WIRING', 'No.', details)).toBeInstanceOf(HaftError);
  expect(new Special('HAFT_WIRING', 'No.', details)).toBeInstanceOf(Special);
  expect(new HaftError('HAFT_WIRING', 'No.', details)).not.toBeInstanceOf(Special);
});
