import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ToolDefinition, ToolOutcome } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { answerOf, isFailure, refusal } from '../../src/code/bridge/answer-of.js';
import type { Program } from '../../src/code/code-backend.js';
import { CodeOptions, type CodeSettings } from '../../src/code/code-options.js';
import { describeResult } from '../../src/code/describe-result.js';
import { endOf } from '../../src/code/javascript/end-of.js';
import { failureOf, isBusy } from '../../src/code/javascript/failure-of.js';
import { requireRun } from '../../src/code/javascript/require-run.js';
import { withHint } from '../../src/code/missing-names.js';
import { ProgramSlots } from '../../src/code/program-slots.js';
import { LineSplitter } from '../../src/code/python/line-splitter.js';
import { briefTool } from '../../src/code/signatures/brief-tool.js';
import { shareTypes } from '../../src/code/signatures/share-types.js';
import { withoutFence } from '../../src/code/without-fence.js';

const tool = (name: string, properties: Readonly<Record<string, JsonSchemaObject | boolean>> = {}): ToolDefinition => ({
  name,
  description: 'Does it.',
  parameters: { type: 'object', properties },
  toolset: 't',
  version: '0',
  fingerprint: '',
});

describe('the answer to a call of a program', () => {
  const outcome = (more: object) =>
    ({ callId: '1', tool: 't', repairs: [], text: 'text', ...more }) as unknown as ToolOutcome;
  const answer = (more: object, definition?: ToolDefinition) => answerOf('t', outcome(more), () => definition);
  const large = 'x'.repeat(999_999);
  const start = "Tool 't' failed: It ran, but its result has 1000001 bytes of JSON. At most 1000000 are allowed.";

  it.each([
    [{ status: 'success', value: { a: 1 } }, '{"a":1}'],
    [{ status: 'success', value: null }, 'null'],
    [{ status: 'success', value: undefined }, '"text"'],
    [{ status: 'success', value: 'x'.repeat(999_998) }, JSON.stringify('x'.repeat(999_998))],
  ])('is its value [CODE-1]', (given, json) => {
    expect(answer(given)).toEqual({ kind: 'value', json });
  });

  it('is an error with the text, the status and the issues [CODE-1]', () => {
    const issues = [{ path: '', message: 'm' }];
    const error = { kind: 'error', issues: [] };
    expect(answer({ status: 'denied' })).toEqual({ ...error, status: 'denied', message: "Tool 't' was denied: text" });
    expect(answer({ status: 'retry', issues })).toEqual({
      kind: 'error',
      status: 'retry',
      message: "Tool 't' failed: text",
      issues,
    });
    const circular: Record<string, unknown> = {};
    circular['a'] = circular;
    expect(answer({ status: 'success', value: circular })).toEqual({
      ...error,
      status: 'failed',
      message: "Tool 't' failed: It ran, but its result has no JSON form.",
    });
    expect(refusal('no')).toEqual({ ...error, status: 'refused', message: 'no' });
    const statuses = ['success', 'retry', 'failed', 'denied', 'deferred', 'interrupted'];
    expect(statuses.filter((status) => isFailure(outcome({ status })))).toEqual(['retry', 'failed']);
  });

  it.each<[Record<string, JsonSchemaObject | boolean>, string]>([
    [{ offset: { type: 'integer' }, maxItems: { type: 'integer' }, name: { type: 'string' } }, 'offset and maxItems.'],
    [{ limit: { type: 'string' }, other: true }, 'Ask it for less.'],
    [
      { paths: { type: 'array', description: 'Such as a.ts:10-40 for lines.' } },
      'less. paths: Such as a.ts:10-40 for lines.',
    ],
    [{ paths: { type: 'array', description: 'Apartments.' } }, 'Ask it for less.'],
  ])('says how to get a large value with the parameters %j [CODE-3]', (properties, end) => {
    const given = answer({ status: 'success', value: large }, tool('t', properties)) as { message: string };
    expect(given.message.startsWith(start)).toBe(true);
    expect(given.message.endsWith(end)).toBe(true);
    if (end.startsWith('offset')) expect(given.message).toContain(' Get it in parts with offset and maxItems.');
  });
});

