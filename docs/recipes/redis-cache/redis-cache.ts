import type { CacheStore } from 'haft/extend';

/** The commands of a client, as in `new Redis()` of ioredis 5 and 6. */
interface RedisCommands {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, px: 'PX', ms: number): Promise<unknown>;
}

/** Results of `@Cached` tools in Redis, where all processes find them. */
export class RedisCache implements CacheStore {
  constructor(private readonly redis: RedisCommands) {}

  async get(key: string): Promise<string | undefined> {
    return (await this.redis.get(`haft:${key}`)) ?? undefined;
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.redis.set(`haft:${key}`, value, 'PX', ttlMs);
  }
}
