import { ModelRetry, type RunContext } from '@haft/core';
import { createRuntime, defineTool, toolset, type Runtime, type RuntimeOptions } from '@haft/runtime';

/** The runtime of a small shop, without a build. */
export function openShop(options: RuntimeOptions = {}): Runtime {
  const tools = toolset('shop', [
    defineTool({
      name: 'order_find',
      description: 'Finds an order by its number.',
      parameters: {
        type: 'object',
        properties: {
          number: { type: 'integer', minimum: 1, maximum: 999, description: 'Number of the order.' },
          kind: { enum: ['open', 'paid'] },
        },
        required: ['number'],
        additionalProperties: false,
      },
      hints: { readOnly: true },
      execute: ({ number }: { number: number }, run: RunContext) => {
        run.logger.info('looks up');
        if (number === 404) throw new ModelRetry('There is no order 404.');
        return { number, cents: 1990 };
      },
    }),
    defineTool({
      name: 'order_refund',
      description: 'Refunds an order.',
      parameters: {
        type: 'object',
        properties: { number: { type: 'integer' }, pin: { type: 'string' } },
        required: ['number', 'pin'],
      },
      sensitive: [['pin']],
      settings: { approvals: [true] },
      execute: ({ number }: { number: number }) => `refunded ${number}`,
    }),
    defineTool({
      name: 'whoami',
      description: 'Returns the user of the run.',
      parameters: { type: 'object', properties: {} },
      execute: (_args: object, run: RunContext) => run.userId ?? 'none',
    }),
  ]);
  return createRuntime({ toolsets: tools, ...options, observe: { logger: QUIET, ...options.observe } }) as Runtime;
}

const none = (): void => undefined;
/** A logger that prints nothing. */
export const QUIET = { debug: none, info: none, warn: none, error: none };
