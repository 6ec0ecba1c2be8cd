import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, mapError, ModelRetry, retryTransient, toolset } from 'haft';

/* The code of docs/guide/errors-and-retries.md, executed. */

class NotFoundError extends Error {
  constructor(readonly id: string) {
    super(`no row in orders for ${id}`);
  }
}
class HttpError extends Error {
  constructor(readonly status: number) {
    super(`GET https://10.0.0.7/orders: ${status}`);
  }
}

let calls = 0;
const get = defineTool({
  name: 'order_get',
  description: 'Reads an order.',
  parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  hints: { readOnly: true },
  execute: ({ id }: { readonly id: string }) => {
    calls++;
    throw id === '' ? new NotFoundError('o7') : new HttpError(Number(id));
  },
});
const toolsets = toolset('orders', [get]);
const silent = () => undefined;
const logger = { debug: silent, info: silent, warn: silent, error: silent };

describe('errors and retries', () => {
  it('errors of your own code are mapped, by class or by predicate [ERR-11]', async () => {
    // #region map-errors
    const runtime = createRuntime({
      toolsets,
      errors: {
        map: [
          mapError(NotFoundError, (error) => new ModelRetry(`There is no order ${error.id}. Call order_list.`)),
          mapError((error) => error instanceof HttpError && error.status === 503, 'The shop is closed.'),
        ],
      },
    });
    const outcome = await runtime.startRun().call('order_get', { id: '503' });
    // outcome.text is 'The shop is closed.'
    // #endregion map-errors
    expect(outcome).toMatchObject({ status: 'failed', reason: 'tool', text: 'The shop is closed.' });
    expect(await runtime.startRun().call('order_get', { id: '' })).toMatchObject({
      status: 'retry',
      text: 'There is no order o7. Call order_list.\n\nFix the errors and try again.',
    });
  });

  it('a failure is repeated by the error that the tool threw [RET-8]', async () => {
    // #region transient
    const transient = retryTransient({ on: (error) => error instanceof HttpError && error.status === 503, delayMs: 1 });
    const runtime = createRuntime({ toolsets, observe: { logger }, interceptors: [transient] });
    // #endregion transient
    calls = 0;
    await runtime.startRun().call('order_get', { id: '400' });
    expect(calls).toBe(1);
    await runtime.startRun().call('order_get', { id: '503' });
    expect(calls).toBe(4);
  });
});
