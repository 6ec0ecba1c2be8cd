import { describe, expect, it } from '@jest/globals';
import { compose, type AnyToolset } from '@haft/runtime';
import { mcpToolset } from '../../src/client/index.js';
import { atEnd, connect, ERAS, serveNotes } from '../support/connect.js';
import { foreignHere, foreignTool } from '../support/foreign-process.js';
import { quietLogger } from '../support/quiet-logger.js';

const NAMES = ['get-weather', 'files.read', 'plain', '2fast'];

describe.each(ERAS)('a gateway that serves the tools of another server, protocol $era', (era) => {
  const serve = async (wrap: (toolset: ReturnType<typeof mcpToolset>) => AnyToolset, prefix?: string) => {
    const foreign = foreignHere(NAMES.map((name) => foreignTool(name, { _meta: { 'example.com/ui': name } })));
    const options = { name: 'foreign', server: foreign.server, protocol: 'legacy', logger: quietLogger() } as const;
    const toolset = mcpToolset({ ...options, ...(prefix === undefined ? {} : { prefix }) });
    atEnd(async () => {
      await toolset.close();
      foreign.remove();
    });
    const { url } = await serveNotes({}, { toolsets: () => [wrap(toolset)] });
    return { client: await connect(url, era), foreign };
  };

  it('keeps the names that the protocol takes, and finds the tools by them', async () => {
    const { client, foreign } = await serve((toolset) => toolset);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    for (const { name } of tools)
      expect(await client.callTool({ name, arguments: {} })).not.toHaveProperty('isError', true);
    expect(foreign.lines().filter((line) => line !== 'started')).toEqual(tools.map(({ name }) => `${name} {}`));
  });

  it('keeps `_meta`', async () => {
    const { client } = await serve((toolset) => toolset);
    const { tools } = await client.listTools();
    expect(tools[0]?._meta).toEqual({ 'example.com/ui': 'get-weather' });
  });

  it('puts prefixes before them, and keeps names that were given here', async () => {
    const { client } = await serve((toolset) => compose(toolset).rename({ simple: 'fs_plain' }).prefix('out'), 'fs');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).slice(0, 3)).toEqual([
      'out_fs_get-weather',
      'out_fs_files.read',
      'out_simple',
    ]);
    expect(await client.callTool({ name: 'out_fs_get-weather', arguments: {} })).not.toHaveProperty('isError', true);
  });
});
