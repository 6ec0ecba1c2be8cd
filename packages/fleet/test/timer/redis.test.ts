import { SqliteScheduleStore } from '@haft/toolsets/schedule';
import { RedisServer, describeRedis } from '../support/redis-server.js';
import { timerSuite } from './timer-suite.js';

const hasSqlite = process.getBuiltinModule('node:sqlite') !== undefined;
if (!hasSqlite) console.warn('notice: this Node has no SQLite; the tests of schedules of a fleet are skipped.');
const describeTimer = hasSqlite ? describeRedis : describe.skip;

describeTimer('schedules of a fleet, on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => (redis = await RedisServer.start()));
  afterAll(() => redis.stop());

  timerSuite(() => ({
    timer: { socket: redis.socket },
    openStore: (file) => new SqliteScheduleStore({ file }),
    loseQueue: () => redis.connect().flushall(),
  }));
});
