import { afterEach, describe, expect, it } from '@jest/globals';
import { HaftError, type RunContext } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import {
  createRuntime,
  decision,
  defineTool,
  toolset,
  type Run,
  type RunEvent,
  type RunOptions,
} from '../../src/index.js';
import { dialectOf, type Target } from '../../src/dialect.js';

const parameters: JsonSchemaObject = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    limit: { type: 'integer', maximum: 10 },
    labels: { type: 'object', additionalProperties: { type: 'integer' } },
    pair: {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'integer' }],
      items: false,
      minItems: 2,
      maxItems: 2,
    },
    secret: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['title'],
  additionalProperties: false,
};

const seen: object[] = [];
afterEach(() => {
  seen.length = 0;
});
const note = defineTool({
  name: 'note',
  description: 'Writes a note.',
  parameters,
  execute: (args: object) => {
    seen.push(args);
    return 'done';
  },
});
const outer = defineTool({
  name: 'outer',
  description: 'Calls the other.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  execute: async (_: object, context: RunContext): Promise<string> => {
    const outcome = await context.calls.call({ name: 'note', arguments: { title: 'y', labels: { b: 2 } } });
    return outcome.text;
  },
});
const free = defineTool({
  name: 'free',
  description: 'Takes anything.',
  parameters: { type: 'object', properties: { value: {} }, required: ['value'], additionalProperties: false },
  execute: (args: object) => {
    seen.push(args);
    return 'done';
  },
});
const runtime = createRuntime({ toolsets: toolset('notes', [note, outer, free]), errors: { onUnexpected: 'throw' } });
let run: Run = runtime.startRun() as Run;

const start = (target: Target, options: RunOptions = {}): typeof run =>
  (run = runtime.startRun({ ...options, target }));
const call = (args: unknown, name = 'note') => run.call({ id: 'c1', name, arguments: JSON.stringify(args) });

describe('a run with a target', () => {
  it("reads arguments in the form of the model's schema, and records the changes that it undid", async () => {
    start('openai');
    const outcome = await call({
      title: 'x',
      limit: null,
      labels: [{ key: 'a', value: 1 }],
      pair: { item0: 'p', item1: 2 },
      secret: null,
    });
    expect(outcome.status).toBe('success');
    expect(seen).toEqual([{ title: 'x', labels: { a: 1 }, pair: ['p', 2] }]);
    expect(outcome.repairs).toEqual([
      { path: ['limit'], kind: 'dialect', from: 'null', to: 'nothing' },
      { path: ['labels'], kind: 'dialect', from: 'an array of 1 item', to: 'an object' },
      { path: ['pair'], kind: 'dialect', from: 'an object', to: 'an array of 2 items' },
      { path: ['secret'], kind: 'dialect', from: '(hidden)', to: 'nothing' },
    ]);
  });

  it('takes arguments in the form of the tool itself as well', async () => {
    start('openai');
    expect(await call({ title: 'x', labels: { a: 1 }, pair: ['p', 2] })).toMatchObject({
      status: 'success',
      repairs: [],
    });
  });

  it('tells its listeners', async () => {
    const events: RunEvent[] = [];
    start('openai', { onEvent: (event) => events.push(event) });
    await call({ title: 'x', limit: null });
    expect(events).toMatchObject([{ type: 'repaired', repairs: [{ kind: 'dialect', path: ['limit'] }] }]);
  });

  it("reports problems at the model's paths, with the model's expectations", async () => {
    start('openai');
    const outcome = await call({ title: 5, labels: [{ key: 'a', value: 'one' }], pair: 'p', limit: 99 });
    expect(outcome.text).toBe(`Tool call validation failed for tool 'note':
- title: expected a string, received 5
- limit: expected an integer of at most 10, received 99
- labels[0].value: expected an integer, received "one"
- pair: expected an object with item0, item1, received "p"

Fix the errors and try again.`);
  });

  it('rejects a duplicate key in a list, with the other problems', async () => {
    start('openai');
    const outcome = await call({
      title: 'x',
      limit: 'many',
      labels: [
        { key: 'a', value: 1 },
        { key: 'a', value: 2 },
      ],
    });
    expect(outcome.text).toContain(`
- labels[1].key: expected a key that stands there once, received "a"
- limit: expected an integer of at most 10, received "many"
`);
    expect(seen).toEqual([]);
  });

  it('coerces after that', async () => {
    start('openai');
    const outcome = await call({ title: 'x', limit: '5', labels: [{ key: 'a', value: '1' }] });
    expect(seen).toEqual([{ title: 'x', limit: 5, labels: { a: 1 } }]);
    expect(outcome.repairs.map(({ kind }) => kind)).toEqual(['dialect', 'coercion', 'coercion']);
  });

  it('explains a problem that comes back by the schema and an example that the model was shown', async () => {
    start('openai');
    await call({ title: 'x', labels: [{ key: 'a', value: 'one' }] });
    const { text } = await call({ title: 'x', labels: [{ key: 'a', value: 'two' }] });
    const form = dialectOf(note.definition, 'openai');
    expect(text).toContain(`The schema of labels: ${JSON.stringify(form.parameters.properties?.['labels'])}`);
    expect(text).toContain(
      'Valid arguments look like this: {"title":"text","labels":[{"key":"key","value":1}],"limit":null,',
    );
  });

  it('refuses names that could reach a prototype', async () => {
    start('openai');
    const outcome = await call({ title: 'x', labels: [{ key: '__proto__', value: 1 }] });
    expect(outcome).toMatchObject({
      status: 'retry',
      issues: [{ path: ['labels', 0, 'value'], rule: 'reservedName' }],
    });
    start('gemini');
    expect(await call({ value: '{"__proto__":1}' }, 'free')).toMatchObject({
      status: 'retry',
      issues: [{ rule: 'reservedName' }],
    });
    expect(Object.prototype).not.toHaveProperty('1');
  });

  it('keeps the limits of arguments for JSON inside of texts', async () => {
    start('gemini');
    const deep = '['.repeat(100) + ']'.repeat(100);
    expect((await call({ value: deep }, 'free')).text).toContain('nested more than 64 levels deep');
    const endless = '['.repeat(50_000) + ']'.repeat(50_000);
    expect((await call({ value: endless }, 'free')).status).toBe('success');
    expect(seen).toEqual([{ value: endless }]);
  });

  it('reads values of any type from JSON text, where the target has no other form', async () => {
    start('gemini');
    await call({ value: '{"a":[1]}' }, 'free');
    await call({ value: '"5"' }, 'free');
    await call({ value: 'plain' }, 'free');
    expect(seen).toEqual([{ value: { a: [1] } }, { value: '5' }, { value: 'plain' }]);
  });

  it("does not treat texts of tools as expectations of the model's schema", async () => {
    start('openai');
    expect(await call({}, 'outer')).toMatchObject({ status: 'success', text: 'done' });
    expect(seen).toEqual([{ title: 'y', labels: { b: 2 } }]);
  });

  it('says its target, and has one only when it is given one', () => {
    expect(start('gemini').target).toBe('gemini');
    expect(runtime.startRun().target).toBeUndefined();
  });

  it('rejects a target that there is not', () => {
    expect(() => start('clippy' as Target)).toThrow(HaftError);
    expect(() => start('clippy' as Target)).toThrow("startRun target is 'clippy'.");
  });

  it('returns the open request of a call in the same form', async () => {
    const asking = defineTool({
      name: 'note',
      description: 'A tool.',
      parameters,
      settings: { approvals: [true] },
      execute: () => 'done',
    });
    const run = createRuntime({ toolsets: toolset('notes', [asking]) }).startRun({ target: 'openai' });
    const waiting = await run.waitsFor({ name: 'note', arguments: '{"title":"x","labels":[{"key":"a","value":1}]}' });
    expect(waiting).toMatchObject({ kind: 'approval', arguments: { title: 'x', labels: { a: 1 } } });
  });
});