describe('the end of a program', () => {
  const end = { head: 'a', left: 0, tail: '' };
  it.each<[object | string, object]>([
    [end, { exitCode: 0, logs: 'a' }],
    [
      { ...end, result: '1' },
      { exitCode: 0, logs: 'a', output: '1' },
    ],
    [
      { ...end, left: 3, tail: 'b' },
      { exitCode: 0, logs: 'a\n[... 3 characters left out ...]\nb' },
    ],
    [
      { ...end, result: 'x' },
      { exitCode: 1, logs: 'a', error: 'The result is not valid JSON.' },
    ],
    [
      { ...end, result: `"${'x'.repeat(99_999)}"` },
      { exitCode: 1, logs: 'a', error: 'The result has 100001 bytes of JSON. At most 100000 are allowed.' },
    ],
    [
      { ...end, failure: { message: 'InternalError: out of memory', line: 1, column: 1 } },
      { exitCode: 1, logs: 'a', error: 'out of memory' },
    ],
    ...['x', 'null', '[]', { left: 0, tail: '' }, { ...end, left: -1 }, { ...end, left: 0.5 }, { ...end, head: 1 }].map(
      (one): [object | string, object] => [
        one,
        { exitCode: 1, logs: '', error: 'The program did not end with a valid result.' },
      ],
    ),
    ...[
      { tail: 1 },
      { result: 1 },
      { failure: {} },
      { failure: { message: 'a', line: 1, column: '1' } },
      { failure: { message: 'a', line: '1', column: 1 } },
      { failure: { message: 1, line: 1, column: 1 } },
    ].map((one): [object, object] => [
      { ...end, ...one },
      { exitCode: 1, logs: '', error: 'The program did not end with a valid result.' },
    ]),
  ])('is read from its value, which is checked [CODE-1]', (value, ended) => {
    expect(endOf(typeof value === 'string' ? value : JSON.stringify(value), 'code')).toEqual({
      kind: 'ended',
      ...ended,
    });
  });

  it('is read from any value, and from a long result [CODE-1]', () => {
    expect(endOf(1, '')).toMatchObject({ error: 'The program did not end with a valid result.' });
    const result = `"${'x'.repeat(99_998)}"`;
    expect(endOf(JSON.stringify({ ...end, result }), '')).toMatchObject({ exitCode: 0, output: result });
  });

  const failure = (code: string | undefined, message = 'm', name = 'Error') =>
    Object.assign(new Error(message), { name, ...(code !== undefined && { code }) });
  const left = (error: unknown, more: Partial<Program> = {}, leftMs = 1_000) =>
    failureOf(error, { program: { code: 'c', seconds: 30, ...more } as Program, leftMs, logs: 'l' });

  it.each<[unknown, string]>([
    [failure('RUN_TIMEOUT'), 'execution stopped after too many steps. Do less work in one program.'],
    [failure('RUN_CONCURRENCY_LIMIT'), 'execution timed out after 30s'],
    [failure('RUN_BRIDGE_LIMIT'), 'The program made more than 256 calls.'],
    [failure('ERR_WORKER_OUT_OF_MEMORY'), 'out of memory'],
    [failure('RUN_DETACHED_BRIDGE_REQUEST'), 'The program broke off: m'],
    [failure('RUN_SERIALIZATION_ERROR'), 'The program broke off: m'],
    [failure('RUN_PROTOCOL_ERROR'), 'The program broke off: m'],
    [failure(undefined, 'interrupted'), 'execution stopped after too many steps. Do less work in one program.'],
    ['interrupted', 'execution stopped after too many steps. Do less work in one program.'],
    [failure(undefined, 'm', 'RangeError'), 'RangeError: m'],
  ])('by force has the text for %s [CODE-3]', (error, text) => {
    expect(left(error)).toEqual({ kind: 'ended', logs: 'l', exitCode: null, error: text });
  });

  it('by force depends on the time that was left, and on where the program was [CODE-3]', () => {
    expect(left(failure('RUN_TIMEOUT'), {}, 101)).toMatchObject({ error: expect.stringContaining('too many steps') });
    expect(left(failure('RUN_TIMEOUT'), {}, 100)).toMatchObject({ error: 'execution timed out after 30s' });
    expect(left(failure('RUN_PROTOCOL_ERROR'), { resumed: {} })).toMatchObject({
      error: 'The program cannot continue from where it waited.',
    });
    expect(left(failure('RUN_USER_SOURCE_ERROR', 'out of memory', 'InternalError'))).toEqual({
      kind: 'ended',
      logs: 'l',
      exitCode: 1,
      error: 'out of memory',
    });
    expect(left(failure('RUN_USER_SOURCE_ERROR', 'm', 'TypeError'))).toMatchObject({
      exitCode: 1,
      error: 'TypeError: m',
    });
    for (const error of [failure('OTHER'), 'x', undefined]) {
      expect(() => left(error)).toThrow();
    }
    expect([failure('RUN_CONCURRENCY_LIMIT'), failure('RUN_TIMEOUT'), 'x'].map(isBusy)).toEqual([true, false, false]);
  });

  it('has a text with its result or problem, then the calls, then what was printed [TOOL-21]', () => {
    const ended = { kind: 'ended', logs: ' p \n\n', exitCode: 0 } as const;
    expect(describeResult({ ...ended, logs: '\n' }, 'python')).toBe('(no result: call set_result(value))');
    expect(describeResult(ended, 'javascript', 'made')).toBe(
      '(no result: a program returns its result)\nmade\n\nlogs:\n p',
    );
    expect(describeResult({ ...ended, output: '1', error: 'bad' }, 'python')).toBe('bad\n\nlogs:\n p');
  });
});

