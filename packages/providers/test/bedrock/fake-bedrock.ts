import {
  isObject,
  NAME,
  objectOf,
  pieces,
  sameIds,
  type Body,
  type FakeProvider,
  type Spoken,
} from '../support/fake-api.js';
import { awsEvent } from './event-stream.js';

/** The Converse API, as far as tools go. */
export const fakeBedrock: FakeProvider = {
  refusal: ({ messages, toolConfig }) =>
    refusalOfTools(toolConfig as Body) ?? refusalOf(messages as readonly Message[]),
  whole: (spoken) => ({
    output: { message: { role: 'assistant', content: contentOf(spoken) } },
    stopReason: stopReasonOf(spoken),
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    metrics: { latencyMs: 1 },
  }),
  events: (spoken) => eventsOf(spoken).map(([type, payload]) => ({ [type]: payload })),
  frame: (event) => awsEvent(...(Object.entries(event)[0] as unknown as Event)),
  streamType: 'application/vnd.amazon.eventstream',
  wantsStream: (path) => path.endsWith('/converse-stream'),
  http2: true,
};

interface Message {
  readonly role: string;
  readonly content: readonly {
    readonly text?: string;
    readonly reasoningContent?: object;
    readonly toolUse?: { readonly toolUseId: string; readonly name: string; readonly input: unknown };
    readonly toolResult?: { readonly toolUseId: string; readonly content: readonly Body[]; readonly status: string };
  }[];
}

function refusalOfTools(toolConfig: Body): string | undefined {
  const tools = toolConfig['tools'] as readonly { readonly toolSpec: { name: string; inputSchema: { json: Body } } }[];
  const isGood = ({ toolSpec }: (typeof tools)[0]): boolean =>
    NAME.test(toolSpec.name) && toolSpec.inputSchema.json['type'] === 'object';
  return tools.every(isGood) ? undefined : 'a tool is not as it should be';
}

function refusalOf(messages: readonly Message[]): string | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) return 'roles must alternate';
    if (content.some(({ text }) => text === '')) return 'The text field in the ContentBlock object is blank.';
    if (content.some(({ reasoningContent: thought }) => thought !== undefined && !isWhole(thought))) {
      return 'Invalid `signature` in `thinking` block';
    }
    const calls = content.flatMap(({ toolUse }) => toolUse ?? []);
    const results = (messages[index + 1]?.content ?? []).flatMap(({ toolResult }) => toolResult ?? []);
    if (calls.some(({ name }) => !NAME.test(name))) return 'toolUse.name must satisfy the pattern';
    if (calls.some(({ input }) => !isObject(input))) return 'The format of the value at toolUse.input is invalid';
    if (role !== 'assistant') continue;
    if (
      !sameIds(
        calls.map(({ toolUseId }) => toolUseId),
        results.map(({ toolUseId }) => toolUseId),
      )
    ) {
      return 'Expected toolResult blocks for the toolUse Ids';
    }
  }
  return undefined;
}

function isWhole(thought: object): boolean {
  return JSON.stringify(thought) === JSON.stringify(THOUGHT);
}

const THOUGHT = { reasoningText: { text: 'I should look.', signature: 'c2lnbmVk' } };

function contentOf({ text, calls = [] }: Spoken): readonly Body[] {
  return [
    { reasoningContent: THOUGHT },
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map((call) => ({ toolUse: { toolUseId: call.id, name: call.name, input: objectOf(call) } })),
  ];
}

function stopReasonOf({ calls, cut }: Spoken): string {
  if (cut === true) return 'max_tokens';
  return calls === undefined ? 'end_turn' : 'tool_use';
}

type Event = readonly [type: string, payload: object];

function eventsOf(spoken: Spoken): readonly Event[] {
  const { text, calls = [] } = spoken;
  const thoughts = [
    { reasoningContent: { text: 'I should ' } },
    { reasoningContent: { text: 'look.' } },
    { reasoningContent: { signature: 'c2lnbmVk' } },
  ];
  const blocks: { readonly start?: object; readonly deltas: readonly object[] }[] = [
    { deltas: thoughts },
    ...(text === undefined ? [] : [{ deltas: pieces(text).map((piece) => ({ text: piece })) }]),
    ...calls.map(({ id, name, arguments: args }) => ({
      start: { toolUse: { toolUseId: id, name } },
      deltas: pieces(args).map((piece) => ({ toolUse: { input: piece } })),
    })),
  ];
  return [
    ['messageStart', { role: 'assistant' }],
    ...blocks.flatMap(({ start, deltas }, contentBlockIndex): readonly Event[] => [
      ...(start === undefined ? [] : [['contentBlockStart', { contentBlockIndex, start }] as const]),
      ...deltas.map((delta) => ['contentBlockDelta', { contentBlockIndex, delta }] as const),
      ['contentBlockStop', { contentBlockIndex }],
    ]),
    ['messageStop', { stopReason: stopReasonOf(spoken) }],
    ['metadata', { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, metrics: { latencyMs: 1 } }],
  ];
}
