import { describe, expect, it } from '@jest/globals';
import type { InterceptedCall, Interceptor } from '@haft/core';
import { createRuntime, defineTool, runContextOf, toolset, type RunOptions } from '../../src/index.js';
import { typedArgumentsOf } from '../../src/feedback.js';

const note = defineTool({
  name: 'note',
  description: 'Writes a note.',
  parameters: {
    type: 'object',
    properties: { count: { type: 'integer' }, labels: { type: 'object', additionalProperties: { type: 'integer' } } },
    required: ['count'],
    additionalProperties: false,
  },
  execute: () => 'done',
});

/** Returns the arguments that an interceptor at one point reads. */
async function seenBy(around: 'call' | 'execution', args: unknown, options: RunOptions = {}): Promise<unknown> {
  let seen: unknown = 'nothing';
  const interceptor: Interceptor = {
    around,
    intercept: (call, next) => {
      seen = typedArgumentsOf(call);
      return next();
    },
  };
  const run = createRuntime({ toolsets: toolset('notes', [note]), interceptors: [interceptor] }).startRun(options);
  await run.call({ name: 'note', arguments: args });
  return seen;
}

describe('typedArgumentsOf', () => {
  it('reads the arguments of a model as the call will', async () => {
    expect(await seenBy('call', '{"count":"3"}')).toEqual({ count: 3 });
    expect(await seenBy('execution', '{"count":"3"}')).toEqual({ count: 3 });
  });

  it('knows nothing of arguments that the tool refuses', async () => {
    expect(await seenBy('call', '{"count":"many"}')).toBeUndefined();
    expect(await seenBy('call', 'many')).toBeUndefined();
  });

  it('reads the form of a dialect', async () => {
    const sent = { count: 1, labels: [{ key: 'a', value: 2 }] };
    expect(await seenBy('call', sent, { target: 'openai' })).toEqual({ count: 1, labels: { a: 2 } });
  });

  it('reads the form of the tool in a dialect if the program wrote the arguments', async () => {
    const own = { count: 1, labels: { a: 2 } };
    const seen: unknown[] = [];
    const change: Interceptor = { around: 'call', intercept: (call, next) => next(call.withArguments(own)) };
    const look: Interceptor = {
      around: 'call',
      intercept: (call, next) => {
        if (call.definition.name === 'note') seen.push(typedArgumentsOf(call));
        return next();
      },
    };
    const notes = defineTool({
      name: 'notes',
      description: 'Writes notes.',
      parameters: { type: 'object' },
      execute: async (_args, run) => (await run.calls.call({ name: 'note', arguments: own })).text,
    });
    const options = { target: 'openai' } as const;
    const toolsets = toolset('notes', [note, notes]);
    await createRuntime({ toolsets, interceptors: [look] })
      .startRun(options)
      .call({ name: 'notes' });
    await createRuntime({ toolsets, interceptors: [change, look] })
      .startRun(options)
      .call({ name: 'note' });
    expect(seen).toEqual([own, own]);
  });

  it('reads arguments that an interceptor changed', async () => {
    const seen: unknown[] = [];
    const change: Interceptor = { around: 'call', intercept: (call, next) => next(call.withArguments({ count: 7 })) };
    const look: Interceptor = {
      around: 'call',
      intercept: (call, next) => {
        seen.push(typedArgumentsOf(call));
        return next();
      },
    };
    const run = createRuntime({ toolsets: toolset('notes', [note]), interceptors: [change, look] }).startRun();
    await run.call('note', { count: 1 });
    expect(seen).toEqual([{ count: 7 }]);
  });

  it('returns nothing for an object that is not a call of a run', () => {
    expect(typedArgumentsOf({ arguments: {} } as unknown as InterceptedCall)).toBeUndefined();
  });
});

describe('runContextOf', () => {
  it('is the same for all calls of a run, and says nothing of a call', async () => {
    const seen = new Set<object>();
    const look: Interceptor = {
      intercept: (call, next) => {
        const context = runContextOf(call.run);
        expect(runContextOf(context)).toBe(context);
        expect([context.callId, context.runId]).toEqual(['', 'r']);
        seen.add(context);
        return next();
      },
    };
    const run = createRuntime({ toolsets: toolset('notes', [note]), interceptors: [look] }).startRun({ id: 'r' });
    await run.call('note', { count: 1 });
    await run.call('note', { count: 2 });
    expect(seen.size).toBe(1);
  });
});