describe('a name that programs do not have', () => {
  const hintOf = (message: string, tools: string[] = [], language: 'javascript' | 'python' = 'javascript') =>
    withHint(
      message,
      tools.map((name) => tool(name)),
      language,
    );

  it.each([
    [
      'fetch axios XMLHttpRequest WebSocket http https got request requests undici urllib3 httpx aiohttp',
      'no network. Only',
    ],
    ['fs readFile readFileSync writeFile writeFileSync path os glob Bun Deno', 'no files. Only'],
    ['child_process exec execSync spawn spawnSync', 'start no processes. Only'],
    ['prompt confirm alert input readline', 'do not talk to the user. Only'],
    [
      'setTimeout setInterval setImmediate clearTimeout clearInterval sleep delay timers',
      'no timers. Leave the wait out: a call ends with its result.',
    ],
    ['process env', 'no process and no environment.'],
    ['require module exports __dirname __filename', 'cannot load modules.'],
    ['window document navigator localStorage', 'do not run in a browser.'],
    ['functions default_api multi_tool_use', 'Write tools.name({ ... }).'],
    ['print', 'Write console.log(...).'],
    [
      'Buffer URL URLSearchParams btoa atob TextEncoder TextDecoder crypto performance structuredClone queueMicrotask AbortController',
      'have the language alone, without objects of Node or browsers.',
    ],
  ])('says what to do instead of %s [CODE-1]', (names, hint) => {
    for (const name of names.split(' ')) {
      const text = hintOf(`Cannot find name '${name}'.`);
      expect(text.startsWith(`Cannot find name '${name}'. `)).toBe(true);
      expect(text).toContain(hint);
    }
  });

  it('names the tools that do it, with any prefix [CODE-1]', () => {
    expect(hintOf('fs is not defined', ['x_file_read', 'file_list', 'my_file_reader'])).toBe(
      'fs is not defined. Programs have no files. Call tools.x_file_read({ ... }) or tools.file_list({ ... }).',
    );
    expect(hintOf("name 'input' is not defined", ['ask_user'], 'python')).toBe(
      "name 'input' is not defined. Programs do not talk to the user. Call call_tool('ask_user', { ... }).",
    );
    expect(hintOf('exec is not defined', ['shell_run'])).toContain('Call tools.shell_run({ ... }).');
    expect(hintOf('http is not defined', ['http_fetch'])).toContain('Call tools.http_fetch({ ... }).');
    expect(hintOf('fs is not defined', ['file_write'])).toContain('Call tools.file_write({ ... }).');
    expect(hintOf("could not load module 'node:fs/promises'")).toContain('Programs have no files.');
  });

  it.each([
    '',
    'x is not defined',
    "Cannot find name 'x'. Did you mean 'y'?",
    'a.fs is not defined',
    "TypeError: 'fs' is",
  ])('leaves %j as it is [CODE-1]', (message) => {
    expect(hintOf(message)).toBe(message);
  });
});

