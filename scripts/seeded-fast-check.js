/*
 * The module that tests import as `fast-check` (jest.config.js): the library with one seed, so that
 * all runs are equal and a failing build is caused by the change.
 * `FAST_CHECK_SEED=random npm run test:unit` looks for new cases. Add a test for a case that it
 * finds.
 */
import fc from '../node_modules/fast-check/lib/fast-check.js';

const seed = process.env['FAST_CHECK_SEED'] ?? '20260131';
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export * from '../node_modules/fast-check/lib/fast-check.js';
export { default } from '../node_modules/fast-check/lib/fast-check.js';
