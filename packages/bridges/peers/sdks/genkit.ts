import { toGenkit } from '@haft/bridges/genkit';
import type { GenerateRequest, MessageData } from 'genkit';
import { genkit } from 'genkit/beta';
import { tool } from 'genkit/tool';
import type { ReadResult, Sdk } from '../../test/support/sdk.js';
import { decided } from './decided.js';

export const sdk: Sdk = {
  name: 'Genkit 1.42',
  cannot: ['pass call ids', 'mark errors', 'abort'],
  converse: async (run, turns, { signal: abortSignal }) => {
    const requests: GenerateRequest[] = [];
    const ai = genkit({});
    const model = ai.defineModel(
      { name: 'scripted', supports: { tools: true, multiturn: true } },
      async (request: GenerateRequest) => {
        const calls = turns[requests.length] ?? [];
        requests.push(request);
        const content = calls.map(({ id, name, args }) => ({ toolRequest: { ref: id, name, input: args } }));
        return {
          message: { role: 'model' as const, content: content.length === 0 ? [{ text: 'Done.' }] : content },
          finishReason: 'stop' as const,
        };
      },
    );
    const prompt = 'Go.';
    // #region recipe
    const tools = await toGenkit(tool, run);
    const system = await run.instructions();
    const stopped = await ai.generate({ model, system, prompt, tools, abortSignal });
    // #endregion recipe
    const shown = requests[0]?.tools?.map((one) => [one.name, one.inputSchema] as const) ?? [];
    return {
      system: requests[0]?.messages.filter(({ role }) => role === 'system'),
      shown: Object.fromEntries(shown),
      read: readIn(requests.at(-1)?.messages),
      goOn:
        stopped.interrupts.length === 0
          ? undefined
          : async (approved) => {
              const outcomes = await decided(run, approved);
              // #region interrupts
              const respond = stopped.interrupts.map(({ toolRequest: { name, ref }, metadata }) => {
                const { callId } = metadata?.['interrupt'] as { callId: string };
                const output = outcomes.find((outcome) => outcome.callId === callId)?.text;
                return { toolResponse: { name, ref, output } };
              });
              const { messages } = stopped;
              await ai.generate({ model, messages, tools: await toGenkit(tool, run), resume: { respond } });
              // #endregion interrupts
              return readIn(requests.at(-1)?.messages);
            },
    };
  },
};

function readIn(messages: readonly MessageData[] = []): readonly ReadResult[] {
  return messages.flatMap(({ content }) =>
    content.flatMap(({ toolResponse }) =>
      toolResponse === undefined
        ? []
        : {
            text: String(toolResponse.output),
            media: (toolResponse.content ?? []).flatMap((part) =>
              'media' in part ? String((part as { media: { url: string } }).media.url).replace(/^.*base64,/, '') : [],
            ),
          },
    ),
  );
}
