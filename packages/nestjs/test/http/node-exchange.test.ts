import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { MountedHandler, type NodeHandler } from '../../src/http/mounted-handler.js';
import { goneSignal, nodeExchange, type NodeExchange } from '../../src/http/node-exchange.js';
import { outcomeBody } from '../../src/http/outcome-body.js';
import { readCall, readCalls } from '../../src/http/read-calls.js';

/* Requests of Express and Fastify, without a server. */

class FakeResponse extends EventEmitter {
  writableFinished = false;
  headersSent = false;
  readonly sent: unknown[] = [];
  writeHead(status: number): void {
    this.sent.push(status);
  }
  end(): void {
    this.sent.push('end');
  }
}

/** Returns an exchange of Fastify, and what it wraps. */
function ofFastify(request: object = {}) {
  const raw = { request: {} as IncomingMessage, response: new FakeResponse() };
  const hijack = jest.fn();
  const exchange = { request: { ...request, raw: raw.request }, response: { raw: raw.response, hijack } };
  return { exchange, raw, hijack };
}

it('takes request and response of Node from those of Fastify, and those of Express as they are', () => {
  const { exchange, raw } = ofFastify();
  expect(nodeExchange(exchange)).toEqual(raw);
  const ofExpress = { request: { raw: 'mine' }, response: { hijack: 'a value of the application' } };
  expect(nodeExchange(ofExpress)).toBe(ofExpress);
});

describe('the signal of a request', () => {
  function listen(other?: AbortSignal) {
    const response = new FakeResponse();
    return { response, ...goneSignal({ response } as unknown as NodeExchange, other) };
  }

  it('aborts if the client leaves before its answer', () => {
    const { response, signal } = listen();
    expect(signal.aborted).toBe(false);
    response.emit('close');
    expect(signal.reason).toEqual(new Error('The client went away.'));
  });

  it('does not abort if the answer is complete', () => {
    const { response, signal } = listen();
    response.writableFinished = true;
    response.emit('close');
    expect(signal.aborted).toBe(false);
  });

  it.each(['before', 'after'])('aborts with the signal of the application, which aborts %s', (when) => {
    const controller = new AbortController();
    if (when === 'before') controller.abort('closed');
    const { signal } = listen(controller.signal);
    if (when === 'after') controller.abort('closed');
    expect(signal).toMatchObject({ aborted: true, reason: 'closed' });
  });

  it('hears nothing after it has stopped', () => {
    const controller = new AbortController();
    const { response, signal, stop } = listen(controller.signal);
    stop();
    expect(response.listenerCount('close')).toBe(0);
    controller.abort();
    expect(signal.aborted).toBe(false);
  });
});

describe('a handler under Fastify', () => {
  const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  afterEach(() => {
    error.mockClear();
  });

  it('gets what guards left on the request, and the parsed body', async () => {
    const { exchange, raw, hijack } = ofFastify({ user: 'ada', auth: { token: 't' }, other: 1, body: { a: 1 } });
    const handle = jest.fn<NodeHandler>();
    await new MountedHandler(handle).answer(exchange);
    expect(handle.mock.calls).toEqual([[{ user: 'ada', auth: { token: 't' } }, raw.response, { a: 1 }]]);
    expect(hijack).toHaveBeenCalledTimes(1);
  });

  it('gets no properties that guards did not leave', async () => {
    const { exchange, raw } = ofFastify();
    await new MountedHandler({ handle: () => undefined }).answer(exchange);
    expect(raw.request).toEqual({});
    expect(raw.response.sent).toEqual([]);
  });

  it.each([
    [false, [500, 'end']],
    [true, ['end']],
  ])('that fails is logged and ended, with 500 unless it began to answer: %s', async (headersSent, sent) => {
    const { exchange, raw } = ofFastify();
    raw.response.headersSent = headersSent;
    const cause = new Error('secret');
    await new MountedHandler(() => Promise.reject(cause)).answer(exchange);
    expect(raw.response.sent).toEqual(sent);
    expect(error).toHaveBeenCalledWith('A mounted handler failed.', cause);
  });
});

it('leaves the failure of a handler under Express to Express', async () => {
  const handler = new MountedHandler(() => Promise.reject(new Error('secret')));
  await expect(handler.answer({ request: {}, response: {} })).rejects.toThrow('secret');
});

describe('the body of a request', () => {
  it.each<[string, unknown, unknown]>([
    ['a name alone', { name: 'x' }, { name: 'x', arguments: undefined }],
    ['arguments and an id', { name: 'x', arguments: '{}', id: 'c1' }, { name: 'x', arguments: '{}', id: 'c1' }],
    ['properties that no call has', { name: 'x', run: 'r' }, { name: 'x', arguments: undefined }],
  ])('is a call with %s', (_title, body, call) => {
    expect(readCall(body)).toStrictEqual(call);
    expect(readCalls({ calls: [body, body] })).toStrictEqual([call, call]);
  });

  it.each([undefined, null, 'x', [], {}, { name: 7 }, { name: 'x', id: 7 }, { name: 'x', id: null }])(
    'is not a call: %j',
    (body) => {
      const message = 'A call must be { "id"?: "...", "name": "...", "arguments": {} }.';
      expect(() => readCall(body)).toThrow(message);
      expect(() => readCalls({ calls: [{ name: 'x' }, body] })).toThrow(message);
    },
  );

  it.each([undefined, null, 'x', [{ name: 'x' }], {}, { calls: { name: 'x' } }])(
    'is not a list of calls: %j',
    (body) => {
      expect(() => readCalls(body)).toThrow('The body must be { "calls": [{ "name": "...", "arguments": {} }] }.');
    },
  );
});

it.each<[string, object, object]>([
  ['a value', { value: new Date(0) }, { value: '1970-01-01T00:00:00.000Z' }],
  ['null', { value: null }, { value: null }],
  ['no value', { value: undefined }, {}],
])('answers with %s and without the facts for the host', (_title, given, expected) => {
  const facts = { status: 'success', callId: 'c1', tool: 'x', text: 'done', repairs: [] };
  expect(outcomeBody({ ...facts, ...given, metadata: { internal: 1 } } as never)).toStrictEqual({
    ...facts,
    ...expected,
  });
});
