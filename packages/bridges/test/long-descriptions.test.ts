import { createRuntime } from '@haft/runtime';
import { tool as langChainTool } from '@langchain/core/tools';
import { createTool } from '@mastra/core/tools';
import { tool as aiTool } from 'ai';
import { z } from 'zod';
import { fromAiSdk } from '../src/ai-sdk.js';
import { fromLangChain } from '../src/langchain.js';
import { fromMastra } from '../src/mastra.js';

/*
 * Descriptions of other SDKs may have any length. Some providers reject long ones, and Bedrock
 * empty ones.
 */

const schema = z.object({});
const SDKS = [
  [
    'the AI SDK',
    (description: string) =>
      fromAiSdk('desk', { find: aiTool({ description, inputSchema: schema, execute: () => 'found' }) }),
  ],
  [
    'LangChain',
    (description: string) =>
      fromLangChain('desk', [langChainTool(() => 'found', { name: 'find', description, schema })]),
  ],
  [
    'Mastra',
    (description: string) =>
      fromMastra('desk', {
        find: createTool({ id: 'find', description, inputSchema: schema, execute: async () => 'found' }),
      }),
  ],
] as const;

describe.each(SDKS)('a tool of %s', (_name, from) => {
  const opened = async (description: string) => {
    const warnings: string[] = [];
    const warn = (message: string): void => void warnings.push(message);
    const logger = { debug: ignore, info: ignore, warn, error: ignore };
    return { run: createRuntime({ toolsets: await from(description), observe: { logger } }).startRun(), warnings };
  };

  it('with a description that is too long for some providers is one warning', async () => {
    const { run, warnings } = await opened('x'.repeat(1025));
    await run.definitions();
    await run.definitions();
    expect(warnings).toEqual([expect.stringMatching(/^The description of tool '\w*find' .* has 1025 characters\./)]);
    const fitting = await opened('x'.repeat(1024));
    await fitting.run.definitions();
    expect(fitting.warnings).toEqual([]);
  });

  it.each(['', ' \n'])('with the description %j has its name in its place', async (description) => {
    const { run } = await opened(description);
    expect(await run.definitions()).toMatchObject([{ description: 'find' }]);
  });
});

function ignore(): void {
  // The tests look at warnings.
}
