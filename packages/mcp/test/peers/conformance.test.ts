import { describe, expect, test } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime } from '@haft/runtime';
import { serveMcp, type McpOptions } from '../../src/index.js';
import { conformanceOptions, conformanceTools } from '../fixtures/conformance-tools.mjs';
import { quietLogger } from '../support/quiet-logger.js';
import { peer, run, type Peer } from '../support/peer.js';
import { NOT_SERVED, PARTLY_SERVED } from './conformance-scenarios.js';

/** Runs the suite against a server over HTTP. Returns `passed` or the failures, by scenario. */
async function scenarios(
  suite: Peer,
  args: readonly string[],
  options: McpOptions = conformanceOptions,
): Promise<{ results: Map<string, string>; output: string }> {
  const mcp = serveMcp(
    createRuntime({
      toolsets: conformanceTools(),
      durability: { ledger: new MemoryCallLedger() },
      observe: { logger: quietLogger() },
    }),
    options,
  );
  const { url, close } = await mcp.listen({ port: 0 });
  try {
    const { output } = await run(suite.path, ['server', '--url', url.href, ...args]);
    const lines = output.matchAll(/^([✓✗]) ([a-z0-9-]+): (\d+ passed, \d+ failed.*)$/gm);
    const results = [...lines].map(([, mark, name, counts]) => [name, mark === '✓' ? 'passed' : counts] as const);
    return { results: new Map(results as [string, string][]), output };
  } finally {
    await mcp.close();
    await close();
  }
}

function expectConformance(results: ReadonlyMap<string, string>): void {
  const failed = [...results].filter(([name, result]) => result !== 'passed' && !(name in PARTLY_SERVED));
  const listed = [...results.keys()].filter((name) => name in NOT_SERVED);
  expect(failed.map(([name]) => name).sort()).toEqual(listed.sort());
  for (const [name, { counts }] of Object.entries(PARTLY_SERVED)) {
    if (results.has(name)) expect([name, results.get(name)]).toEqual([name, counts]);
  }
}

const next = peer('conformance-next');
if (next !== undefined) {
  describe(`the official conformance suite ${next.version}`, () => {
    test.each([
      ['2025-11-25', 32],
      ['2026-07-28', 43],
    ])(
      'everything that revision %s requires of a server passes, except what is listed',
      async (revision, least) => {
        const { results } = await scenarios(next, ['--requirements', revision]);
        expectConformance(results);
        expect([...results.values()].filter((result) => result === 'passed').length).toBeGreaterThanOrEqual(least);
      },
      300_000,
    );
  });
}

if (next !== undefined) {
  test('a server that requires tasks rejects calls without the extension, as the suite expects', async () => {
    const only = ['--scenario', 'tasks-required-task-error', '--force'];
    const { output } = await scenarios(next, only, { ...conformanceOptions, tasks: 'require' });
    expect(output).toContain('Passed: 3/3, 0 failed');
  }, 300_000);
}

const released = peer('@modelcontextprotocol/conformance');
if (released !== undefined) {
  test(`the official conformance suite ${released.version}: everything passes, except what is listed`, async () => {
    const { results } = await scenarios(released, ['--suite', 'all']);
    expectConformance(results);
    expect(results.get('tools-call-elicitation')).toBe('passed');
  }, 300_000);
}
