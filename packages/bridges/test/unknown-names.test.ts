import { expect, it } from '@jest/globals';
import { fromAiSdk, toAiSdk } from '../src/ai-sdk.js';
import { fromLangChain } from '../src/langchain.js';
import { fromMastra } from '../src/mastra.js';

const wrong = { contxt: () => 1 } as never;

it.each<[string, () => unknown]>([
  ['fromAiSdk', () => fromAiSdk('none', {}, wrong)],
  ['toAiSdk', () => toAiSdk({} as never, wrong)],
  ['fromLangChain', () => fromLangChain('none', [], wrong)],
  ['fromMastra', () => fromMastra('none', {}, wrong)],
])('%s refuses an option that does not exist', async (owner, create) => {
  await expect((async () => create())()).rejects.toMatchObject({
    code: 'HAFT_INVALID_OPTION',
    message: `${owner} does not have the option 'contxt'.`,
  });
});
