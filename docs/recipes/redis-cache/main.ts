import assert from 'node:assert/strict';
import { createRuntime } from 'haft';
import { RedisCache } from './redis-cache.js';
import { toolsets } from './toolsets.gen.js';

// In production: `new Redis(url)` of ioredis. The Map keeps this test without a server.
const texts = new Map<string, string>();
const redis = {
  get: async (key: string) => texts.get(key) ?? null,
  set: async (key: string, value: string) => texts.set(key, value),
};

// Two processes with one Redis: the second one does not ask for the rate again.
const first = createRuntime({ toolsets, cache: new RedisCache(redis) });
const second = createRuntime({ toolsets, cache: new RedisCache(redis) });

const asked = await first.startRun().call('rate_of', { currency: 'CHF' });
const found = await second.startRun().call('rate_of', { currency: 'CHF' });

assert.ok(asked.status === 'success' && asked.cached === undefined);
assert.ok(found.status === 'success' && found.cached === true);
assert.equal(found.text, asked.text);
assert.match([...texts.keys()].join(), /^haft:/);
