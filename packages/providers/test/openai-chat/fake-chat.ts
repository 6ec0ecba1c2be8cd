import {
  isObject,
  NAME,
  pieces,
  sameIds,
  sse,
  type Body,
  type FakeProvider,
  type Spoken,
} from '../support/fake-api.js';

/** Chat Completions, as far as tools go. */
export const fakeChat: FakeProvider = {
  refusal: ({ messages, tools }) => refusalOfTools(tools as readonly Body[]) ?? refusalOf(messages as readonly Body[]),
  whole: (spoken) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'fake',
    choices: [{ index: 0, message: messageOf(spoken), finish_reason: finishReasonOf(spoken), logprobs: null }],
  }),
  events: (spoken) => choicesOf(spoken).map(chunk),
  frame: sse,
  end: 'data: [DONE]\n\n',
  streamType: 'text/event-stream',
  wantsStream: (_path, { stream }) => stream === true,
};

function refusalOfTools(tools: readonly Body[]): string | undefined {
  const isGood = (tool: Body): boolean =>
    isObject(tool['function']) &&
    NAME.test(String(tool['function']['name'])) &&
    isObject(tool['function']['parameters']);
  return tools.every(isGood) ? undefined : 'a tool is not as it should be';
}

function refusalOf(messages: readonly Body[]): string | undefined {
  for (const [index, message] of messages.entries()) {
    const calls = (message['tool_calls'] ?? []) as readonly {
      id: string;
      function: { name: string; arguments: string };
    }[];
    for (const call of calls) {
      if (!NAME.test(call.function.name)) return `name ${call.function.name}`;
      if (!isObject(JSON.parse(call.function.arguments))) return `arguments ${call.function.arguments}`;
    }
    const answers = messages.slice(index + 1, index + 1 + calls.length);
    const ids = answers.filter(({ role }) => role === 'tool').map((answer) => answer['tool_call_id']);
    if (
      !sameIds(
        ids,
        calls.map(({ id }) => id),
      )
    )
      return 'tool_call_ids did not have response messages';
    if (answers.some(({ content }) => content === '')) return 'an empty result';
  }
  return undefined;
}

function messageOf({ text, calls }: Spoken): object {
  const sent = calls?.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  return {
    role: 'assistant',
    content: text ?? null,
    refusal: null,
    ...(sent === undefined ? {} : { tool_calls: sent }),
  };
}

function finishReasonOf({ calls, cut }: Spoken): string {
  if (cut === true) return 'length';
  return calls === undefined ? 'stop' : 'tool_calls';
}

function choicesOf(spoken: Spoken): readonly object[] {
  const deltas: object[] = [{ role: 'assistant', content: '' }];
  for (const content of pieces(spoken.text ?? '')) deltas.push({ content });
  for (const [index, { id, name, arguments: args }] of (spoken.calls ?? []).entries()) {
    deltas.push({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
    for (const piece of pieces(args)) deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  const choices = deltas.map((delta) => ({ index: 0, delta, finish_reason: null }));
  return [...choices, { index: 0, delta: {}, finish_reason: finishReasonOf(spoken) }];
}

function chunk(choice: object): Body {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'fake', choices: [choice] };
}
