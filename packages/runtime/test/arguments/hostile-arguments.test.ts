import { describe, expect, it } from '@jest/globals';
import { type ArgumentCheck, parseArguments } from '@haft/arguments';
import { createRuntime, defineTool, toolset } from '../../src/index.js';
import { argumentCheck } from '../../../arguments/test/support/argument-check.js';

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
  it.each(payloads)('%s is rejected, or is not such a name', (text) => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    for (const check of [open, closed]) {
      const outcome = parseArguments(check, text);
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
  /** The steps in which a text or a value is walked: characters that are read, and searches. */
  const stepsOf = (check: ArgumentCheck, sent: unknown): number => {
    let steps = 0;
    // A spy of Jest keeps the arguments of each call.
    const counted = (owner: object, name: string): (() => void) => {
      const own = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor;
      const method = own.value as (...args: unknown[]) => unknown;
      const value = function (this: unknown, ...args: unknown[]): unknown {
        steps++;
        return method.apply(this, args);
      };
      Object.defineProperty(owner, name, { ...own, value });
      return () => Object.defineProperty(owner, name, own);
    };
    const methods = ['charCodeAt', 'indexOf', 'slice', 'startsWith', 'at', 'charAt', 'codePointAt', 'match'];
    const replaced = [
      ...methods.map((name) => counted(String.prototype, name)),
      ...['exec', 'test'].map((name) => counted(RegExp.prototype, name)),
      ...['keys', 'entries'].map((name) => counted(Object, name)),
    ];
    try {
      expect(parseArguments(check, sent).refusal?.problem).toBeDefined();
    } finally {
      for (const restore of replaced) restore();
    }
    return steps;
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
  ])('%s: refused in a few steps for each character', (_case, sent) => {
    const most = 5 * (typeof sent === 'string' ? sent.length : 0) + 2_000;
    expect(stepsOf(open, sent)).toBeLessThanOrEqual(most);
    expect(stepsOf(closed, sent)).toBeLessThanOrEqual(most);
  });

  it('a circle', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(parseArguments(open, circle).refusal?.problem).toBe('The arguments are nested more than 64 levels deep.');
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
    expect(parseArguments(open, proxy).refusal?.problem).toBe('The arguments cannot be read.');
  });
});
