import { GoogleGenAI, type CallableTool, type Content, type FunctionDeclaration, type Part } from '@google/genai';
import { functionsOf } from '@haft/bridges/functions';
import type { Run } from '@haft/runtime';
import type { ReadResult, Sdk } from '../../test/support/sdk.js';

/** Returns the tools of a run for automatic function calling. */
export async function toGoogleGenAI(run: Run, signal: AbortSignal): Promise<CallableTool> {
  // #region recipe
  const functions = await functionsOf(run);
  const tool: CallableTool = {
    tool: async () => ({
      functionDeclarations: functions.map(({ name, description, parameters }) => ({
        name,
        description,
        parametersJsonSchema: parameters,
      })),
    }),
    callTool: (calls) => Promise.all(calls.map(respond)),
  };

  async function respond({ id, name, args }: FunctionCall): Promise<Part> {
    const answer = await functions.find((one) => one.name === name)?.call(args, { id, signal });
    const { text, isError, parts } = answer ?? { text: 'Unknown tool.', isError: true, parts: [] };
    const media = parts.flatMap((part) =>
      'data' in part ? { inlineData: { mimeType: part.mediaType, data: part.data } } : [],
    );
    return { functionResponse: { id, name, response: { [isError ? 'error' : 'output']: text }, parts: media } };
  }
  // #endregion recipe
  return tool;
}

type FunctionCall = Parameters<CallableTool['callTool']>[0][number];

interface SentRequest {
  readonly systemInstruction?: unknown;
  readonly contents: readonly Content[];
  readonly tools: readonly { readonly functionDeclarations: readonly FunctionDeclaration[] }[];
}

export const sdk: Sdk = {
  name: 'Google GenAI 3.3',
  cannot: ['stop for approvals'],
  converse: async (run, turns, abort) => {
    const requests: SentRequest[] = [];
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      const calls = turns[requests.length] ?? [];
      requests.push(JSON.parse(String(init?.body)) as SentRequest);
      const parts = calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }));
      const content = { role: 'model', parts: parts.length === 0 ? [{ text: 'Done.' }] : parts };
      return Response.json({ candidates: [{ content, finishReason: 'STOP' }] });
    };
    const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: fetch as never } });
    // #region config
    const config = {
      systemInstruction: await run.instructions(),
      tools: [await toGoogleGenAI(run, abort.signal)],
      abortSignal: abort.signal,
    };
    // #endregion config
    await client.models.generateContent({ model: 'scripted', contents: 'Go.', config });
    const declarations = requests[0]?.tools.flatMap((one) => one.functionDeclarations) ?? [];
    return {
      system: requests[0]?.systemInstruction,
      shown: Object.fromEntries(declarations.map((one) => [one.name, one.parametersJsonSchema])),
      read: (requests.at(-1)?.contents ?? []).flatMap(({ parts = [] }) => parts.flatMap(resultOf)),
    };
  },
};

function resultOf({ functionResponse }: Part): ReadResult[] {
  if (functionResponse === undefined) return [];
  const { response = {}, parts = [] } = functionResponse;
  const isError = 'error' in response;
  const media = parts.map(({ inlineData }) => String(inlineData?.data));
  return [{ text: String(isError ? response['error'] : response['output']), isError, media }];
}
