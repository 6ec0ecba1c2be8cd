import { describe, expect, it } from '@jest/globals';
import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
  type CallToolResult,
  type Client,
  type Tool,
} from '@modelcontextprotocol/client';
import { callForeignTool } from '../../src/client/call-foreign-tool.js';
import type { Connection } from '../../src/client/connection.js';

const TIMEOUT_OF_TIMERS = 2 ** 31 - 1;
const DONE: CallToolResult = { content: [{ type: 'text', text: 'done' }] };

interface Called {
  readonly result: unknown;
  readonly sent: readonly { readonly params: object; readonly options: { readonly timeout: number } }[];
  readonly dropped: number;
  readonly logged: readonly string[];
}

interface Calling {
  /** The answers to the attempts. The last one repeats. */
  readonly answers: readonly (CallToolResult | Error | object)[];
  readonly annotations?: Tool['annotations'];
  readonly run?: object;
  readonly connect?: () => Promise<Client>;
}

async function called({ answers, annotations, run, connect }: Calling): Promise<Called> {
  const sent: { params: object; options: { timeout: number } }[] = [];
  const logged: string[] = [];
  let dropped = 0;
  const client = {
    callTool: (params: object, options: { timeout: number }) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      sent.push({ params, options });
      // Errors of `fetch` may come from another realm.
      return answer === DONE ? Promise.resolve(answer) : Promise.reject(answer as Error);
    },
  } as unknown as Client;
  const connection = {
    name: 'far',
    client: connect ?? (() => Promise.resolve(client)),
    attributes: () => ({}),
    drop: () => Promise.resolve(void dropped++),
  } as unknown as Connection;
  const context = {
    signal: new AbortController().signal,
    logger: { error: (text: string) => logged.push(text) },
    ...run,
  } as unknown as RunContext;
  const tool = { name: 'work', inputSchema: { type: 'object' }, ...(annotations && { annotations }) } as Tool;
  const result = await callForeignTool(connection, tool, { a: 1 }, context).catch((error: unknown) => error);
  return { result, sent, dropped, logged };
}

const http = (status: number): Error =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'x', { status } as never);
const fetchFailed = (cause: unknown): object => ({ name: 'TypeError', message: 'fetch failed', cause });
const UNREACHABLE = new ToolFailed('The server of this tool cannot be reached now.');

/** When a call that failed may be made again: always, if it may be repeated, or never. */
const LOST: readonly (readonly [string, object, 'always' | 'if it may be repeated' | 'never'])[] = [
  ['no connection', new SdkError(SdkErrorCode.NotConnected, 'x'), 'always'],
  ['a session that the server does not know', http(404), 'always'],
  ['a refused connection', fetchFailed({ code: 'ECONNREFUSED' }), 'always'],
  ['an unknown host', fetchFailed({ code: 'ENOTFOUND' }), 'always'],
  ['a connection that ended', new SdkError(SdkErrorCode.ConnectionClosed, 'x'), 'if it may be repeated'],
  ['a message that was not sent whole', new SdkError(SdkErrorCode.SendFailed, 'x'), 'if it may be repeated'],
  ['a reset connection', fetchFailed({ code: 'ECONNRESET' }), 'if it may be repeated'],
  ['a failed request without a reason', fetchFailed(undefined), 'if it may be repeated'],
  ['a server that is broken', http(500), 'never'],
];

describe.each(LOST)('a call that failed for %s', (_title, error, again) => {
  it.each([
    ['readOnlyHint', true],
    ['idempotentHint', true],
    ['destructiveHint', false],
  ])(`is made again, once, ${again}: %s`, async (hint, isRepeatable) => {
    const isRepeated = again === 'always' || (again === 'if it may be repeated' && isRepeatable);
    const annotations = { [hint]: true };
    const { sent, result, dropped, logged } = await called({ answers: [error], annotations });
    expect([sent.length, dropped]).toEqual([isRepeated ? 2 : 1, again === 'never' ? 0 : sent.length]);
    expect(result).toEqual(UNREACHABLE);
    expect(logged).toEqual(["The MCP server of 'work' did not answer a call."]);
    if (isRepeated) expect((await called({ answers: [error, DONE], annotations })).result).toBe(DONE);
  });

  it('is the error itself if the call was cancelled', async () => {
    const { result, sent, dropped } = await called({ answers: [error], run: { signal: AbortSignal.abort() } });
    expect([result, sent.length, dropped]).toEqual([error, 1, 0]);
  });
});

describe('a call', () => {
  it.each<[string, object, unknown]>([
    ['arguments that the server rejects', new ProtocolError(-32602, 'No city.'), new ModelRetry('No city.')],
    ['another error of the protocol', new ProtocolError(-32603, 'Broken.'), new ToolFailed('Broken.')],
    ['a long error', new ProtocolError(-32603, 'x'.repeat(3_000)), new ToolFailed('x'.repeat(2_000))],
    [
      'a missing authorization',
      new UnauthorizedError('x'),
      new ToolFailed('The server of this tool does not accept who is asking. Do not call it again.'),
    ],
  ])('with %s says so to the model, and is not made again', async (_title, error, told) => {
    const { result, sent, dropped } = await called({ answers: [error], annotations: { readOnlyHint: true } });
    expect([result, sent.length, dropped]).toStrictEqual([told, 1, 0]);
  });

  it.each<[string, object]>([
    ['a timeout', new SdkError(SdkErrorCode.RequestTimeout, 'x')],
    ['a mistake of the SDK', new TypeError('x is not a function')],
    ['another error with a cause', new Error('x', { cause: { code: 'ECONNREFUSED' } })],
  ])('that fails for %s is not made again, and keeps its error', async (_title, error) => {
    const { result, sent, dropped } = await called({ answers: [error], annotations: { readOnlyHint: true } });
    expect(sent).toHaveLength(1);
    expect([result, dropped]).toEqual([error, 0]);
  });

  it('is a failure if the server cannot be reached, and the log has the reason', async () => {
    const connect = () => Promise.reject(new Error('no such host'));
    const { result, logged } = await called({ answers: [DONE], connect });
    expect(result).toEqual(UNREACHABLE);
    expect(logged).toEqual(['An MCP server cannot be reached.']);
  });

  it('has a second more than its deadline, and without one the longest time of a timer', async () => {
    const timeoutWith = async (run: object): Promise<number | undefined> =>
      (await called({ answers: [DONE], run })).sent[0]?.options.timeout;
    expect(await timeoutWith({})).toBe(TIMEOUT_OF_TIMERS);
    expect(await timeoutWith({ deadline: 0 })).toBe(1_001);
    const timeout = (await timeoutWith({ deadline: Date.now() + 60_000 })) ?? 0;
    expect(timeout).toBeGreaterThan(1_001);
    expect(timeout).toBeLessThanOrEqual(61_000);
  });
});
