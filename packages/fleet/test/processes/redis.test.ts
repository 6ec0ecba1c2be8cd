import { SqliteCallLedger } from '@haft/durable/sqlite';
import { RedisServer, describeRedis } from '../support/redis-server.js';
import { workerSuite } from './worker-suite.js';

const hasSqlite = process.getBuiltinModule('node:sqlite') !== undefined;
if (!hasSqlite) console.warn('notice: this Node has no SQLite; the tests with workers in processes are skipped.');
const describeWorkers = hasSqlite ? describeRedis : describe.skip;

describeWorkers('a runtime with workers in other processes, on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => (redis = await RedisServer.start()));
  afterAll(() => redis.stop());

  workerSuite(() => ({
    connection: redis.connect(),
    worker: { socket: redis.socket },
    openLedger: (file) => new SqliteCallLedger({ file }),
  }));
});
