import fc from 'fast-check';
import { ModelRetry, Tool, ToolFailed, ToolResult, Toolset } from '@haft/core';
import { createRuntime, defineTool, toolset, type RunEvent, type RuntimeOptions } from '../../../src/index.js';
import { quietLogger } from '../../support/quiet-logger.js';
import { reflect } from '../../support/reflect.js';

@Toolset()
class Printer {
  result: () => unknown = () => undefined;

  @Tool()
  print(): unknown {
    return this.result();
  }

  @Tool()
  async *count(to: number): AsyncGenerator<number, string> {
    for (let i = 1; i <= to; i++) yield i;
    return `counted to ${to}`;
  }

  @Tool()
  *steps(to: number): Generator<unknown, unknown> {
    for (let i = 1; i <= to; i++) yield i % 2 === 0 ? Promise.resolve(i) : i;
    return Promise.resolve(`stepped to ${to}`);
  }

  @Tool()
  async promised(): Promise<unknown> {
    return this.result();
  }
}

const printer = reflect(Printer, {
  print: {},
  promised: {
    result: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] },
  },
  count: { parameters: { to: { type: 'integer' } } },
  steps: { parameters: { to: { type: 'integer' } } },
});

async function printed(result: unknown, options: RuntimeOptions = {}, name = 'print') {
  const toolset = new Printer();
  toolset.result = () => result;
  const logger = quietLogger();
  const runtime = createRuntime({ toolsets: [printer, toolset], ...options, observe: { logger, ...options.observe } });
  return { ...(await runtime.startRun().call({ id: 'c', name })), lines: logger.lines };
}

class Point {
  constructor(
    readonly x: number,
    private readonly y: number,
  ) {}
  describe(): string {
    return `${this.x} ${this.y}`;
  }
}
class Money {
  toJSON(): string {
    return '5 EUR';
  }
}

class Copied {
  readonly amount = 5;
  readonly toJSON = (): object => ({ ...this });
}

test.each<[string, unknown, string]>([
  ['a date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ['a map with text keys', new Map([['a', new Date(0)]]), '{"a":"1970-01-01T00:00:00.000Z"}'],
  ['a map with numbers as keys', new Map([[1, 'one']]), '{"1":"one"}'],
  ['a map with other keys', new Map([[true, 'one']]), '[[true,"one"]]'],
  ['a set', { tags: new Set(['a', 'b']) }, '{"tags":["a","b"]}'],
  ['a bigint', [12345678901234567890n], '["12345678901234567890"]'],
  ['bytes', { data: new Uint8Array([104, 105]) }, '{"data":"aGk="}'],
  ['a buffer', Buffer.from('hi'), '"aGk="'],
  ['a URL', { link: new URL('https://example.org/a') }, '{"link":"https://example.org/a"}'],
  ['an instance of a class', new Point(1, 2), '{"x":1,"y":2}'],
  ['toJSON', { price: new Money() }, '{"price":"5 EUR"}'],
  ['toJSON that gives a copy of itself', new Copied(), '{"amount":5}'],
  ['an object around a scalar', [Object('a'), Object(1), Object(false), Object(2n)], '["a",1,false,"2"]'],
  ['undefined properties', { a: undefined, b: 1 }, '{"b":1}'],
  ['undefined items', [undefined, 1], '[null,1]'],
  ['numbers that JSON has not', { a: NaN, b: Infinity }, '{"a":null,"b":null}'],
  ['a key __proto__', JSON.parse('{"__proto__":{"x":1}}'), '{"__proto__":{"x":1}}'],
  ['the same object twice', [[1], [1]].fill([2]), '[[2],[2]]'],
])('%s is written in its wire form', async (_name, value, text) => {
  expect((await printed(value)).text).toBe(text);
});

test('a result that JSON cannot say is a failure which says that the tool ran', async () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const outcome = await printed(loop);
  expect(outcome).toMatchObject({
    status: 'failed',
    reason: 'result',
    text: 'The tool ran, but its result could not be read. Do not repeat the call with the same arguments.',
  });
  expect(outcome.lines).toEqual(["The result of tool 'print' could not be given to the model."]);
});

