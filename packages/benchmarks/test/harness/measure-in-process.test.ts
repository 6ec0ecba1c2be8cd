import { measureInProcess } from '../../src/harness/measure-in-process.js';

test('every case is run in every round, and its ratio is to the first case', async () => {
  const calls = { sync: 0, async: 0 };
  const cases = [
    { name: 'sync', run: () => ++calls.sync },
    { name: 'async', run: () => Promise.resolve(++calls.async) },
  ];
  const [sync, async] = await measureInProcess(cases, { rounds: 2, sampleMilliseconds: 1 });
  expect(calls.sync).toBeGreaterThan(3);
  expect(calls.async).toBeGreaterThan(3);
  expect(sync).toMatchObject({ name: 'sync', ratio: { median: 1 } });
  expect(async?.ratio.median).toBeGreaterThan(0);
});

test('a case that throws stops the measurement', async () => {
  const run = () => {
    throw new Error('broken');
  };
  await expect(measureInProcess([{ name: 'broken', run }], { rounds: 1, sampleMilliseconds: 1 })).rejects.toThrow(
    'broken',
  );
});