describe('the fence of a program', () => {
  it.each([
    ['```\na\n```', '\na'],
    ['  ~~~~ts  \na\n~~~\n~~~~\n', '\na\n~~~'],
    ['Text\n\n```js\na', '\n\n\na'],
    ['```js\na\n```\nText.\n', '\na'],
    ['```js title=a\na\n```', '\na'],
    ['a ```', 'a ```'],
    ['a\n```', 'a\n```'],
    ['a ```\n\nb', 'a ```\n\nb'],
    ['```\n\n```', '```\n\n```'],
    ['``` a ```\nb', '``` a ```\nb'],
    ['x = 1\n```\na\n```', 'x = 1\n```\na\n```'],
    ['```\na\n```\nb();', '```\na\n```\nb();'],
    ['```\na\n```\n```\nb\n```', '```\na\n```\n```\nb\n```'],
  ])('is left out of %j: %j [CODE-1]', (code, without) => {
    expect(withoutFence(code)).toBe(without);
  });
});

it.each<[CodeSettings, string, string]>([
  [{ languages: [] }, 'languages is empty.', "Give at least 'javascript'."],
  [{ languages: ['ruby' as never] }, "languages contains 'ruby'.", "Use 'javascript' or 'python'."],
  [{ concurrency: 0 }, 'concurrency of the code toolset is 0.', 'Give a whole number of at least 1.'],
  ...['a', ['a b'], ['*'], [1], ['']].map((tools): [CodeSettings, string, string] => [
    { tools: tools as never },
    'tools is not a list of names of tools.',
    'For a pattern, write a function of the definition.',
  ]),
])('refuses the settings %j of code [CODE-2]', (settings, message, hint) => {
  expect(() => new CodeOptions(settings)).toThrow(
    expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message, hint }),
  );
});

it('checks programs unless it is told not to, and names each language once [CODE-1]', () => {
  const checker = { check: () => Promise.resolve([]) };
  expect(new CodeOptions({}, checker)).toMatchObject({ checker, tools: undefined });
  expect(new CodeOptions({ check: false }, checker).checker).toBeUndefined();
  const { backends } = new CodeOptions({ languages: ['javascript', 'javascript'], tools: ['a_1'] });
  expect(backends.map(({ language }) => language)).toEqual(['javascript']);
});

it('says how to install a missing package [CODE-1]', () => {
  expect(() => {
    requireRun('file:///nowhere/a.js');
  }).toThrow(
    expect.objectContaining({
      code: 'HAFT_MISSING_PEER',
      message: "The tool 'execute_code' needs the package run, and run is not installed.",
      hint: 'Run `npm install run@2`. A bundle needs it next to it.',
      cause: expect.anything(),
    }),
  );
});

it('gives programs in programs slots of three levels [CODE-3]', () => {
  const slots = new ProgramSlots(1);
  const first = slots.level();
  const [second, third, fourth] = first.within(() => {
    const inner = slots.level();
    return [inner, ...inner.within(() => [slots.level(), slots.level().within(() => slots.level())])];
  });
  const all = [first, second, third].map((level) => level?.slots);
  expect(new Set(all).size).toBe(3);
  expect(all).not.toContain(undefined);
  expect(fourth?.slots).toBeUndefined();
  expect(slots.level().slots).toBe(first.slots);
});

it('splits chunks into lines of a bounded length [CODE-3]', () => {
  const splitter = new LineSplitter(4);
  const add = (text: string) => splitter.add(Buffer.from(text))?.map(String);
  expect([add('ab'), add('cd\n\ne'), add('\nfghi'), add('\n')]).toEqual([[], ['abcd', ''], ['e'], ['fghi']]);
  expect([add('abcd'), add('e')]).toEqual([[], undefined]);
  expect(new LineSplitter(4).add(Buffer.from('a\nabcde\n'))).toBeUndefined();
});

