import { RedisServer, describeRedis } from '../support/redis-server.js';
import { hasLedger, workerSuite } from './worker-suite.js';

const describeWorkers = hasLedger ? describeRedis : describe.skip;

describeWorkers('a runtime with workers in other processes, on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => (redis = await RedisServer.start()));
  afterAll(() => redis.stop());

  workerSuite(() => ({ connection: redis.connect(), worker: { socket: redis.socket } }));
});
