import { ToolResult, type ToolOutcome } from '@haft/core';
import { createRuntime, defineTool, toolset, type Run } from '@haft/runtime';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { type Target, toDialect } from '@haft/schema/dialects';
import type { Spoken } from './fake-api.js';

/** A dot, as PNG. */
export const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Search {
  readonly query: string;
  readonly limit?: number;
  readonly labels?: Readonly<Record<string, string>>;
}

const SEARCH: JsonSchemaObject = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, description: 'Words of the note.' },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    labels: { type: 'object', additionalProperties: { type: 'string' }, description: 'Values of labels.' },
  },
  required: ['query'],
  additionalProperties: false,
};

const notes = toolset('notes', [
  defineTool({
    name: 'note_search',
    description: 'Finds notes.',
    parameters: SEARCH,
    execute: ({ query, limit = 10, labels = {} }: Search) => ({ query, limit, labels, found: ['n1'] }),
  }),
  defineTool({
    name: 'note_chart',
    description: 'Draws how many notes there are.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    execute: () =>
      new ToolResult({
        value: 3,
        content: [
          { type: 'text', text: 'Three notes.' },
          { type: 'image', data: DOT, mediaType: 'image/png' },
        ],
      }),
  }),
]);

/**
 * Returns the script of a model in a round trip: wrong arguments next to a good call, the
 * correction, rubbish, unknown tool names, a call that is cut off, and the final text. Its
 * arguments have the form of the schema that the model saw.
 */
export function scriptFor(target: Target): readonly Spoken[] {
  const form = toDialect({ name: 'note_search', parameters: SEARCH }, target);
  const search = (args: JsonValue): string => JSON.stringify(form.write(args));
  return [
    {
      text: 'Let me look.',
      calls: [
        { id: 'call_1', name: 'note_search', arguments: search({ query: 'haft', limit: 500 }) },
        { id: 'call_2', name: 'note_chart', arguments: '{}' },
      ],
    },
    {
      calls: [
        { id: 'call_3', name: 'note_search', arguments: search({ query: 'haft', limit: 5, labels: { a: 'b' } }) },
      ],
    },
    { calls: [{ id: 'call_4', name: 'note_search', arguments: 'the notes of May' }] },
    {
      calls: [
        { id: 'call_5', name: 'functions.note_search', arguments: search({ query: 'May' }) },
        { id: 'call_6', name: 'note find!', arguments: search({ query: 'May' }) },
      ],
    },
    { calls: [{ id: 'call_7', name: 'note_search', arguments: '{"query":"a very lo' }], cut: true },
    { text: 'There is one note.' },
  ];
}

/** How the calls of the script end: their statuses, and how their texts begin. */
export const OUTCOMES: readonly (readonly [tool: string, status: string, text: string])[] = [
  [
    'note_search',
    'retry',
    "Tool call validation failed for tool 'note_search':\n- limit: expected an integer from 1 to 100",
  ],
  ['note_chart', 'success', 'Three notes.'],
  ['note_search', 'success', '{"query":"haft","limit":5,"labels":{"a":"b"},"found":["n1"]}'],
  ['note_search', 'retry', 'The arguments are not valid JSON'],
  ['note_search', 'success', '{"query":"May","limit":10,"labels":{},"found":["n1"]}'],
  ['note find!', 'retry', "Unknown tool name: 'note find!'."],
  ['note_search', 'retry', 'The call was cut off before its end'],
];

/** A run of the tools that the script calls. */
export function startConversation(target: Target): Run {
  const options = { target, retries: 9 };
  return createRuntime({ toolsets: notes }).startRun(options) as Run;
}

/** Outcomes in the form of {@link OUTCOMES}: their texts as far as these say. */
export function summaryOf(
  outcomes: readonly ToolOutcome[],
  expected: readonly (readonly string[])[] = OUTCOMES,
): readonly (readonly string[])[] {
  return outcomes.map(({ tool, status, text }, index) => [tool, status, text.slice(0, expected[index]?.[2]?.length)]);
}
