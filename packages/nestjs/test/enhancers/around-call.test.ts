import type { InterceptedCall } from '@haft/core';
import { AroundCall } from '../../src/enhancers/around-call.js';
import type { ToolEnhancers } from '../../src/enhancers/tool-enhancers.js';

/** Fails in the guard of a tool, and returns the logged lines. */
async function warningOf(): Promise<string> {
  const warnings: string[] = [];
  const enhancers = {
    has: (kind: string) => kind === 'guards',
    guard: () => Promise.reject(new TypeError("Cannot read properties of undefined (reading 'headers')")),
    filter: (_call: unknown) => Promise.reject(new TypeError('unused')),
  };
  const call = {
    definition: { name: 'desk_refund' },
    arguments: {},
    run: { logger: { warn: (text: string) => warnings.push(text) } },
  };
  const around = new AroundCall(enhancers as unknown as ToolEnhancers);
  await expect(
    around.intercept(call as unknown as InterceptedCall, () => Promise.reject(new Error('unused'))),
  ).rejects.toThrow(TypeError);
  return warnings.join('\n');
}

describe('a guard that fails', () => {
  it('shows where a guard reads the user of a tool call, and where the user comes from', async () => {
    const warning = await warningOf();
    expect(warning).toContain("A guard failed for a call of 'desk_refund'");
    expect(warning).toContain('HaftExecutionContext.create(context).getRun().deps.user');
    for (const source of ['startRun({ deps: { user } })', '`runOptions`', '`context`'])
      expect(warning).toContain(source);
  });
});
