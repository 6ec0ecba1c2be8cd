import { toAiSdk } from '@haft/bridges/ai-sdk';
import { generateText, isStepCount } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import type { ModelCall, Reading } from '../conversation.js';
import { createLibrary } from '../create-runtime.js';

/** A loop of the AI SDK, around its own fake model. */
export async function byAiSdk(calls: readonly ModelCall[], reader: string): Promise<readonly Reading[]> {
  const model = modelThatCalls(calls);
  // #region ai-sdk
  await using run = createLibrary().startRun({ deps: { reader } });
  await generateText({ model, prompt: 'Lend me Moby-Dick.', stopWhen: isStepCount(10), ...(await toAiSdk(run)) });
  // #endregion ai-sdk
  return readBy(model);
}

function modelThatCalls(calls: readonly ModelCall[]): MockLanguageModelV4 {
  const turns = [...calls];
  return new MockLanguageModelV4({
    doGenerate: () => {
      const call = turns.shift();
      const usage = {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      };
      return Promise.resolve(
        call === undefined
          ? {
              content: [{ type: 'text', text: 'Done.' }],
              finishReason: { unified: 'stop', raw: 'stop' },
              usage,
              warnings: [],
            }
          : {
              content: [
                {
                  type: 'tool-call',
                  toolCallId: call.id,
                  toolName: call.name,
                  input: JSON.stringify(call.arguments),
                },
              ],
              finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
              usage,
              warnings: [],
            },
      );
    },
  });
}

/** Returns the results in the model's last request. */
function readBy({ doGenerateCalls }: MockLanguageModelV4): readonly Reading[] {
  const parts = (doGenerateCalls.at(-1)?.prompt ?? []).flatMap(({ role, content }) => (role === 'tool' ? content : []));
  return parts.flatMap((part) => {
    const output = part.type === 'tool-result' ? part.output : undefined;
    if (output?.type !== 'text' && output?.type !== 'error-text') return [];
    return { text: output.value, isError: output.type === 'error-text' };
  });
}