test.each([
  [{ all: [1, { later: Promise.resolve(1) }] }, 'JSON has no form for Promise. It is at result.all[1].later.'],
  [[1, /a/], 'JSON has no form for RegExp. It is at result[1].'],
  [Promise.resolve(/a/), 'JSON has no form for RegExp.'],
  [new Map([['at', /a/]]), 'JSON has no form for RegExp.'],
])('the log says where a result has a part without a form in JSON, %#', async (value, message) => {
  const logger = quietLogger();
  const errors: unknown[] = [];
  await printed(value, { observe: { logger: { ...logger, error: (_, facts) => void errors.push(facts) } } });
  expect(errors).toMatchObject([{ error: { message } }]);
});

test.each([
  ['a promise', { later: Promise.resolve(1) }],
  ['a regular expression', [/a/]],
  ['an error', { error: new Error('secret') }],
  ['an array buffer', new ArrayBuffer(2)],
  ['a function', () => 1],
  ['an invalid date', new Date(NaN)],
  ['a response', new Response('body')],
  ['a stream', new ReadableStream()],
  ['a blob', { file: new Blob(['a']) }],
])('%s is a failure, and not silently {}', async (_name, value) => {
  expect(await printed(value)).toMatchObject({ status: 'failed', reason: 'result' });
});

test('a value that throws while it is written is a failure, not an exception', async () => {
  const outcome = await printed({
    toJSON: () => {
      throw new Error('secret');
    },
  });
  expect(outcome).toMatchObject({ status: 'failed', reason: 'result' });
});

test('a long result is cut with a clear note, and its value stays whole [LIM-4]', async () => {
  const outcome = await printed('x'.repeat(100_001));
  expect(outcome.text).toBe(`${'x'.repeat(100_000)}... (truncated, 100000 of 100001 characters)`);
  expect(outcome).toHaveProperty('value.length', 100_001);
});

test('the texts of parts share the limit, and data stay whole [LIM-4]', async () => {
  const image = { type: 'image', data: 'AAAAAAAAAAAA', mediaType: 'image/png' } as const;
  const content = [
    { type: 'text', text: 'abcd' },
    image,
    { type: 'text', text: 'efgh' },
    { type: 'text', text: 'ij' },
  ] as const;
  const outcome = await printed(new ToolResult({ value: 1, content }), { results: { maxCharacters: 6 } });
  expect(outcome).toHaveProperty('parts', [
    { type: 'text', text: 'abcd' },
    image,
    { type: 'text', text: 'ef... (truncated, 2 of 4 characters)' },
    { type: 'text', text: '... (truncated, 0 of 2 characters)' },
  ]);
  expect(await printed(new ToolResult({ value: 1, content }))).toHaveProperty('parts', content);
});

test('no character is cut in two [LIM-4]', async () => {
  const outcome = await printed('ab😀c', { results: { maxCharacters: 3 } });
  expect(outcome.text).toBe('ab... (truncated, 2 of 5 characters)');
});

test('a result with content, value and metadata: the model reads the content only [RES-2, RES-3, RES-4]', async () => {
  const outcome = await printed(
    new ToolResult({
      value: { pages: 3 },
      content: [
        { type: 'text', text: 'Three pages.' },
        { type: 'image', data: 'aGk=', mediaType: 'image/png' },
        { type: 'file', data: 'aGk=', mediaType: 'text/plain', name: 'notes.txt' },
        { type: 'resource', uri: 'https://example.org/a', name: 'Source' },
        { type: 'audio', data: 'aGk=', mediaType: 'audio/wav' },
      ],
      metadata: { cost: 0.2 },
    }),
  );
  expect(outcome).toMatchObject({ value: { pages: 3 }, metadata: { cost: 0.2 } });
  expect(outcome).toHaveProperty('parts.length', 5);
  expect(outcome.text).toBe(
    'Three pages.\nSee file 2.\nSee file notes.txt.\nSource: https://example.org/a\nSee file 5.',
  );
});

