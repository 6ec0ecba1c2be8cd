import Anthropic from '@anthropic-ai/sdk';
import type { BetaMessageParam, BetaToolUnion } from '@anthropic-ai/sdk/resources/beta';

/** A call that the scripted model makes. */
export type ScriptedCall = readonly [id: string, name: string, args: unknown];

/** The body of a request to the API. */
export interface SentRequest {
  readonly tools: readonly (BetaToolUnion & { readonly input_schema?: object })[];
  readonly messages: readonly BetaMessageParam[];
  readonly system?: unknown;
}

/** Returns Anthropic's client with a model that makes these calls, one message after the other. */
export function scriptedAnthropic(turns: readonly (readonly ScriptedCall[])[]) {
  const requests: SentRequest[] = [];
  const fetch = async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    const calls = turns[requests.length] ?? [];
    requests.push(JSON.parse(String(init?.body)) as SentRequest);
    const content =
      calls.length === 0
        ? [{ type: 'text', text: 'Done.' }]
        : calls.map(([id, name, input]) => ({ type: 'tool_use', id, name, input, caller: { type: 'direct' } }));
    return Response.json({
      id: `msg_${requests.length}`,
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content,
      stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    });
  };
  return { client: new Anthropic({ apiKey: 'none', fetch, maxRetries: 0 }), requests };
}

/** Returns the results of its calls that the model read, by id. The SDK sends only new messages. */
export function resultsIn(requests: readonly SentRequest[]) {
  const blocks = requests.flatMap(({ messages }) =>
    messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])),
  );
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : []));
  return [...new Map(results.map((one) => [one.tool_use_id, one])).values()];
}
