import { expect, it } from '@jest/globals';
import { fleet, fleetTimer, startWorker } from '../src/index.js';
import { HaftFleetModule } from '../src/nestjs/index.js';

const wrong = { connection: {}, queue: 'x' } as never;

it.each<[string, () => unknown]>([
  ['fleet', () => fleet(wrong)],
  ['startWorker', () => startWorker(wrong)],
  ['fleetTimer', () => fleetTimer(wrong)],
  ['HaftFleetModule.forRootAsync', () => HaftFleetModule.forRootAsync(wrong)],
  ['HaftFleetModule.workerAsync', () => HaftFleetModule.workerAsync(wrong)],
])('%s refuses an option that does not exist', async (owner, create) => {
  await expect((async () => create())()).rejects.toMatchObject({
    code: 'HAFT_INVALID_OPTION',
    message: expect.stringContaining(`${owner} does not have the option '`),
  });
});
