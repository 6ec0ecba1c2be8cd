import { describe, expect, it } from '@jest/globals';
import { ModelRetry, type RunContext, type ToolResult } from '@haft/core';
import { createRuntime } from '../../../src/runtime/create-runtime.js';
import { type AnyTool, combine, compose, rankByText, type RankTools } from '@haft/compose';
import { entryOf, type FoundTools, withSearchTools as withSearchEntries } from '@haft/compose/internal';
import { fakeTool, fakeToolset, loggingRun } from '../fake-tools.js';

const withSearchTools = (tools: readonly AnyTool[], rank: RankTools = rankByText()): readonly AnyTool[] =>
  withSearchEntries(tools.map(entryOf), rank, ({ parameters }) => parameters).map((entry) => entry.tool());

const described = (name: string, description: string, ...parameters: string[]): AnyTool =>
  fakeTool(name, {
    description,
    parameters: { type: 'object', properties: Object.fromEntries(parameters.map((one) => [one, {}])) },
  });

const tools = [
  described('file_read', 'Reads a text file.', 'path'),
  described('file_write', 'Writes a text file.', 'path', 'text'),
  described('mail_send', 'Sends a message.', 'recipient'),
  described('calendar_list', 'Lists the events of a week.', 'week'),
];
const definitions = tools.map((tool) => tool.definition);
const hide = (tool: AnyTool): AnyTool => ({ ...tool, hiddenBehind: 'search_tools' });

async function search(all: readonly AnyTool[], ...queries: string[]): Promise<ToolResult<FoundTools>> {
  const tool = withSearchTools(all).at(-1) as AnyTool;
  return (await tool.body.invoke(
    undefined as never,
    { queries } as never,
    undefined as never,
    [],
  )) as ToolResult<FoundTools>;
}

describe('rankByText', () => {
  const rank = rankByText();

  it.each([
    ['a word of the name', ['mail'], ['mail_send']],
    ['a parameter', ['recipient'], ['mail_send']],
    ['a word of the description', ['events'], ['calendar_list']],
    ['a rare word before a common one', ['write a file'], ['file_write', 'file_read']],
    ['several queries', ['mail', 'week'], ['mail_send', 'calendar_list']],
    ['camel case', ['fileWrite'], ['file_write', 'file_read']],
    ['another ending of a word', ['sending messages'], ['mail_send']],
    ['a word with a typing error', ['calender'], ['calendar_list']],
    ['nothing that fits', ['weather'], []],
    ['punctuation only', ['?!'], []],
  ])('finds by %s [SET-10]', async (_case, queries, expected) => {
    const found = await rank(queries, definitions);
    expect(found.slice(0, expected.length)).toEqual(expected);
    if (expected.length === 0) expect(found).toEqual([]);
  });
});

describe('search_tools', () => {
  const run: RunContext = loggingRun();
  const hidden = compose(fakeToolset('set', ...tools))
    .deferLoading(['file_read', 'file_write', 'mail_send'])
    .prefix('x');

  it('is added once for all toolsets that hide something [SET-10]', async () => {
    const set = combine(hidden, compose(fakeToolset('other', 'secret', 'open')).deferLoading(['secret']));
    const names = withSearchTools(await set.tools(run)).map((tool) => [tool.definition.name, tool.hiddenBehind]);
    expect(names).toEqual([
      ['x_file_read', 'search_tools'],
      ['x_file_write', 'search_tools'],
      ['x_mail_send', 'search_tools'],
      ['x_calendar_list', undefined],
      ['secret', 'search_tools'],
      ['open', undefined],
      ['search_tools', undefined],
    ]);
  });

  it('is not there when nothing is hidden', () => {
    expect(withSearchTools(tools)).toEqual(tools);
  });

  it('reveals found tools, under the names of the run, and never visible ones [RES-7, TOOL-23, SET-10]', async () => {
    const found = await search(await hidden.tools(run), 'send a message', 'list week');
    expect(found.value).toEqual({ discovered: [{ name: 'x_mail_send', description: 'Sends a message.' }] });
    expect(found.reveals).toEqual(['x_mail_send']);
  });

  it('gives 10 tools at most [SET-10]', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      fakeTool(`report_${index}`, {}, { hiddenBehind: 'search_tools' }),
    );
    expect((await search(many, 'report')).reveals).toHaveLength(10);
  });

  it('says what to do when it finds nothing [SET-10, TOOL-23]', async () => {
    const nothing = await search(await hidden.tools(run), 'weather');
    expect(nothing.content).toBe('No matching tools found. The tools you need may not be available.');
    expect(nothing.reveals).toEqual([]);
  });

  it('takes another ranking, also an async one, and forgets names that it made up [SET-10]', async () => {
    const all = withSearchTools(await hidden.tools(run), async () => ['x_file_write', 'made_up', 'x_calendar_list']);
    const tool = all.at(-1) as AnyTool;
    const found = (await tool.body.invoke(undefined as never, { queries: ['a'] } as never, undefined as never, [])) as {
      readonly reveals: readonly string[];
    };
    expect(found.reveals).toEqual(['x_file_write']);
  });

  it.each([[[]], [['']], [['  ', '\n']], [['---']], [['?!', '…']]])(
    'asks again for the queries %j [SET-10, TOOL-23]',
    async (queries) => {
      const text = 'Please provide at least one non-empty search query.';
      await expect(search(tools.map(hide), ...queries)).rejects.toThrow(new ModelRetry(text));
      const run = createRuntime({ toolsets: compose(fakeToolset('set', ...tools)).deferLoading() }).startRun();
      expect(await run.call({ name: 'search_tools', arguments: { queries } })).toMatchObject({
        status: 'retry',
        text: `${text}\n\nFix the errors and try again.`,
      });
    },
  );

  it('takes 10 queries at most, among which some may be blank [TOOL-23]', async () => {
    const { check } = withSearchTools(tools.map(hide)).at(-1) as AnyTool;
    expect(check.read({ queries: Array(11).fill('a') })).toBeUndefined();
    expect((await search(tools.map(hide), '', 'mail')).reveals).toEqual(['mail_send']);
  });
});
