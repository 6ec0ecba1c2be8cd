import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { anthropicMessages, type AnthropicReplyBlock } from '../src/anthropic.js';
import { openAiResponses, type ResponsesItem } from '../src/openai.js';

const ping = defineTool({
  name: 'ping',
  description: 'Says whether a host is there.',
  parameters: { type: 'object', properties: { host: { type: 'string' } }, required: ['host'] },
  execute: ({ host }: { host: string }) => `${host} is there`,
});
const runtime = createRuntime({ toolsets: toolset('net', [ping]).deferLoading() });

describe('a tool that the search of the provider found', () => {
  it('Anthropic: runs, and the work of the search stays in the history', async () => {
    const anthropic = anthropicMessages();
    const run = runtime.startRun({ target: anthropic.target, toolSearch: 'provider' });
    expect(await anthropic.toolsOf(run)).toMatchObject([
      { name: 'ping', defer_loading: true },
      { name: 'tool_search_tool_bm25' },
    ]);
    const found = {
      type: 'tool_search_tool_search_result',
      tool_references: [{ type: 'tool_reference', tool_name: 'ping' }],
    };
    const content: AnthropicReplyBlock[] = [
      {
        type: 'server_tool_use',
        id: 's1',
        name: 'tool_search_tool_bm25',
        input: { query: 'ping' },
      } as AnthropicReplyBlock,
      { type: 'tool_search_tool_result', tool_use_id: 's1', content: found } as AnthropicReplyBlock,
      { type: 'tool_use', id: 'c1', name: 'ping', input: { host: 'a' } } as AnthropicReplyBlock,
    ];
    const turn = anthropic.read({ content, stop_reason: 'tool_use' });
    const outcomes = await run.callAll(turn.calls);
    expect(turn.history).toEqual([{ role: 'assistant', content }]);
    expect(anthropic.results(turn.calls, outcomes)).toMatchObject([
      { content: [{ tool_use_id: 'c1', content: [{ text: 'a is there' }] }] },
    ]);
  });

  it('OpenAI Responses: runs in its namespace, and the work of the search stays in the history', async () => {
    const openai = openAiResponses({ namespaces: true });
    const run = runtime.startRun({ target: openai.target, toolSearch: 'provider' });
    const tools = await openai.toolsOf(run);
    expect(tools).toMatchObject([
      { type: 'namespace', name: 'net', tools: [{ name: 'ping', defer_loading: true }] },
      { type: 'tool_search' },
    ]);
    const item = (facts: object): ResponsesItem => ({ type: '', ...facts });
    const output = [
      item({
        type: 'tool_search_call',
        id: 't1',
        call_id: null,
        execution: 'server',
        arguments: {},
        status: 'completed',
      }),
      item({ type: 'tool_search_output', id: 't2', call_id: null, execution: 'server', tools, status: 'completed' }),
      item({ type: 'function_call', call_id: 'c1', namespace: 'net', name: 'ping', arguments: '{"host":"a"}' }),
    ];
    const turn = openai.read<ResponsesItem>({ output, status: 'completed' });
    const outcomes = await run.callAll(turn.calls);
    expect(turn.history).toEqual(output);
    expect(openai.results(turn.calls, outcomes)).toEqual([
      { type: 'function_call_output', call_id: 'c1', output: 'a is there' },
    ]);
  });
});
