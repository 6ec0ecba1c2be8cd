import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { anthropicMessages } from '../src/anthropic.js';
import { gemini } from '../src/gemini.js';
import { openAiChat, openAiResponses } from '../src/openai.js';
import { APIS, type AnyApi } from './support/apis.js';
import { fixtureDefinitions } from './support/fixture-definitions.js';
import { expectGoldenLines } from './support/golden.js';
import { definition } from './support/definition.js';

describe('the tools of a request, for every fixture of the reflector', () => {
  const inParameters = {
    name: 'Gemini, in parameters',
    make: () => gemini({ schemas: 'parameters' }) as unknown as AnyApi,
  };
  it.each([...APIS, inParameters].map((one) => [one.name, one] as const))('%s', (name, { make }) => {
    const tools = make().tools(fixtureDefinitions()) as readonly { functionDeclarations?: readonly unknown[] }[];
    const file = `definitions-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
    expectGoldenLines(import.meta.dirname, file, tools[0]?.functionDeclarations ?? tools);
  });
});

describe.each(APIS.map((one) => [one.name, one] as const))('%s: the payload of a run', (_name, { make }) => {
  it('is built once, not once for every step', async () => {
    const tools = [1, 2, 3].map((index) =>
      defineTool({ name: `t${index}`, description: 'A tool.', parameters: { type: 'object' }, execute: () => index }),
    );
    const runtime = createRuntime({ toolsets: toolset('set', tools) });
    const api = make();
    const [first, second] = [runtime.startRun(), runtime.startRun()];
    const payload = api.tools(await first.definitions());
    expect(api.tools(await first.definitions())).toBe(payload);
    expect(api.tools(await second.definitions())).toBe(payload);
  });

  it('shares its parts with the payload of a step that has some of the same tools', () => {
    const api = make();
    const all = [definition('a'), definition('b')] as const;
    const flat = (payload: readonly unknown[]): readonly unknown[] =>
      payload.flatMap((one) => (one as { functionDeclarations?: unknown[] }).functionDeclarations ?? [one]);
    const [first] = flat(api.tools(Object.freeze([...all])));
    expect(flat(api.tools(Object.freeze([all[0]])))[0]).toBe(first);
  });

  it('is frozen, because the next step gets it too, and tools of the provider go into a new array with it', () => {
    const payload = make().tools(Object.freeze([definition('a')])) as unknown[];
    expect(() => payload.push({ type: 'web_search' })).toThrow(TypeError);
  });

  it('follows an array of definitions that changes', () => {
    const api = make();
    const definitions = [definition('a')];
    const before = JSON.stringify(api.tools(definitions));
    definitions.push(definition('b'));
    expect(JSON.stringify(api.tools(definitions))).not.toBe(before);
  });

  it('is that of a run, if the run has the target of this provider', async () => {
    const runtime = createRuntime({ toolsets: toolset('set', []) });
    const api = make();
    expect(await api.toolsOf(runtime.startRun({ target: api.target }))).toEqual([]);
    await expect(api.toolsOf(runtime.startRun())).rejects.toMatchObject({
      code: 'HAFT_INVALID_OPTION',
      message: `The run was started without a target, and its tools go to '${api.target}'.`,
    });
    await expect(api.toolsOf(runtime.startRun({ target: 'mcp' }))).rejects.toThrow("for the target 'mcp'");
  });

  it('is empty without tools', () => {
    expect(make().tools(Object.freeze([]))).toEqual([]);
  });
});

describe('tools that the provider has to find', () => {
  const found = definition('crm_find', { toolset: 'crm', deferred: true });
  const shown = definition('note_add', { toolset: 'notes' });

  it('OpenAI Responses: are deferred, next to its search [TSP-12]', () => {
    const tools = openAiResponses().tools([shown, found]);
    expect(tools).toMatchObject([
      { type: 'function', name: 'note_add' },
      { type: 'function', name: 'crm_find', defer_loading: true },
      { type: 'tool_search' },
    ]);
    expect(tools[0]).not.toHaveProperty('defer_loading');
  });

  it('Anthropic: are deferred, next to its search [TSP-12]', () => {
    expect(anthropicMessages().tools([shown, found])).toMatchObject([
      { name: 'note_add' },
      { name: 'crm_find', defer_loading: true },
      { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
    ]);
    expect(anthropicMessages().tools([shown])).toHaveLength(1);
  });

  it.each([
    ['OpenAI Chat Completions', openAiChat()],
    ['Gemini', gemini()],
    ['Bedrock Converse', APIS[4]?.make() as AnyApi],
  ])('%s: are a mistake of the host, since it has no search', (name, api) => {
    expect(() => api.tools([shown, found])).toThrow(
      `The run leaves it to the provider to find 'crm_find', and ${name} has no tool search.`,
    );
  });
});

describe('namespaces of OpenAI Responses', () => {
  const definitions = [
    definition('crm_find', { toolset: 'crm' }),
    definition('note_add', { toolset: 'Notes of users' }),
    definition('crm_drop', { toolset: 'crm' }),
    definition('search_tools', { toolset: 'search_tools' }),
  ];
  const shape = (tools: readonly object[]): readonly unknown[] =>
    tools.map((tool) =>
      'tools' in tool
        ? { ...tool, tools: (tool.tools as { name: string }[]).map(({ name }) => name) }
        : (tool as { name: string }).name,
    );

  it('are the toolsets, and tools keep their whole names inside [TSP-11]', () => {
    expect(shape(openAiResponses({ namespaces: true }).tools(definitions))).toEqual([
      { type: 'namespace', name: 'crm', description: 'Tools: crm_find, crm_drop.', tools: ['crm_find', 'crm_drop'] },
      { type: 'namespace', name: 'Notes_of_users', description: 'Tools: note_add.', tools: ['note_add'] },
      'search_tools',
    ]);
  });

  it('are described as the host says', () => {
    const [crm] = openAiResponses({ namespaces: { crm: 'Customers.' } }).tools(definitions);
    expect(crm).toMatchObject({ name: 'crm', description: 'Customers.' });
  });

  it('are not there unless asked for', () => {
    expect(shape(openAiResponses().tools(definitions))).toEqual(definitions.map(({ name }) => name));
  });
});

describe('examples', () => {
  const parameters = {
    type: 'object',
    properties: { path: { type: 'string' }, labels: { type: 'object', additionalProperties: { type: 'string' } } },
    required: ['path'],
    additionalProperties: false,
  } as const;

  it('Anthropic shows them, in the form of the schema that it is sent [DOC-9]', () => {
    const examples = [{ path: 'a', labels: { b: 'c' } }];
    const [tool] = anthropicMessages().tools([definition('t', { parameters, examples, strict: true })]);
    expect(tool).toMatchObject({ strict: true, input_examples: [{ path: 'a', labels: [{ key: 'b', value: 'c' }] }] });
  });

  it('an example that breaks the schema is left out, since it would break the request', () => {
    const [tool] = anthropicMessages().tools([definition('t', { parameters, examples: [{ nothing: 1 }] })]);
    expect(tool).not.toHaveProperty('input_examples');
  });
});

describe('facts for the host', () => {
  it.each(APIS.map((one) => [one.name, one] as const))('is in no request to %s [DEF-15, DOC-6]', (_name, { make }) => {
    const told = definition('a', {
      metadata: { internal: 'canary' },
      result: { type: 'string', description: 'canary' },
      version: 'canary',
    });
    const payload = JSON.stringify(make().tools([told]));
    expect(payload).toContain('"a"');
    expect(payload).not.toContain('canary');
  });
});
