import { expect, test } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { WaitingError } from 'bullmq';
import type { CallJob, JobData } from '../../src/connection/link.js';
import { JobProcessor } from '../../src/worker/job-processor.js';
import { WorkerStopped } from '../../src/worker/worker-stopped.js';
import { callOf, definitionOf } from '../support/calls.js';
import { runtimeOf } from '../support/function-runtime.js';
import { quietLogger } from '../support/quiet-logger.js';

const pay = definitionOf('pay');

/** A processor, and the calls that its runtime got. */
function processorOf(deps: () => unknown = () => undefined): { processor: JobProcessor; executed: string[] } {
  const executed: string[] = [];
  const processor = new JobProcessor({
    runtime: runtimeOf({ pay: ({ id }) => void executed.push(id) }),
    tools: new Map([[pay.fingerprint, pay]]),
    depsOf: deps,
    ledger: new MemoryCallLedger(),
    maxResultBytes: 1_000_000,
    logger: quietLogger(),
  });
  return { processor, executed };
}

/** A job of a queue, and what the processor does with it. */
function jobOf(data: Partial<JobData>): { job: CallJob; waits: string[] } {
  const waits: string[] = [];
  const job = {
    id: 'c_1',
    stalledCounter: 0,
    data: { call: JSON.stringify(callOf(pay)), ...data },
    updateData(changed: JobData) {
      job.data = changed;
      return Promise.resolve();
    },
    moveToWait: (token: string) => Promise.resolve(waits.push(token)),
  };
  return { job: job as unknown as CallJob, waits };
}

// BullMQ gives a job to a worker that waited for one when it was paused.
test.each<[string, Partial<JobData>]>([
  ['an awaited call', { attempt: 1 }],
  ['an awaited call that another worker had begun', { attempt: 1, stops: 1 }],
  ['a background call', {}],
])('a worker that has stopped leaves %s to another one', async (_name, data) => {
  const { processor, executed } = processorOf();
  const { job, waits } = jobOf(data);
  processor.calls.stop(new WorkerStopped());
  await expect(processor.process(job, 'token')).rejects.toThrow(WaitingError);
  expect([waits, executed, job.data.stops]).toEqual([['token'], [], data.stops ?? 0]);
});

test.each<[string, Partial<JobData>]>([
  ['an awaited call', { attempt: 1 }],
  ['a background call', {}],
])('a worker that stops while it makes the dependencies of %s leaves it to another one', async (_name, data) => {
  const { processor, executed } = processorOf(() => {
    processor.calls.stop(new WorkerStopped());
  });
  const { job, waits } = jobOf({ ...data, starts: 4 });
  await expect(processor.process(job, 'token')).rejects.toThrow(WaitingError);
  expect([waits, executed, job.data.stops, job.data.starts]).toEqual([['token'], [], 0, 0]);
});
