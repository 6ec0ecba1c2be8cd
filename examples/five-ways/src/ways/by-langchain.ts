import { toLangChain } from '@haft/bridges/langchain';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { createAgent, fakeModel, ToolMessage } from 'langchain';
import type { ModelCall, Reading } from '../conversation.js';
import { createLibrary } from '../create-runtime.js';

/** An agent of LangChain, around its own fake model. */
export async function byLangChain(calls: readonly ModelCall[], reader: string): Promise<readonly Reading[]> {
  const model = fakeModel();
  for (const { id, name, arguments: args } of calls) model.respondWithTools([{ id, name, args }]);
  model.respond(new AIMessage('Done.'));
  // #region langchain
  await using run = createLibrary().startRun({ deps: { reader } });
  const agent = createAgent({ model, tools: await toLangChain(run) });
  const { messages } = await agent.invoke({ messages: [new HumanMessage('Lend me Moby-Dick.')] });
  // #endregion langchain
  return messages
    .filter((message) => ToolMessage.isInstance(message))
    .map(({ text, status }) => ({ text, isError: status === 'error' }));
}
