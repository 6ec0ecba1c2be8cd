import { BaseLlm, BaseTool, InMemoryRunner, LlmAgent, type LlmRequest, type RunAsyncToolRequest } from '@google/adk';
import type { Content, FunctionDeclaration, Part } from '@google/genai';
import { functionsOf, type ToolFunction } from '@haft/bridges/functions';
import type { Run } from '@haft/runtime';
import type { ReadResult, ScriptedCall, Sdk } from '../../test/support/sdk.js';

// #region recipe
class HaftTool extends BaseTool {
  constructor(
    private readonly run: Run,
    private readonly one: ToolFunction,
  ) {
    super({ name: one.name, description: one.description });
  }

  override _getDeclaration(): FunctionDeclaration {
    return { name: this.name, description: this.description, parametersJsonSchema: this.one.parameters };
  }

  override async checkRequireConfirmation(args: Record<string, unknown>): Promise<boolean> {
    return (await this.run.waitsFor({ name: this.name, arguments: args })) !== undefined;
  }

  override async runAsync({ args, toolContext }: RunAsyncToolRequest): Promise<unknown> {
    const { functionCallId: id, abortSignal: signal, toolConfirmation: answer } = toolContext;
    const waits = answer === undefined && (await this.checkRequireConfirmation(args));
    if (waits) {
      toolContext.requestConfirmation({ hint: `Approve ${this.name}?` });
      toolContext.actions.skipSummarization = true;
      return { error: 'The call waits for an approval.' };
    }
    const { text, isError } = await this.one.call(args, { id, signal, approved: answer?.confirmed });
    return { [isError ? 'error' : 'output']: text };
  }
}

const toAdk = async (run: Run) => (await functionsOf(run)).map((one) => new HaftTool(run, one));
// #endregion recipe

class ScriptedLlm extends BaseLlm {
  readonly requests: LlmRequest[] = [];

  constructor(private readonly turns: readonly (readonly ScriptedCall[])[]) {
    super({ model: 'scripted' });
  }

  override async *generateContentAsync(request: LlmRequest) {
    const calls = this.turns[this.requests.length] ?? [];
    this.requests.push({ ...request, contents: structuredClone(request.contents) });
    const parts = calls.map(({ id, name, args }) => ({ functionCall: { id, name, args: { ...args } } }));
    yield { content: { role: 'model', parts: parts.length === 0 ? [{ text: 'Done.' }] : parts } };
  }

  override connect(): never {
    throw new Error('not live');
  }
}

export const sdk: Sdk = {
  name: 'Google ADK 2.0',
  cannot: ['media'],
  converse: async (run, turns, { signal: abortSignal }) => {
    const model = new ScriptedLlm(turns);
    // #region agent
    // ADK replaces braces in a text, but not in the result of a function.
    const instruction = () => run.instructions();
    const agent = new LlmAgent({ name: 'clerk', model, instruction, tools: await toAdk(run) });
    // #endregion agent
    const runner = new InMemoryRunner({ agent });
    const user = { userId: 'ada', sessionId: 'chat-1' };
    await runner.sessionService.createSession({ ...user, appName: runner.appName });
    const say = async (parts: Part[]) => {
      const asked: string[] = [];
      for await (const { content } of runner.runAsync({ ...user, newMessage: { role: 'user', parts }, abortSignal }))
        for (const { functionCall } of content?.parts ?? [])
          if (functionCall?.name === 'adk_request_confirmation') asked.push(String(functionCall.id));
      return asked;
    };
    const asked = await say([{ text: 'Go.' }]);
    const declarations = (model.requests[0]?.config?.tools ?? []).flatMap((one) =>
      'functionDeclarations' in one ? (one.functionDeclarations ?? []) : [],
    );
    const answer = (confirmed: boolean) =>
      asked.map((id) => ({ functionResponse: { id, name: 'adk_request_confirmation', response: { confirmed } } }));
    return {
      system: model.requests[0]?.config?.systemInstruction,
      shown: Object.fromEntries(declarations.map((one) => [one.name, one.parametersJsonSchema])),
      read: readIn(model.requests.at(-1)?.contents),
      goOn:
        asked.length === 0
          ? undefined
          : async (approved) => {
              await say(answer(approved));
              return readIn(model.requests.at(-1)?.contents);
            },
    };
  },
};

function readIn(contents: readonly Content[] = []): readonly ReadResult[] {
  const responses = contents.flatMap(({ parts = [] }) => parts.map(({ functionResponse }) => functionResponse));
  return responses.flatMap((one) => {
    if (one === undefined || one.name === 'adk_request_confirmation') return [];
    const isError = 'error' in (one.response ?? {});
    return { text: String(one.response?.[isError ? 'error' : 'output']), isError };
  });
}
