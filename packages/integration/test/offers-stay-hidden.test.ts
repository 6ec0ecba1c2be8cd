import { beforeEach, describe, expect, it } from '@jest/globals';
import { toAiSdk } from '@haft/bridges/ai-sdk';
import { functionsOf } from '@haft/bridges/functions';
import { anthropicMessages } from '@haft/providers/anthropic';
import { openAiChat } from '@haft/providers/openai';
import { codeToolset } from '@haft/toolsets/code';
import { planToolset } from '@haft/toolsets/plan';
import { compose, createRuntime, defineTool, ToolResult, type RunEvent } from 'haft';
import type { AnyTool, AnyToolset } from 'haft/extend';

/*
 * Clients read resources and prompts. A model meets none, at any door.
 */

const done: string[] = [];
beforeEach(() => void done.splice(0));

const tool = (name: string): AnyTool =>
  defineTool({
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    execute: () => {
      done.push(name);
      return name;
    },
  });

/** A resource and a prompt as a generated module has them, next to two tools. */
const library: AnyToolset = {
  name: 'library',
  fixed: true,
  tools: () => [tool('book_find'), tool('book_list'), offer('resource', 'book_manual'), offer('prompt', 'book_letter')],
};

function offer(kind: 'resource' | 'prompt', name: string): AnyTool {
  const given = tool(name);
  const template = { source: 'book://manual', parts: [{ kind: 'text', text: 'book://manual' } as const] };
  const result = (value: unknown): ToolResult => new ToolResult({ value: [], content: String(value) });
  return {
    ...given,
    definition: { ...given.definition, kind },
    offer: { result, ...(kind === 'resource' && { template }) },
  };
}

const events: RunEvent[] = [];
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const runtimeOf = (stable: boolean) =>
  createRuntime({
    toolsets: [stable ? compose(library).deferLoading({ stable: true }) : library, planToolset(), codeToolset()],
    observe: { logger, onEvent: (event) => void events.push(event) },
  });

const OFFERS = ['book_manual', 'book_letter', 'resource:book_manual', 'prompt:book_letter'];
const HIDDEN = /book_manual|book_letter|book:\/\//;

const programThatCalls = (name: string) => ({
  name: 'execute_code',
  arguments: { code: `return await callTool(${JSON.stringify(name)}, {});` },
});

describe.each([false, true])('a model, with a stable tool block: %s [NEW-38]', (stable) => {
  it('sees no resource and no prompt in any list', async () => {
    const run = runtimeOf(stable).startRun({ target: 'openai' });
    await run.read('book://manual');
    const found = await run.call({ name: 'search_tools', arguments: { queries: ['book manual letter'] } });
    const lists = {
      definitions: await run.definitions(),
      tools: (await run.tools()).map(({ definition }) => definition),
      instructions: await run.instructions(),
      openai: await openAiChat().toolsOf(run as never),
      anthropic: await anthropicMessages().toolsOf(runtimeOf(stable).startRun({ target: 'anthropic' }) as never),
      functions: (await functionsOf(run)).map(({ name, description }) => [name, description]),
      'AI SDK': Object.keys((await toAiSdk(run)).tools),
      found: found.text,
    };
    for (const [list, value] of Object.entries(lists))
      expect([list, JSON.stringify(value)]).not.toEqual([list, expect.stringMatching(HIDDEN)]);
    expect(done).toEqual(['book_manual']);
  });

  it.each(OFFERS)('cannot call %s', async (name) => {
    const run = runtimeOf(stable).startRun();
    const calls = [
      { name, arguments: {} },
      { name: `functions.${name}`, arguments: {} },
      { name: 'call_tool', arguments: { name, arguments: {} } },
      { name: 'execute_plan', arguments: { steps: [{ tool: name, args: {} }] } },
      // A program takes long.
      ...(name === 'book_manual' && !stable ? [programThatCalls(name)] : []),
    ];
    for (const call of calls) {
      const { text } = await run.call(call);
      expect(text.replaceAll(name, '')).not.toMatch(HIDDEN);
      expect(text).toMatch(/unknown tool|not found|is not assignable|there is no tool/i);
    }
    expect(done).toEqual([]);
  });
});
