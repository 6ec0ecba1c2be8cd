import { describe, expect, it } from '@jest/globals';
import { RefusedByLibrary, StandardCheck } from '../../src/define/standard-check.js';
import type { StandardSchema } from '../../src/define/standard-schema.js';

/** Accepts every object except for one with `no`. */
const standard: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => ('no' in (value as object) ? { issues: [{ message: 'no is refused' }] } : { value }),
  },
};

describe('the check of a Standard Schema', () => {
  it('refuses other arguments of an interceptor, also if no call needed the code for issues before', async () => {
    const check = new StandardCheck('echo', standard, { type: 'object' });
    expect(check.read({})).toEqual({});
    const refused = check.validate({ no: true });
    await expect(refused).rejects.toThrow(RefusedByLibrary);
    await expect(refused).rejects.toMatchObject({ issues: [{ message: 'no is refused' }] });
  });
});
