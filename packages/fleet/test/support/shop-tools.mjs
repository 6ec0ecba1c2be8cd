// The tools of the tests, for the process that sends calls and for those that execute them.

const PARAMETERS = {
  type: 'object',
  properties: {
    cents: { type: 'integer', minimum: 1 },
    found: { enum: ['done', 'notDone', 'unknown'], description: 'The answer of `reconcile`.' },
  },
  required: ['cents'],
  additionalProperties: false,
};

/**
 * @param {object} haft - the `@haft/runtime` of the process
 * @param {object} world - the work of the tools: `execute(name, args, run)` and
 *   `reconcile(name, key, args)`
 */
export function shopTools({ defineTool, toolset }, world, version = '1') {
  const tool = (name, more = {}) =>
    defineTool({
      name,
      description: `The tool ${name}.`,
      version,
      parameters: PARAMETERS,
      execute: (args, run) => world.execute(name, args, run),
      ...more,
    });
  return toolset('shop', [
    tool('look', { hints: { readOnly: true } }),
    tool('pay', { settings: { effect: {} } }),
    tool('refund', { reconcile: (key, args) => world.reconcile('refund', key, args) }),
    tool('buy', { settings: { approvals: [true], effect: {} } }),
    tool('report', {
      settings: { background: {}, effect: {} },
      reconcile: (key, args) => world.reconcile('report', key, args),
    }),
    tool('count', { hints: { readOnly: true }, settings: { background: {} } }),
    tool('transfer', { settings: { background: {}, effect: {} } }),
  ]);
}
