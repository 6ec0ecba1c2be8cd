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

/** The Responses API, as far as tools go. */
export const fakeResponses: FakeProvider = {
  refusal: ({ input, tools }) => refusalOfTools(tools as readonly Body[]) ?? refusalOf(input as readonly Body[]),
  whole: responseOf,
  events: (spoken) => eventsOf(spoken).map((event, index) => ({ ...event, sequence_number: index })),
  frame: sse,
  streamType: 'text/event-stream',
  wantsStream: (_path, { stream }) => stream === true,
};

function refusalOfTools(tools: readonly Body[]): string | undefined {
  const functions = tools.flatMap((tool) => (tool['type'] === 'namespace' ? (tool['tools'] as Body[]) : [tool]));
  const isGood = (tool: Body): boolean =>
    tool['type'] === 'tool_search' || (NAME.test(String(tool['name'])) && typeof tool['strict'] === 'boolean');
  return functions.every(isGood) ? undefined : 'a tool is not as it should be';
}

function refusalOf(input: readonly Body[]): string | undefined {
  const calls = input.filter(({ type }) => type === 'function_call');
  const results = input.filter(({ type }) => type === 'function_call_output');
  for (const call of calls) {
    if (!NAME.test(String(call['name']))) return `name ${String(call['name'])}`;
    if (!isObject(JSON.parse(String(call['arguments'])))) return `arguments ${String(call['arguments'])}`;
    if (call['status'] !== 'completed') return 'an item that is not complete';
  }
  const ids = (items: readonly Body[]): readonly unknown[] => items.map((item) => item['call_id']);
  return sameIds(ids(calls), ids(results)) ? undefined : 'No tool output found for function call';
}

function responseOf(spoken: Spoken): object {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    model: 'fake',
    status: spoken.cut === true ? 'incomplete' : 'completed',
    incomplete_details: spoken.cut === true ? { reason: 'max_output_tokens' } : null,
    output: itemsOf(spoken),
  };
}

function itemsOf({ text, calls = [], cut }: Spoken): readonly Body[] {
  const thoughts = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'secret' };
  const content = [{ type: 'output_text', text, annotations: [] }];
  const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  const items = calls.map(({ id, name, arguments: args }) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name,
    namespace: 'notes',
    arguments: args,
    status: cut === true ? 'incomplete' : 'completed',
  }));
  return [thoughts, ...(text === undefined ? [] : [message]), ...items];
}

function eventsOf(spoken: Spoken): readonly Body[] {
  const events = itemsOf(spoken).flatMap((item, output_index) => {
    const at = { output_index, item_id: item['id'] };
    const args = item['type'] === 'function_call' ? String(item['arguments']) : undefined;
    const begun = args === undefined ? { ...item, content: [] } : { ...item, arguments: '', status: 'in_progress' };
    const text = item['type'] === 'message' ? (spoken.text ?? '') : '';
    return [
      { type: 'response.output_item.added', output_index, item: begun },
      ...pieces(text).map((delta) => ({ type: 'response.output_text.delta', ...at, content_index: 0, delta })),
      ...pieces(args ?? '').map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
      ...(args === undefined || spoken.cut === true
        ? []
        : [{ type: 'response.function_call_arguments.done', ...at, arguments: args }]),
      { type: 'response.output_item.done', output_index, item },
    ];
  });
  const end = spoken.cut === true ? 'response.incomplete' : 'response.completed';
  return [{ type: 'response.created' }, ...events, { type: end, response: responseOf(spoken) }];
}
