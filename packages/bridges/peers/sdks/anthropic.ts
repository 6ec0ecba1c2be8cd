import { runUntilDecision, toAnthropic, withOutcomes } from '@haft/bridges/anthropic';
import { resultsIn, scriptedAnthropic } from '../../test/support/anthropic-client.js';
import type { ReadResult, Sdk } from '../../test/support/sdk.js';
import { decided } from './decided.js';

const params = { model: 'scripted', max_tokens: 100 };

export const sdk: Sdk = {
  name: 'Anthropic 1.14',
  cannot: [],
  converse: async (run, turns, { signal }) => {
    const calls = turns.map((turn) => turn.map(({ id, name, args }) => [id, name, args] as const));
    const { client, requests } = scriptedAnthropic(calls);
    const first = { ...params, messages: [{ role: 'user' as const, content: 'Go.' }] };
    // #region recipe
    const tools = await toAnthropic(run);
    const system = `You run the desk.\n\n${await run.instructions()}`;
    const runner = client.beta.messages.toolRunner({ ...first, system, tools }, { signal });
    const { messages, waits } = await runUntilDecision(runner, run);
    // #endregion recipe
    const read = (): readonly ReadResult[] =>
      resultsIn(requests).map(({ content, is_error: isError = false }) =>
        typeof content === 'string'
          ? { text: content, isError }
          : {
              text: (content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join(''),
              media: (content ?? []).flatMap((block) =>
                block.type === 'image' && block.source.type === 'base64' ? [block.source.data] : [],
              ),
              isError,
            },
      );
    const shown = requests[0]?.tools.map((one) => ['name' in one ? one.name : '', one.input_schema] as const) ?? [];
    const goOn = async (approved: boolean): Promise<readonly ReadResult[]> => {
      const outcomes = await decided(run, approved);
      await client.beta.messages.toolRunner({ ...params, tools, messages: withOutcomes(messages, outcomes) });
      return read();
    };
    return {
      system: requests[0]?.system,
      shown: Object.fromEntries(shown),
      read: read(),
      goOn: waits ? goOn : undefined,
    };
  },
};