test('only a success of a tool that is final ends the run [RES-1]', async () => {
  const finish = (execute: () => unknown, settings: object = { final: true }) =>
    createRuntime({
      toolsets: toolset('desk', [
        defineTool({
          name: 'finish',
          description: 'Ends.',
          parameters: { type: 'object' },
          settings,
          execute,
        }),
      ]),
      observe: { logger: quietLogger() },
    })
      .startRun()
      .call({ name: 'finish' });
  const fail = (error: Error) => (): never => {
    throw error;
  };
  expect(await finish(() => 'bye', {})).not.toHaveProperty('final');
  expect(await finish(() => 'bye')).toMatchObject({ status: 'success', final: true });
  expect(await finish(() => new ToolResult({ value: 'bye' }))).toMatchObject({ status: 'success', final: true });
  for (const error of [new ToolFailed('No.'), new ModelRetry('Again.'), new Error('broken')]) {
    expect(await finish(fail(error))).not.toHaveProperty('final');
  }
});

test('a result without content is its value [RES-2]', async () => {
  expect((await printed(new ToolResult({ value: { a: 1 } }))).text).toBe('{"a":1}');
  expect((await printed(new ToolResult({ value: 1, content: 'One.' }))).text).toBe('One.');
});

test('outside production, a result must match the schema that the model saw [SCH-17]', async () => {
  expect(await printed({ at: new Date(0) }, {}, 'promised')).toMatchObject({ status: 'success' });
  expect(await printed({ at: 'yesterday' }, {}, 'promised')).toMatchObject({ status: 'failed', reason: 'result' });
  expect(await printed(new ToolResult({ value: 5 }), {}, 'promised')).toMatchObject({ status: 'failed' });
  expect(await printed({ at: 'yesterday' }, { results: { check: false } }, 'promised')).toMatchObject({
    status: 'success',
  });
});

test('outside production, undefined is not a result of a tool that returns a value', async () => {
  expect(await printed(undefined, {}, 'promised')).toMatchObject({ status: 'failed', reason: 'result' });
  expect(await printed(new ToolResult({ value: undefined, content: 'Done.' }), {}, 'promised')).toMatchObject({
    text: 'Done.',
  });
  expect(await printed(undefined, { results: { check: false } }, 'promised')).toMatchObject({ status: 'success' });
  expect(await printed(undefined)).toMatchObject({ status: 'success', text: '(no output)' });
});

test('values of an async generator are progress, and its return value is the result [DEF-7]', async () => {
  const events: RunEvent[] = [];
  const runtime = createRuntime({ toolsets: [printer, new Printer()] });
  const run = runtime.startRun({ onEvent: (event) => events.push(event) });
  expect(await run.call({ name: 'count', arguments: { to: 3 } })).toMatchObject({ text: 'counted to 3' });
  expect(events.map((event) => (event.type === 'progress' ? event.progress : event.type))).toEqual([1, 2, 3]);
});

test('values of a synchronous generator are progress, and its return value is the result', async () => {
  const events: RunEvent[] = [];
  const runtime = createRuntime({ toolsets: [printer, new Printer()] });
  const run = runtime.startRun({ onEvent: (event) => events.push(event) });
  expect(await run.call({ name: 'steps', arguments: { to: 3 } })).toMatchObject({ text: 'stepped to 3' });
  expect(events.map((event) => (event.type === 'progress' ? event.progress : event.type))).toEqual([1, 2, 3]);
});

test('the iterator of a list stays a value without a JSON form', async () => {
  expect(await printed([1, 2].values())).not.toMatchObject({ kind: 'success' });
});