it('names object types that occur more than once [CODE-1]', () => {
  const long = `{ ${'name: string; '.repeat(5)}}`;
  const outer = `{ a: ${long}; b: "}{" }`;
  expect(shareTypes(['a', 'b', 'c'].map((name) => `${name}: ${outer}`))).toEqual({
    types: [`type Type1 = ${outer};\n`],
    texts: ['a: Type1', 'b: Type1', 'c: Type1'],
  });
  expect(shareTypes([`a: ${outer}`, `b: ${outer}`, `c: ${long}`])).toEqual({
    types: [`type Type1 = { a: Type2; b: "}{" };\n`, `type Type2 = ${long};\n`],
    texts: ['a: Type1', 'b: Type1', 'c: Type2'],
  });
  const short = `{ ${'a'.repeat(55)} }`;
  expect(shareTypes([short, short])).toEqual({ types: [], texts: [short, short] });
  const least = `{ ${'a'.repeat(56)} }`;
  expect(shareTypes([least, least]).texts).toEqual(['Type1', 'Type1']);
  const noted = `/* ${long} */ "\\"${long}"`;
  expect(shareTypes([noted, noted]).types).toEqual([]);
  const many = Array.from({ length: 21 }, (_, index) => `{ ${String(index).repeat(30).padEnd(100)} }`);
  expect(shareTypes([...many, ...many]).types).toHaveLength(20);
});

it('says the same with shared types as without them [CODE-1]', () => {
  const { type } = fc.letrec<{ type: string }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('string', '"}{; }"', '"\\""', `${'x'.repeat(60)}[]`),
      fc
        .array(tie('type'), { minLength: 1, maxLength: 3 })
        .map((types) => `{ ${types.map((one, at) => `p${at}: ${one}`).join('; ')} }`),
    ),
  }));
  const check = fc.property(fc.array(type, { maxLength: 6 }), (given) => {
    const { types, texts } = shareTypes([...given, ...given]);
    const bodies = types.map((one) => one.replace(/^type \w+ = |;\n$/g, ''));
    // No type has the name of an earlier one.
    const whole = (text: string): string =>
      bodies.reduce((known, body, at) => known.replaceAll(RegExp(`\\bType${at + 1}\\b`, 'g'), () => body), text);
    expect(texts.map(whole)).toEqual([...given, ...given]);
    expect(texts.join('').length + bodies.join('').length).toBeLessThanOrEqual(given.join('').length * 2);
  });
  fc.assert(check);
});

it('leaves out texts that the definition of a tool has, and keeps those of its result [CODE-1]', () => {
  const text = { type: 'string', description: 'a\n  b', default: 'c' } as const;
  const long = { type: 'string', enum: ['a'.repeat(20), 'b'.repeat(16)] } as const;
  const given: ToolDefinition = {
    ...tool('t', { a: { ...text, deprecated: true }, b: { type: 'array', items: text } }),
    result: { type: 'object', properties: { c: text, d: long, e: { enum: ['a', 'b'] }, f: { anyOf: [text, true] } } },
  };
  expect(briefTool(given)).toEqual({
    ...given,
    description: '',
    parameters: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'string' } } },
    },
    result: {
      type: 'object',
      properties: {
        c: { type: 'string', description: 'a b' },
        d: long,
        e: { enum: ['a', 'b'] },
        f: { anyOf: [{ type: 'string', description: 'a b' }, true] },
      },
    },
  });
  expect(briefTool(given, true).result).toEqual({
    type: 'object',
    properties: {
      c: { type: 'string' },
      d: { type: 'string' },
      e: { enum: ['a', 'b'] },
      f: { anyOf: [{ type: 'string' }, true] },
    },
  });
  const exact = { ...given, result: { enum: ['a'.repeat(20), 'b'.repeat(15)] } };
  expect(briefTool(exact, true).result).toEqual(exact.result);
  expect(briefTool(tool('t'))).not.toHaveProperty('result');
});

it.each<[string, (schema: JsonSchemaObject) => JsonSchemaObject]>([
  ['properties', (one) => ({ properties: { a: one } })],
  ['additionalProperties', (one) => ({ additionalProperties: one })],
  ['items', (one) => ({ items: one })],
  ['prefixItems', (one) => ({ prefixItems: [one, true] })],
  ['anyOf', (one) => ({ anyOf: [one, false] })],
  ['oneOf', (one) => ({ oneOf: [one] })],
  ['allOf', (one) => ({ allOf: [one] })],
  ['$defs', (one) => ({ $defs: { a: one } })],
])('leaves out texts in %s at every depth [CODE-1]', (_, within) => {
  const given = within(within({ type: 'string', description: 'a\nb', default: 'c' }));
  const definition = { ...tool('t'), result: given };
  expect(briefTool(definition).result).toEqual(within(within({ type: 'string', description: 'a b' })));
  expect(briefTool(definition, true).result).toEqual(within(within({ type: 'string' })));
});
