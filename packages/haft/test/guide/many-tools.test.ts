import { describe, expect, it } from '@jest/globals';
import { compose, createRuntime, defineTool, toolset } from 'haft';

/* The code of docs/guide/many-tools.md, executed. */

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;
const tool = <const Name extends string>(name: Name) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    parameters: text,
    execute: (args: { text: string }) => args.text,
  });
const crm = toolset('crm', [tool('find'), tool('note'), tool('purge')]);

describe('many tools', () => {
  it('are hidden until a search finds them', async () => {
    // #region hidden
    const many = compose(crm).withInstructions('A note is never longer than a tweet.').deferLoading();
    const run = createRuntime({ toolsets: many }).startRun();

    await run.definitions(); // only search_tools
    await run.call('search_tools', { queries: ['note'] });
    await run.definitions(); // note and search_tools
    await run.instructions(); // 'A note is never longer than a tweet.'
    // #endregion hidden
    expect((await run.definitions()).map((one) => one.name)).toEqual(['note', 'search_tools']);
    expect(await run.instructions()).toBe('A note is never longer than a tweet.');
  });

  it('are called without a change of the request [NEW-37]', async () => {
    // #region stable
    const stable = compose(crm).requireApproval(['purge']).deferLoading({ stable: true });
    const run = createRuntime({ toolsets: stable }).startRun();

    await run.definitions(); // search_tools and call_tool, in every request
    const search = await run.call({ name: 'search_tools', arguments: { queries: ['note'] } });
    // {"discovered":[{"name":"note","description":"Does note.","parameters":{...}}]}

    const note = { name: 'note', arguments: { text: 'Ada called.' } };
    const noted = await run.call({ name: 'call_tool', arguments: note });
    // { status: 'success', tool: 'note' }

    const purge = { name: 'purge', arguments: { text: 'all' } };
    const asked = await run.call({ name: 'call_tool', arguments: purge });
    // { status: 'deferred', tool: 'purge' }: a person decides
    // #endregion stable
    const found = { name: 'note', description: 'Does note.', parameters: text };
    expect(JSON.parse(search.text)).toEqual({ discovered: [found] });
    expect((await run.definitions()).map((one) => one.name)).toEqual(['search_tools', 'call_tool']);
    expect([noted, asked]).toMatchObject([
      { status: 'success', tool: 'note' },
      { status: 'deferred', tool: 'purge' },
    ]);
  });
});