describe('a long result of data', () => {
  /** The JSON before the note, and the note. */
  const cut = async (value: unknown, maxResultCharacters: number) => {
    const { text } = await printed(value, { results: { maxCharacters: maxResultCharacters } });
    expect(text.length).toBeLessThanOrEqual(maxResultCharacters + 200);
    const [, json = '', note = ''] =
      /^(.*)\.\.\. \(left out: (.*)\. To get them, call the tool again .*\)$/s.exec(text) ?? [];
    return { value: JSON.parse(json) as unknown, json, note };
  };
  const rows = Array.from({ length: 3000 }, (_, id) => ({ id, note: `the note of row ${String(id)}` }));

  test('loses whole items, and the note counts them [LIM-4]', async () => {
    const { value, json, note } = await cut(rows, 20_000);
    const kept = value as typeof rows;
    expect(kept).toEqual(rows.slice(0, kept.length));
    expect(json.length).toBeGreaterThan(19_900);
    expect(note).toBe(`${String(3000 - kept.length)} of 3000 items of the result`);
  });

  test('loses items of its longest list, and keeps its short properties [LIM-4]', async () => {
    const { value, note } = await cut({ total: 3000, rows, page: { next: 2 }, few: [1, 2] }, 1000);
    const { rows: kept, ...others } = value as { rows: typeof rows };
    expect(others).toEqual({ total: 3000, page: { next: 2 }, few: [1, 2] });
    expect(kept).toEqual(rows.slice(0, kept.length));
    expect(note).toBe(`${String(3000 - kept.length)} of 3000 items of rows`);
  });

  test('has shorter strings, without halves of characters [LIM-4]', async () => {
    const { value, note } = await cut({ title: 'A', body: '😀"\n'.repeat(5000), tail: 'z'.repeat(3000) }, 2000);
    const { title, body } = value as { title: string; body: string };
    expect([title, body.endsWith('...'), body.isWellFormed()]).toEqual(['A', true, true]);
    expect(note).toMatch(/^\d+ of 20000 characters of body; \d+ of 3000 characters of tail$/);
  });

  test('has fewer properties if it has very many [LIM-4]', async () => {
    const many = Object.fromEntries(rows.map(({ id, note }) => [`key${String(id)}`, note]));
    const { value, note } = await cut(many, 5000);
    const kept = Object.entries(value as object);
    expect(kept).toEqual(Object.entries(many).slice(0, kept.length));
    expect(note).toBe(`${String(3000 - kept.length)} of 3000 properties of the result`);
  });

  test('has a part of its first item if that is too long [LIM-4]', async () => {
    const { value } = await cut([{ id: 1, list: rows }, ...rows], 500);
    const [{ id, list } = { id: 0, list: [] }, ...others] = value as [{ id: number; list: typeof rows }];
    expect([id, list, others]).toEqual([1, rows.slice(0, list.length), []]);
    expect(list.length).toBeGreaterThan(5);
  });

  test('is valid JSON whatever it is [LIM-4]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 300, max: 2000 }), async (inner, limit) => {
        const value = { before: inner, long: rows, after: [inner, inner] };
        const { text } = await printed(value, { results: { maxCharacters: limit } });
        const [, json] = /^(.*)\.\.\. \((?:left out|truncated)/s.exec(text) ?? [];
        expect(text.length).toBeLessThanOrEqual(limit + 200);
        if (text.includes('... (left out: ')) expect(() => JSON.parse(json ?? '')).not.toThrow();
      }),
      { numRuns: 50 },
    );
  });
});

describe('a text that no provider takes', () => {
  test.each([[' \n\t'], ['\u00a0'], [new ToolResult({ value: 1, content: ' ' })]])('is blank: %j', async (value) => {
    expect((await printed(value)).text).toBe('(no output)');
  });

  test.each<[unknown, string]>([
    ['abc\ud800def', 'abc\ufffddef'],
    [{ title: 'abc\ud800', '\udfff': '\\ud800', pair: '😀' }, '{"title":"abc\ufffd","\ufffd":"\\\\ud800","pair":"😀"}'],
    [new ToolResult({ value: 1, content: [{ type: 'text', text: 'a\udc00' }] }), 'a\ufffd'],
  ])('has half of a character: %j', async (value, text) => {
    const outcome = await printed(value);
    expect(outcome.text).toBe(text);
    if ('parts' in outcome) expect(outcome.parts).toEqual([{ type: 'text', text }]);
    if (typeof value === 'string') expect(outcome).toHaveProperty('value', value);
  });

  test('and a failure has none either', async () => {
    const execute = (): string => {
      throw new ToolFailed('No page \udfff.');
    };
    const parameters = { type: 'object' } as const;
    const pages = toolset('pages', [defineTool({ name: 'page', description: 'Reads.', parameters, execute })]);
    const outcome = await createRuntime({ toolsets: pages })
      .startRun()
      .call({ id: 'c', name: 'page', arguments: '{}' });
    expect(outcome).toMatchObject({ status: 'failed', text: 'No page \ufffd.', cause: { message: 'No page \udfff.' } });
  });
});
