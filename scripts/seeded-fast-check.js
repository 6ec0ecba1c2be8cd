/*
 * The module that tests import as `fast-check` (jest.config.js): the library with one seed, so that
 * all runs are equal and a failing build is caused by the change. A test names the runs of a night.
 * By day, without `FAST_CHECK_SEED` and `FUZZ_SEED`, it makes a fifth of them, and at least 100.
 * `FAST_CHECK_SEED=random npm run test:unit` looks for new cases, with all runs. Add a test for a
 * case that it finds.
 */
import fc from '../node_modules/fast-check/lib/fast-check.js';

const seed = process.env['FAST_CHECK_SEED'];
const isNight = seed !== undefined || process.env['FUZZ_SEED'] !== undefined;
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed ?? '20260131') });

/** `assert` of the library, with fewer runs by day. */
export function assert(property, parameters = {}) {
  const { numRuns } = parameters;
  if (isNight || numRuns === undefined || numRuns <= 100) return fc.assert(property, parameters);
  return fc.assert(property, { ...parameters, numRuns: Math.max(100, Math.ceil(numRuns / 5)) });
}

export * from '../node_modules/fast-check/lib/fast-check.js';
export default { ...fc, assert };
