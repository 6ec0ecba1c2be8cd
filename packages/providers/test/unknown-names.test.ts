import { gemini } from '../src/gemini.js';
import { openAiChat, openAiResponses } from '../src/openai.js';

it.each([
  ['openAiChat', openAiChat],
  ['openAiResponses', openAiResponses],
  ['gemini', gemini],
] as const)('%s refuses an option that does not exist', (owner, create) => {
  expect(() => create({ strictt: false } as never)).toThrow(
    expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message: `${owner} does not have the option 'strictt'.` }),
  );
});