describe('a call that waits', () => {
  it('continues with the parsed arguments, not with the original text', async () => {
    const asking = defineTool({
      name: 'free',
      description: 'Takes anything.',
      parameters: free.definition.parameters,
      settings: { approvals: [true] },
      execute: (args: object) => {
        seen.push(args);
        return 'done';
      },
    });
    const asked = createRuntime({ toolsets: toolset('frees', [asking]) });
    const run = asked.startRun({ target: 'gemini' });
    const waiting = await run.call({ id: 'c1', name: 'free', arguments: { value: '"5"' } });
    expect(waiting).toMatchObject({ status: 'deferred', request: { arguments: { value: '5' } } });
    const id = waiting.status === 'deferred' ? waiting.request.id : '';
    const [outcome] = await run.resume({ [id]: decision.approve() });
    expect(outcome?.status).toBe('success');
    // A text that reads as a number: reading it twice would make it one.
    expect(seen).toEqual([{ value: '5' }]);
  });

  it('is approved with arguments in the form of the tool itself', async () => {
    const asking = { ...note, settings: { approvals: [true as const] } };
    const asked = createRuntime({ toolsets: toolset('notes', [asking]) });
    const run = asked.startRun({ target: 'openai' });
    const waiting = await run.call({ name: 'note', arguments: { title: 'x', labels: [{ key: 'a', value: 1 }] } });
    const id = waiting.status === 'deferred' ? waiting.request.id : '';
    await run.resume({ [id]: decision.approve({ arguments: { title: 'x', labels: { b: 2 } } }) });
    expect(seen).toEqual([{ title: 'x', labels: { b: 2 } }]);
  });
});

describe('arguments that an interceptor changed', () => {
  it('are in the form of the tool itself', async () => {
    const changed = createRuntime({
      toolsets: toolset('frees', [free]),
      interceptors: [{ around: 'call', intercept: (call, next) => next(call.withArguments({ value: '"5"' })) }],
    });
    await changed.startRun({ target: 'gemini' }).call({ name: 'free', arguments: { value: '1' } });
    expect(seen).toEqual([{ value: '"5"' }]);
  });
});

describe('a tool that cannot have the strict mode that it asks for', () => {
  it('is a mistake of the developer', async () => {
    const tool = defineTool({
      name: 'free',
      description: 'A tool.',
      parameters: free.definition.parameters,
      strict: true,
      execute: () => 'done',
    });
    const run = createRuntime({ toolsets: toolset('frees', [tool]) }).startRun({ target: 'openai' });
    await expect(run.call({ name: 'free', arguments: { value: 1 } })).rejects.toMatchObject({
      code: 'HAFT_STRICT_MODE',
      message:
        "The tool 'free' asks for strict mode and cannot have it at OpenAI because of 'value': a value of any type is not allowed there.",
    });
  });
});

describe('forms of tools', () => {
  it('are made once for each tool and target', () => {
    expect(dialectOf(note.definition, 'openai')).toBe(dialectOf(note.definition, 'openai'));
    expect(dialectOf(note.definition, 'openai')).not.toBe(dialectOf(note.definition, 'gemini'));
  });
});
