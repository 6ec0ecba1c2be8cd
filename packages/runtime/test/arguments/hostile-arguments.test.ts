import { describe, expect, it } from '@jest/globals';
import { acceptArguments } from '../../src/arguments/accept-arguments.js';
import type { ArgumentCheck } from '../../src/arguments/accepted-arguments.js';
import { createRuntime, defineTool, toolset } from '../../src/index.js';
import { argumentCheck } from '../support/argument-check.js';

const open = argumentCheck({ type: 'object', properties: { data: true } }, { open: true });
const closed = argumentCheck({
  type: 'object',
  properties: {
    a: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false },
    list: {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
    },
  },
  additionalProperties: false,
});

const KEYS = ['__proto__', 'constructor', 'prototype', '\\u005f_proto__', '__pro\\u0074o__'];
const PLACES = [
  (key: string) => `{"${key}":{"polluted":true}}`,
  (key: string) => `{"a":{"${key}":{"polluted":true}}}`,
  (key: string) => `{"data":[{"${key}":{"polluted":true}}]}`,
  (key: string) => `{"list":[{"${key}":"polluted"}]}`,
  (key: string) => `{'${key}':{'polluted':true},}`,
  (key: string) => `{${key}:{polluted:true}}`,
  (key: string) => JSON.stringify(`{"${key}":{"polluted":true}}`),
  (key: string) => `{"a":${JSON.stringify(`{"${key}":{"polluted":true}}`)}}`,
  (key: string) => `\`\`\`json\n{"${key}":{"polluted":true}}\n\`\`\``,
  (key: string) => `{"constructor":{"prototype":{"polluted":true}},"${key}":1}`,
];
const payloads = KEYS.flatMap((key) => PLACES.map((place) => place(key)));

describe('names that reach a prototype', () => {
  it.each(payloads)('%s is refused, or is no such name', (text) => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    for (const check of [open, closed]) {
      const outcome = acceptArguments(check, text);
      if (outcome.refusal !== undefined) continue;
      // Where the schema takes a text, a text it stays.
      expect(JSON.stringify(outcome.wire)).not.toMatch(/"(__proto__|constructor|prototype)":/);
      expect((outcome.args as { polluted?: unknown }).polluted).toBeUndefined();
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  });
});

describe('texts and values that are too much', () => {
  /** Of this thread alone where Node can tell: other processes take their share of the clock. */
  const milliseconds = (): number => {
    const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
    if (threadCpuUsage === undefined) return performance.now();
    const { user, system } = threadCpuUsage.call(process);
    return (user + system) / 1000;
  };
  /** Milliseconds of one call; the best of several. */
  const timeOf = (check: ArgumentCheck, sent: unknown): number => {
    let best = Infinity;
    for (let i = 0; i < 5; i++) {
      const started = milliseconds();
      const { refusal } = acceptArguments(check, sent);
      best = Math.min(best, milliseconds() - started);
      expect(refusal?.problem).toBeDefined();
    }
    return best;
  };
  const deepArray = (depth: number): unknown => {
    let value: unknown = 1;
    for (let i = 0; i < depth; i++) value = [value];
    return value;
  };
  it.each<[string, unknown]>([
    ['10 MB of text', `{"a":"${'x'.repeat(10_000_000)}"}`],
    ['1,000,000 open lists', '['.repeat(1_000_000)],
    ['250,000 open lists', '['.repeat(250_000)],
    ['43,000 open objects', '{"a":'.repeat(43_000)],
    ['250,000 open lists behind a quote', `{"a":"${'['.repeat(250_000)}`],
    ['30,000 open lists behind a single quote', `{'a':${'['.repeat(30_000)}`],
    ['10,000 objects one after the other', '{"a":1}'.repeat(10_000)],
    ['10,000 unclosed objects behind prose', `x ${'{"a":1 '.repeat(10_000)}`],
    ['120,000 commas', `{"a":[${','.repeat(120_000)}]}`],
    ['an object of depth 1,000,000', { data: deepArray(1_000_000) }],
    ['20,000 properties', { data: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i])) }],
    [
      '20,000 properties that are undefined',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, undefined])),
    ],
    ['a list of 10,000,000', { data: new Array<number>(10_000_000) }],
    ['250,000 quotes', `{${"'".repeat(250_000)}`],
    ['250,000 backslashes', `{"a":"${'\\'.repeat(250_000)}`],
    ['60,000 comments', `{${'/**/'.repeat(60_000)}`],
    ['60,000 code fences', '```'.repeat(60_000)],
  ])('%s: refused within 20 ms', (_case, sent) => {
    expect(timeOf(open, sent)).toBeLessThan(20);
    expect(timeOf(closed, sent)).toBeLessThan(20);
  });

  it('a circle', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(acceptArguments(open, circle).refusal?.problem).toBe('The arguments are nested more than 64 levels deep.');
  });

  it.each([{}, { target: 'openai' }] as const)('are asked for their names once (%j)', async (options) => {
    let asked = 0;
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]));
    const counted = new Proxy(many, {
      ownKeys: (names) => {
        asked++;
        return Reflect.ownKeys(names);
      },
    });
    const parameters = { type: 'object', properties: { a: { type: 'string' } } } as const;
    const tool = defineTool({ name: 'any', description: 'Any.', parameters, execute: () => 'done' });
    const run = createRuntime({ toolsets: toolset('all', [tool]) }).startRun(options);
    const { text } = await run.call({ name: 'any', arguments: counted });
    expect(text).toContain('The arguments hold more than 10000 values.');
    expect(asked).toBe(1);
  });

  it('a proxy that throws', () => {
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(acceptArguments(open, proxy).refusal?.problem).toBe('The arguments cannot be read.');
  });
});
