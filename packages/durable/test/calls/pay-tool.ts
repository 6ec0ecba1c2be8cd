import { defineTool } from '@haft/runtime';

export const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** A tool with an effect that needs an approval. It notes each payment. */
export function payTool(paid: unknown[]) {
  return defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: NO_ARGUMENTS,
    settings: { approvals: [true], effect: {} },
    execute: () => {
      paid.push('pay');
      return 'paid';
    },
  });
}
