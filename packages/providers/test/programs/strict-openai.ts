import type OpenAI from 'openai';
import { createChecker, type JsonSchema } from '@haft/schema';
import { sse, type Body, type FakeProvider } from '../support/fake-api.js';
import { firstOf, objects, unknownField, type FieldsOf } from './refused-fields.js';
import { CALLS } from './tools.js';

/*
 * OpenAI's Responses API with one program. It rejects everything that the types of the SDK do not
 * have, another caller than that of the call, and an output that its `output_schema` rejects.
 */

type Responses = {
  readonly tool: OpenAI.Responses.FunctionTool;
  readonly programs: OpenAI.Responses.Tool.ProgrammaticToolCalling;
  readonly call: OpenAI.Responses.ResponseFunctionToolCall;
  readonly output: OpenAI.Responses.ResponseInputItem.FunctionCallOutput;
  readonly program: OpenAI.Responses.ResponseInputItem.Program;
  readonly caller: OpenAI.Responses.ResponseInputItem.FunctionCallOutput.Program;
};
const FUNCTION: FieldsOf<Responses['tool']> = {
  type: true,
  name: true,
  description: true,
  parameters: true,
  strict: true,
  allowed_callers: true,
  output_schema: true,
  defer_loading: true,
  async: true,
};
const PROGRAMS: FieldsOf<Responses['programs']> = { type: true };
const CALL: FieldsOf<Responses['call']> = {
  type: true,
  id: true,
  call_id: true,
  name: true,
  namespace: true,
  arguments: true,
  async: true,
  caller: true,
  status: true,
};
const OUTPUT: FieldsOf<Responses['output']> = {
  type: true,
  id: true,
  call_id: true,
  output: true,
  caller: true,
  name: true,
  namespace: true,
  status: true,
};
const PROGRAM: FieldsOf<Responses['program']> = { type: true, id: true, call_id: true, code: true, fingerprint: true };
const CALLER: FieldsOf<Responses['caller']> = { type: true, caller_id: true };

const PROGRAM_ITEM = { type: 'program', id: 'p1', call_id: 'prog_1', code: '...', fingerprint: 'f1' };
const PROGRAM_CALLER = { type: 'program', caller_id: 'prog_1' };

/** Returns the API. The program ends with the outputs that it got, as its result. */
export function strictOpenAi(): FakeProvider {
  let last: Body = {};
  return {
    refusal(body) {
      last = body;
      return refusalOfTools(objects(body['tools'])) ?? refusalOfInput(body);
    },
    whole: () => responseOf(last),
    events: () => eventsOf(last),
    frame: sse,
    streamType: 'text/event-stream',
    wantsStream: (_path, { stream }) => stream === true,
  };
}

function refusalOfTools(tools: readonly Body[]): string | undefined {
  const functions = tools.filter(({ type }) => type === 'function');
  const others = tools.filter(({ type }) => type !== 'function');
  const callable = functions.filter(isForPrograms);
  if (callable.length > 0 && others.length !== 1) return 'Programs need one tool `programmatic_tool_calling`.';
  return (
    firstOf(functions, (one) => unknownField(one, FUNCTION)) ??
    firstOf(others, (one) =>
      one['type'] === 'programmatic_tool_calling'
        ? unknownField(one, PROGRAMS)
        : `Invalid type ${String(one['type'])}.`,
    )
  );
}

function isForPrograms({ allowed_callers: callers }: Body): boolean {
  return Array.isArray(callers) && callers.includes('programmatic');
}

function refusalOfInput({ input, tools }: Body): string | undefined {
  const items = objects(input);
  const calls = items.filter(({ type }) => type === 'function_call');
  const outputs = items.filter(({ type }) => type === 'function_call_output');
  const programs = items.filter(({ type }) => type === 'program');
  if (calls.length !== outputs.length) return 'No tool output found for function call.';
  return (
    firstOf(
      programs,
      (one) => unknownField(one, PROGRAM) ?? (one['fingerprint'] === 'f1' ? undefined : 'fingerprint'),
    ) ??
    firstOf(calls, (one) => unknownField(one, CALL) ?? refusalOfCaller(one['caller'])) ??
    firstOf(outputs, (one) => unknownField(one, OUTPUT) ?? refusalOfCaller(one['caller'])) ??
    firstOf(outputs, ({ call_id: id, output }) => {
      const call = calls.find((one) => one['call_id'] === id);
      const tool = objects(tools).find(({ name }) => name === call?.['name']);
      if (call === undefined) return `No call ${String(id)}.`;
      return tool === undefined || !isForPrograms(tool)
        ? `A program called ${String(call['name'])}.`
        : misfit(tool, output);
    })
  );
}

function refusalOfCaller(caller: unknown): string | undefined {
  const unknown = unknownField(caller, CALLER);
  const isSame = JSON.stringify(caller) === JSON.stringify(PROGRAM_CALLER);
  return unknown ?? (isSame ? undefined : `The caller is ${JSON.stringify(caller)}.`);
}

/** Failures are texts. The value of a success has to be what the tool says. */
function misfit({ output_schema: schema }: Body, output: unknown): string | undefined {
  if (typeof output !== 'string') return 'The output of a call of a program is not a text.';
  if (schema === undefined || !/^[[{"\d]/.test(output)) return undefined;
  const isValid = createChecker(schema as JsonSchema).validates(JSON.parse(output) as never);
  return isValid ? undefined : `The output is not what output_schema says: ${output}`;
}

function responseOf({ input }: Body): object {
  const outputs = objects(input).filter(({ type }) => type === 'function_call_output');
  return { id: `resp_${outputs.length}`, object: 'response', status: 'completed', output: itemsOf(outputs) };
}

function itemsOf(outputs: readonly Body[]): readonly Body[] {
  if (outputs.length === 0) {
    const calls = CALLS.map(({ id, ...call }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      ...call,
      caller: PROGRAM_CALLER,
      status: 'completed',
    }));
    return [PROGRAM_ITEM, ...calls];
  }
  const result = JSON.stringify(outputs.map(({ output }) => output));
  return [
    { type: 'program_output', id: 'po1', call_id: 'prog_1', result, status: 'completed' },
    {
      type: 'message',
      id: 'm1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: result, annotations: [] }],
    },
  ];
}

function eventsOf(body: Body): readonly Body[] {
  const { output } = responseOf(body) as { readonly output: readonly Body[] };
  const items = output.flatMap((item, output_index) => {
    const isCall = item['type'] === 'function_call';
    const at = { output_index, item_id: item['id'] };
    const { arguments: args } = item;
    return [
      { type: 'response.output_item.added', output_index, item: isCall ? { ...item, arguments: '' } : item },
      ...(isCall ? [{ type: 'response.function_call_arguments.delta', ...at, delta: args }] : []),
      { type: 'response.output_item.done', output_index, item },
    ];
  });
  return [{ type: 'response.created' }, ...items, { type: 'response.completed', response: responseOf(body) }];
}
