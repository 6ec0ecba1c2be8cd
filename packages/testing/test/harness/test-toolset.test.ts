import { describe, expect, it } from '@jest/globals';
import { defineTool, toolset } from '@haft/runtime';
import { override, testTool, testToolset, TestFailure, withOverrides } from '../../src/index.js';
import { office } from '../support/errands.js';
import { Clock, fakeStore, notes, NoteStore, NotesToolset, provide } from '../support/notes-toolset.js';

const fixedClock = override(Clock, { now: () => 'noon' });
const harness = (store = fakeStore()) =>
  testToolset(notes, {
    provide,
    overrides: [fixedClock, override(NoteStore, store)],
    userId: 'ada',
    deps: { tenant: 't' },
  });

describe('testToolset', () => {
  it("calls a tool with typed arguments, with fakes in place of the application's providers", async () => {
    const store = fakeStore();
    await using tools = harness(store);
    const outcome = await tools.call('note_add', { text: 'milk', priority: 2 });
    expect(outcome).toMatchObject({
      status: 'success',
      value: { id: 1, priority: 2, at: 'noon', user: 'ada', deps: { tenant: 't' } },
    });
    expect(store.saved).toEqual(['milk']);
    expect(tools.events).toEqual([
      expect.objectContaining({ type: 'progress', tool: 'note_add', progress: { saved: 4 } }),
    ]);
  });

  it('starts the run with each option of startRun', async () => {
    const told: string[] = [];
    const who = defineTool({
      name: 'who',
      description: 'Names the tenant.',
      parameters: { type: 'object' },
      execute: (_args, run) => run.tenantId ?? 'nobody',
    });
    await using tools = testToolset(toolset('office', [who]), {
      runId: 'r1',
      tenantId: 'acme',
      retries: 0,
      onEvent: ({ type }) => told.push(type),
    });
    expect(tools.run.id).toBe('r1');
    expect(await tools.send({ name: 'who', arguments: {} })).toMatchObject({ text: 'acme' });
    expect(await tools.send({ name: 'whom' })).toMatchObject({ status: 'failed', reason: 'exhausted' });
    expect(told).toEqual(tools.events.map(({ type }) => type));
  });

  it('calls it with the text of a model, broken or wrong', async () => {
    await using tools = harness();
    expect(await tools.call('note_add', `{'text': "milk", "priority": "2",}`)).toMatchObject({
      status: 'success',
      repairs: [{ kind: 'syntax' }, { kind: 'coercion' }],
    });
    expect(await tools.call('note_add', '{"text": "", "priority": 4}')).toMatchObject({
      status: 'retry',
      issues: [{ path: ['text'] }, { path: ['priority'] }],
    });
    expect(await tools.send({ id: 'c9', name: 'note_ad', arguments: {} })).toMatchObject({
      status: 'retry',
      callId: 'c9',
    });
    expect(await tools.call('note_close')).toMatchObject({ status: 'success', final: true });
  });

  it('answers with all requests of inner calls, and continues the call when they are decided', async () => {
    await using tools = testToolset(office);
    const outcome = await tools.call('errands', { amount: 5 });
    if (outcome.status !== 'deferred') throw new Error(outcome.text);
    const { requests } = tools.run.pending();
    expect(requests).toHaveLength(2);
    expect(outcome).toMatchObject({ request: requests[0], requests });
    const outcomes = await tools.run.resume(Object.fromEntries(requests.map(({ id }) => [id, true])));
    expect(outcomes).toMatchObject([{ status: 'success', text: 'paid 5, paid 5' }]);
  });

  it('does not compile with names and arguments that the tools do not have', async () => {
    await using tools = harness();
    // @ts-expect-error -- no such tool
    await tools.call('note_ad', {});
    // @ts-expect-error -- no such argument
    await tools.call('note_add', { txt: 'milk' });
    // @ts-expect-error -- a fake whose method has another type
    override(Clock, { now: () => 5 });
  });

  it('counts on from call to call, in one run with a given id', async () => {
    await using tools = testToolset(notes, {
      provide,
      overrides: [override(NoteStore, fakeStore())],
      runId: 'r1',
      limits: { retries: 1 },
    });
    expect(tools.run.id).toBe('r1');
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await tools.call('note_find', { query: 'x' })).status);
    expect(statuses).toEqual(['retry', 'failed']);
  });

  it('reports missing wiring to the developer', () => {
    expect(() => testToolset(notes, { provide })).toThrow(expect.objectContaining({ code: 'HAFT_WIRING' }));
  });

  it('takes a ready instance, and a container instead of providers', async () => {
    const made = new NotesToolset({ now: () => 'now' }, fakeStore());
    await using tools = testToolset([notes, made]);
    expect((await tools.call('note_close', {})).text).toBe('closed');
    const container = { createScope: () => ({ resolve: () => made, dispose: async () => {} }) };
    await using adapted = testToolset(notes, { container });
    expect((await adapted.call('note_close')).text).toBe('closed');
  });

  it('writes the definitions as a text that changes when a model is shown something else', async () => {
    await using tools = harness();
    const text = await tools.snapshot();
    expect(text).toBe(await tools.snapshot());
    expect(text.split('\n\n')[1]).toBe(
      [
        '# note_find',
        'Finds notes.',
        'toolset: NotesToolset, version 0',
        'hints: {"readOnly":true}',
        'parameters: {',
        '  "type": "object",',
        '  "properties": {',
        '    "query": {',
        '      "type": "string"',
        '    }',
        '  },',
        '  "required": [',
        '    "query"',
        '  ],',
        '  "additionalProperties": false',
        '}',
        'result: {',
        '  "type": "array",',
        '  "items": {',
        '    "type": "string"',
        '  }',
        '}',
      ].join('\n'),
    );
  });

  it('ends once, and twice is once', async () => {
    const tools = harness();
    await tools.end();
    await tools.end();
    await expect(tools.call('note_close')).rejects.toMatchObject({ code: 'HAFT_RUN_ENDED' });
  });
});

describe('testTool', () => {
  it('is about one tool', async () => {
    await using add = testTool(notes, 'note_add', { overrides: [fixedClock, override(NoteStore, fakeStore())] });
    expect(await add.call({ text: 'milk' })).toMatchObject({ status: 'success', tool: 'note_add' });
    expect(await add.call('{"text": ')).toMatchObject({ status: 'retry' });
    expect((await add.definition()).description).toBe('Adds a note.');
    // @ts-expect-error -- no such argument
    await add.call({ txt: 'milk' });
  });

  it('says which tools there are when it is not shown', async () => {
    await using add = testTool(notes, 'note_add', {
      overrides: [fixedClock, override(NoteStore, fakeStore())],
      prepare: (_run, definitions) => definitions.filter(({ name }) => name !== 'note_add'),
    });
    await expect(add.definition()).rejects.toThrow(
      new TestFailure("The run does not show a tool 'note_add'. It shows: note_find, note_publish, note_close."),
    );
  });
});

describe('withOverrides', () => {
  it('removes replaced providers', () => {
    const token = Symbol('token');
    const provided = [Clock, { provide: token, useFactory: () => 1 }, { provide: token, useValue: 2 }];
    expect(withOverrides(provided, [override(token, 3)])).toEqual([Clock, { provide: token, useValue: 3 }]);
    expect(withOverrides(provided, [fixedClock])).toHaveLength(3);
  });
});
