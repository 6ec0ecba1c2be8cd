import type Anthropic from '@anthropic-ai/sdk';
import { isRecursive, reachableSchemas, resolverOf } from '@haft/schema/internal';
import type { JsonSchemaObject } from '@haft/schema';
import { isObject, sse, type Body, type FakeProvider } from '../support/fake-api.js';
import { firstOf, objects, unknownField, type FieldsOf } from './refused-fields.js';
import { CALLS } from './tools.js';

/*
 * Anthropic's Messages API with code that calls tools. It rejects everything that the types of the
 * SDK do not have, and everything that its documentation of programs says it rejects.
 */

const TOOL: FieldsOf<Anthropic.Tool> = {
  name: true,
  description: true,
  input_schema: true,
  input_examples: true,
  allowed_callers: true,
  strict: true,
  defer_loading: true,
  cache_control: true,
  eager_input_streaming: true,
  type: true,
};
const CODE: FieldsOf<Anthropic.CodeExecutionTool20260521> = {
  type: true,
  name: true,
  allowed_callers: true,
  cache_control: true,
  defer_loading: true,
  strict: true,
};
const USE: FieldsOf<Anthropic.ToolUseBlockParam> = {
  type: true,
  id: true,
  name: true,
  input: true,
  caller: true,
  cache_control: true,
  toolset_name: true,
};
const RESULT: FieldsOf<Anthropic.ToolResultBlockParam> = {
  type: true,
  tool_use_id: true,
  content: true,
  is_error: true,
  cache_control: true,
  toolset_name: true,
};
const CALLER: FieldsOf<Anthropic.ServerToolCaller20260120> = { type: true, tool_id: true };

/** Answers name this version of the tool, even for a request with a later one. */
const CODE_CALLER = { type: 'code_execution_20260120', tool_id: 'srv_1' };

/** Returns the API. The code ends with the results that it got, as its output. */
export function strictAnthropic(): FakeProvider {
  let last: Body = {};
  return {
    refusal(body) {
      last = body;
      return refusalOfTools(objects(body['tools'])) ?? refusalOfMessages(body);
    },
    whole: () => messageOf(last),
    events: () => eventsOf(last),
    frame: sse,
    streamType: 'text/event-stream',
    wantsStream: (_path, { stream }) => stream === true,
  };
}

function refusalOfTools(tools: readonly Body[]): string | undefined {
  const own = tools.filter((one) => 'input_schema' in one);
  const code = tools.filter((one) => !('input_schema' in one));
  const callable = own.filter(isForPrograms);
  if (callable.length > 0 && code.length !== 1) return 'allowed_callers need the tool code_execution.';
  return (
    firstOf(own, (one) => unknownField(one, TOOL)) ??
    firstOf(code, (one) => (one['name'] === 'code_execution' ? unknownField(one, CODE) : 'another tool')) ??
    firstOf(callable, ({ strict }) => (strict === true ? 'A strict tool is not for programs.' : undefined)) ??
    firstOf(callable, ({ input_schema: schema }) =>
      isCircular(schema as JsonSchemaObject) ? 'Circular $ref detected' : undefined,
    )
  );
}

function isCircular(schema: JsonSchemaObject): boolean {
  const resolve = resolverOf(schema);
  return [...reachableSchemas(schema, resolve)].some((one) => isRecursive(one, resolve));
}

function isForPrograms({ allowed_callers: callers }: Body): boolean {
  return Array.isArray(callers) && callers.includes('code_execution_20260521');
}

function refusalOfMessages({ messages, tools, container }: Body): string | undefined {
  const [, turn, answer] = objects(messages);
  if (turn === undefined) return undefined;
  const uses = objects(turn['content']).filter(({ type }) => type === 'tool_use');
  const results = objects(answer?.['content']);
  if (container !== 'box_1') return 'A call of code waits: the container is required.';
  if (results.some(({ type }) => type !== 'tool_result')) return 'Only results may answer calls of code.';
  if (uses.length !== results.length) return 'tool_use ids were found without tool_result blocks.';
  return (
    firstOf(uses, (one) => unknownField(one, USE) ?? refusalOfCaller(one['caller'])) ??
    firstOf(uses, ({ name }) => {
      const tool = objects(tools).find((one) => one['name'] === name);
      return tool !== undefined && isForPrograms(tool) ? undefined : `Code called ${String(name)}.`;
    }) ??
    firstOf(results, (one) => unknownField(one, RESULT)) ??
    firstOf(results, ({ content }) =>
      objects(content).every(({ type, text }) => type === 'text' && String(text).trim() !== '')
        ? undefined
        : 'The result of a call of code must be text.',
    )
  );
}

function refusalOfCaller(caller: unknown): string | undefined {
  const isSame = isObject(caller) && caller['type'] === CODE_CALLER.type && caller['tool_id'] === CODE_CALLER.tool_id;
  return unknownField(caller, CALLER) ?? (isSame ? undefined : `The caller is ${JSON.stringify(caller)}.`);
}

function messageOf({ messages }: Body): object {
  const results = objects(objects(messages)[2]?.['content']);
  const isWaiting = results.length === 0;
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    container: { id: 'box_1', expires_at: '2027-01-01T00:00:00Z', skills: null },
    content: isWaiting ? waitingContent() : endOf(results),
    stop_reason: isWaiting ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function waitingContent(): readonly Body[] {
  const code = {
    type: 'server_tool_use',
    id: 'srv_1',
    name: 'code_execution',
    input: { code: '...' },
    caller: { type: 'direct' },
  };
  const uses = CALLS.map(({ id, name, arguments: args }) => ({
    type: 'tool_use',
    id,
    name,
    input: JSON.parse(args) as unknown,
    caller: CODE_CALLER,
  }));
  return [code, ...uses];
}

function endOf(results: readonly Body[]): readonly Body[] {
  const texts = results.map(({ content }) => objects(content).map(({ text }) => text));
  const stdout = JSON.stringify(texts.flat());
  const content = { type: 'code_execution_result', stdout, stderr: '', return_code: 0, content: [] };
  return [
    { type: 'code_execution_tool_result', tool_use_id: 'srv_1', content },
    { type: 'text', text: stdout, citations: null },
  ];
}

function eventsOf(body: Body): readonly Body[] {
  const message = messageOf(body) as Body;
  const blocks = objects(message['content']).flatMap((block, index) => [
    {
      type: 'content_block_start',
      index,
      content_block: block['type'] === 'tool_use' ? { ...block, input: {} } : block,
    },
    ...(block['type'] === 'tool_use'
      ? [
          {
            type: 'content_block_delta',
            index,
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) },
          },
        ]
      : []),
    { type: 'content_block_stop', index },
  ]);
  const delta = { stop_reason: message['stop_reason'], stop_sequence: null, container: message['container'] };
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, container: null } },
    ...blocks,
    { type: 'message_delta', delta, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];
}
