import { describe, expect, it } from '@jest/globals';
import { compose, createRuntime, defineTool, toolset, type AnyTool, type AnyToolset } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

/* Models call tools by the names that they know from elsewhere. */

const tool = (name: string, otherNames: readonly string[] = [], aliases: readonly string[] = []): AnyTool => ({
  ...defineTool({
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    execute: () => name,
    aliases,
  }),
  otherNames,
});
const files = toolset('files', [tool('file_read', ['read_file', 'Read']), tool('file_write', ['write_file'])]);

/** Returns the name of the called tool with its repairs, or the status. */
async function called(name: string, ...toolsets: readonly AnyToolset[]): Promise<unknown> {
  const runtime = createRuntime({ toolsets: [...toolsets], observe: { logger: quietLogger() } });
  const outcome = await runtime.startRun().call({ name, arguments: {} });
  await runtime.dispose();
  if (outcome.status !== 'success') return outcome.status;
  return [outcome.tool, ...outcome.repairs.map(({ kind, from, to }) => `${kind} ${from} ${to}`)];
}

describe('the name of a similar tool elsewhere', () => {
  it('calls the tool, and is recorded', async () => {
    expect(await called('Read', files)).toEqual(['file_read', 'name "Read" "file_read"']);
    expect(await called('functions.read_file', files)).toMatchObject(['file_read', expect.any(String)]);
  });

  it('may be spelled otherwise, like every name', async () => {
    expect(await called('readFile', files)).toMatchObject(['file_read', expect.any(String)]);
    expect(await called('file-write', files)).toMatchObject(['file_write', expect.any(String)]);
  });

  it('gives way to a name and to an alias of another toolset', async () => {
    expect(await called('read_file', files, toolset('own', [tool('read_file')]))).toEqual(['read_file']);
    expect(await called('read_file', files, toolset('own', [tool('get', [], ['read_file'])]))).toEqual(['get']);
  });

  it('means nothing if two tools have it', async () => {
    const other = toolset('other', [tool('open', ['read_file'])]);
    expect(await called('read_file', files, other)).toBe('retry');
    expect(await called('write_file', files, other)).toMatchObject(['file_write', expect.any(String)]);
  });

  it('follows the prefix and the new name of a tool', async () => {
    expect(await called('a_read_file', compose(files).prefix('a'))).toMatchObject(['a_file_read', expect.any(String)]);
    const renamed = compose(files).rename({ open: 'file_read' });
    expect(await called('read_file', renamed)).toMatchObject(['open', expect.any(String)]);
  });

  it('never calls a tool that the run does not show', async () => {
    const without = compose(files).filter(['file_write']);
    expect(await called('read_file', without)).toBe('retry');
    expect(await called('write_file', compose(files).deferLoading(['file_write']))).toBe('retry');
  });
});
