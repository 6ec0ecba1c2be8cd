import { Queue } from 'bullmq';
import { fleetTimer, type FleetTimerOptions, type TimedSlot, type TimedWork } from '../../src/index.js';
import { RedisServer, describeRedis } from '../support/redis-server.js';
import { deferred, until } from '../support/turn.js';

const slotOf = (schedule: string): TimedSlot => ({ tenantId: '', userId: 'kim', schedule, at: 1 });

/** A scheduler whose slots are in memory. */
class Work implements TimedWork {
  readonly concurrency = 10;
  readonly slots: Map<string, TimedSlot>;
  readonly executed: string[] = [];
  readonly errors: unknown[] = [];
  looks = 0;

  constructor(
    schedules: readonly string[],
    private readonly execute: (schedule: string) => void | Promise<void> = () => undefined,
  ) {
    this.slots = new Map(schedules.map((schedule) => [schedule, slotOf(schedule)]));
  }

  endInterrupted(): Promise<void> {
    this.looks++;
    return Promise.resolve();
  }

  due(limit: number): Promise<readonly TimedSlot[]> {
    return Promise.resolve([...this.slots.values()].slice(0, limit));
  }

  take({ schedule }: TimedSlot): Promise<(() => Promise<void>) | undefined> {
    if (!this.slots.delete(schedule)) return Promise.resolve(undefined);
    return Promise.resolve(async () => {
      await this.execute(schedule);
      this.executed.push(schedule);
    });
  }

  onError(error: unknown): void {
    this.errors.push(error);
  }
}

let queues = 0;

describeRedis('fleetTimer [TOOL-12]', () => {
  let redis: RedisServer;
  beforeAll(async () => (redis = await RedisServer.start()));
  afterAll(() => redis.stop());

  const prefix = (): string => `timer${queues++}`;
  const open = (options: Partial<FleetTimerOptions> = {}) =>
    fleetTimer({ connection: redis.connect(), lookMs: 50, prefix: prefix(), ...options });

  test('executes more slots than one look gives to the fleet', async () => {
    const work = new Work(Array.from({ length: 1_500 }, (_, at) => `s${at}`));
    // The next look comes after an hour, so that the first one has to continue.
    const lookMs = 3_600_000;
    const name = prefix();
    const timer = open({ lookMs, prefix: name });
    timer.start(work);
    const queue = new Queue(`${name}-schedules`, { connection: redis.connect() });
    await queue.add('look', {});
    await until(() => work.executed.length === 1_500);
    expect(new Set(work.executed).size).toBe(1_500);
    expect(work.errors).toEqual([]);
    await timer.stop();
    await queue.close();
  });

  test('a stop waits for the executions in progress, and takes no new slots', async () => {
    const begun = deferred();
    const released = deferred();
    const work = new Work(['slow'], () => {
      begun.resolve();
      return released.promise;
    });
    const timer = open();
    timer.start(work);
    await begun.promise;
    let hasStopped = false;
    const stopping = timer.stop().then(() => (hasStopped = true));
    work.slots.set('late', slotOf('late'));
    await new Promise(setImmediate);
    expect(hasStopped).toBe(false);
    released.resolve();
    await stopping;
    expect(work.executed).toEqual(['slow']);
  });

  test('reports what fails, and tries the slot again at the next look', async () => {
    const work = new Work(['one', 'two']);
    const take = work.take.bind(work);
    let fails = 2;
    work.take = (slot) => (fails-- > 0 ? Promise.reject(new Error('The store is down.')) : take(slot));
    const timer = open();
    timer.start(work);
    await until(() => work.executed.length === 2);
    await timer.stop();
    expect(work.errors).toEqual([new Error('The store is down.'), new Error('The store is down.')]);
  });

  test('ignores jobs that are not slots', async () => {
    const name = prefix();
    const work = new Work([]);
    const taken: TimedSlot[] = [];
    work.take = (slot) => {
      taken.push(slot);
      return Promise.resolve(undefined);
    };
    const timer = open({ prefix: name });
    const queue = new Queue(`${name}-schedules`, { connection: redis.connect() });
    const bad = [{}, 'text', { ...slotOf('a'), at: 'now' }, { ...slotOf('a'), userId: 5 }];
    await queue.addBulk(bad.map((data) => ({ name: 'slot', data })));
    await queue.add('slot', slotOf('good'));
    timer.start(work);
    await until(() => taken.length > 0);
    await timer.stop();
    await queue.close();
    expect([taken, work.errors]).toEqual([[slotOf('good')], []]);
  });

  test('one of several processes looks at each multiple of the interval', async () => {
    const name = prefix();
    const works = [new Work([]), new Work([]), new Work([])];
    const timers = works.map(() => open({ prefix: name, lookMs: 200 }));
    const begin = Math.ceil(Date.now() / 200);
    for (const [at, timer] of timers.entries()) timer.start(works[at] as Work);
    const looks = (): number => works.reduce((sum, one) => sum + one.looks, 0);
    await until(() => looks() >= 5);
    await Promise.all(timers.map((timer) => timer.stop()));
    // Without the queue, each process would look. A look is repeated only if a process plans it too
    // late.
    expect(looks()).toBeLessThan(2 * (Math.floor(Date.now() / 200) - begin + 1));
  });

  test.each([
    [{ lookMs: 0 }, 'lookMs'],
    [{ lockMs: 1.5 }, 'lockMs'],
    [{ every: 5 }, 'every'],
  ])('refuses %j', (options, text) => {
    expect(() => open(options as Partial<FleetTimerOptions>)).toThrow(text);
  });
});
