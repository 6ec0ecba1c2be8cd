import { describe, expect, it } from '@jest/globals';
import {
  createRuntime,
  defineTool,
  policy,
  redact,
  ToolResult,
  toolset,
  type Interceptor,
  type RunEvent,
  type ValueKeepingInterceptor,
} from 'haft';
import { callChannel, recordCalls, type CallTrace } from 'haft/telemetry';

/* The code of docs/guide/around-a-call.md, executed. */

const parameters = { type: 'object', additionalProperties: false } as const;
const card = defineTool({ name: 'card', description: 'Tells the card.', parameters, execute: () => 'card 4111-1111' });
const slow = defineTool({
  name: 'slow',
  description: 'Takes its time.',
  parameters,
  execute: () => new Promise(() => undefined),
});
const tools = toolset('shop', [card, slow]);

describe('around a call', () => {
  it('interceptors, the first outermost, and their two points [HOOK-7]', async () => {
    const lines: string[] = [];
    // #region order
    const noting = (name: string, around: 'call' | 'execution'): Interceptor => ({
      around,
      async intercept(_call, next) {
        lines.push(`${name} begins`);
        const outcome = await next();
        lines.push(`${name} ends`);
        return outcome;
      },
    });
    const interceptors = [noting('a', 'execution'), noting('b', 'call'), noting('c', 'execution')];
    const runtime = createRuntime({ toolsets: tools, interceptors });
    await runtime.startRun().call('card', {});
    // b begins, a begins, c begins, c ends, a ends, b ends
    // #endregion order
    expect(lines.join(', ')).toBe('b begins, a begins, c begins, c ends, a ends, b ends');
  });

  it('a text for the model, and a value for programs', async () => {
    const bookings = [
      { room: 'Oslo', day: '2026-11-30', persons: 4 },
      { room: 'Rome', day: '2026-12-01', persons: 12 },
    ];
    // #region text
    const listBookings = defineTool({
      name: 'booking_list',
      description: 'Lists the bookings.',
      parameters,
      execute: () => {
        const lines = bookings.map(({ room, day, persons }) => `${room},${day},${String(persons)}`);
        const content = [`${String(bookings.length)} bookings:`, 'room,day,persons', ...lines].join('\n');
        return new ToolResult({ value: bookings, content });
      },
    });
    const outcome = await createRuntime({ toolsets: toolset('rooms', [listBookings]) })
      .startRun()
      .call('booking_list', {});
    // outcome.text: three lines of CSV after "2 bookings:". outcome.value: the list
    // #endregion text
    expect(outcome).toMatchObject({ status: 'success', value: bookings });
    expect(outcome.text.split('\n')).toHaveLength(4);
  });

  it('interceptors that keep values', async () => {
    const lines: string[] = [];
    const console = { log: (line: string) => void lines.push(line) };
    // #region keeping
    const timing: ValueKeepingInterceptor = {
      async intercept(call, next) {
        const outcome = await next();
        console.log(`${call.definition.name}: ${outcome.status}`);
        return outcome;
      },
    };
    const runtime = createRuntime({ toolsets: tools, interceptors: [timing] });
    const outcome = await runtime.startRun().call('card', {});
    const length = outcome.status === 'success' ? outcome.value.length : 0; // the value is a string
    // #endregion keeping
    expect(lines).toEqual(['card: success']);
    expect(length).toBe('card 4111-1111'.length);
  });

  it('policies', async () => {
    // #region policy
    const rule = policy(({ definition, run }) => {
      if (definition.hints?.readOnly === true) return 'allow';
      return run.userId === 'admin' ? 'requireApproval' : { deny: 'Only administrators may do that.' };
    });
    const runtime = createRuntime({ toolsets: tools, interceptors: [rule] });
    const outcome = await runtime.startRun({ userId: 'ada' }).call('card', {});
    // outcome.status is 'denied'
    // #endregion policy
    expect(outcome).toMatchObject({ status: 'denied', text: 'Only administrators may do that.' });
    expect(await runtime.startRun({ userId: 'admin' }).call('card', {})).toMatchObject({ status: 'deferred' });
  });

  it('deadlines and cancellation [TIME-1]', async () => {
    // #region deadline
    const runtime = createRuntime({ toolsets: tools, limits: { timeoutMs: 20 } });
    const run = runtime.startRun({ signal: AbortSignal.timeout(60_000) });
    const late = await run.call('slow', {}); // failed, reason `timeout`
    const waiting = run.call('slow', {});
    run.cancel('The user left.');
    const cancelled = await waiting; // interrupted
    // #endregion deadline
    expect(late).toMatchObject({ status: 'failed', reason: 'timeout', text: 'Timed out after 0.02 seconds.' });
    expect(cancelled.status).toBe('interrupted');
    await run.end();
  });

  it('redaction [HOOK-8]', async () => {
    // #region redact
    const hideCards = redact({ model: (text) => text.replaceAll(/\d{4}-\d{4}/g, '(card)') });
    const runtime = createRuntime({ toolsets: tools, interceptors: [hideCards] });
    const outcome = await runtime.startRun().call('card', {});
    // outcome.text is 'card (card)'
    // #endregion redact
    expect(outcome.text).toBe('card (card)');
  });

  it('events and traces [OBS-4]', async () => {
    const lines: string[] = [];
    const console = { log: (line: string) => void lines.push(line) };
    // #region events
    const onEvent = (event: RunEvent) => console.log(event.type);
    const runtime = createRuntime({ toolsets: tools, observe: { onEvent } });
    const stop = recordCalls(({ tool, status }) => console.log(`${tool}: ${status}`), { runtime });
    await runtime.startRun().call('card', {}); // card: success
    await runtime.startRun().call({ name: 'card', arguments: '{"a":1}' }); // retry, and card: retry
    stop();
    // #endregion events
    expect(lines).toEqual(['card: success', 'retry', 'card: retry']);
  });

  it('traces with arguments', async () => {
    const lines: string[] = [];
    const console = { log: (line: string) => void lines.push(line) };
    const runtime = createRuntime({ toolsets: tools });
    // #region traces
    const onTrace = (message: unknown) => {
      const { runtime: owner, tool, sent, outcome } = message as CallTrace; // Node types it as unknown
      if (owner === runtime) console.log(`${tool} ${JSON.stringify(sent)} ${outcome?.status ?? 'rejected'}`);
    };
    callChannel.asyncEnd.subscribe(onTrace);
    await runtime.startRun().call({ name: 'card', arguments: '{"a":1}' }); // card {"a":1} retry
    callChannel.asyncEnd.unsubscribe(onTrace);
    // #endregion traces
    expect(lines).toEqual(['card {"a":1} retry']);
  });
});
