import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { serveMcp } from '../../src/index.js';
import { atEnd, serveNotes } from '../support/connect.js';
import { fixtureTools, fixtureToolset } from '../support/fixture-tools.js';
import { peer, run, type Ran } from '../support/peer.js';

const STDIO = [process.execPath, join(import.meta.dirname, '../fixtures/notes-server.mjs')];

const inspector = peer('@modelcontextprotocol/inspector');
if (inspector !== undefined) {
  const inspect = (target: readonly string[], era: string, args: readonly string[]): Promise<Ran> => {
    const home = mkdtempSync(join(tmpdir(), 'haft-inspector-'));
    atEnd(async () => rmSync(home, { recursive: true, force: true }));
    return run(inspector.path, ['--cli', ...target, '--protocol-era', era, '--format', 'json', ...args], {
      HOME: home,
    });
  };

  it('the official inspector finds no schema of the reflector that a host could not use', async () => {
    const mcp = serveMcp(createRuntime({ toolsets: fixtureToolset(fixtureTools()) }));
    atEnd(() => mcp.close());
    const { url } = await mcp.listen({ port: 0 });
    const target = ['--server-url', url.href, '--transport', 'http'];
    const { errors } = await inspect(target, 'modern', ['--method', 'tools/list', '--strict']);
    const issues = [...errors.matchAll(/^Error: tool .*\n\s*Path: .*\n\s*Issue: (.*)$/gm)].map(([, issue]) => issue);
    // `items: false` closes a tuple: 2020-12 has no other word for it.
    expect(new Set(issues)).toEqual(new Set(['Bare `false` used where a schema object is expected.']));
  });

  describe.each(['legacy', 'modern'])(`the official inspector ${inspector.version}, protocol era %s`, (era) => {
    describe.each(['http', 'stdio'])('over %s', (transport) => {
      const target = async () =>
        transport === 'stdio' ? STDIO : ['--server-url', (await serveNotes()).url.href, '--transport', 'http'];

      it('lists the tools, and finds no schema that a host could not use', async () => {
        const { code, output, errors } = await inspect(await target(), era, ['--method', 'tools/list', '--strict']);
        expect({ code, errors }).toMatchObject({ code: 0 });
        const { tools } = resultOf(output) as { tools: { name: string }[] };
        expect(tools).toHaveLength(10);
      });

      it('calls a tool', async () => {
        const args = ['--method', 'tools/call', '--tool-name', 'note_read', '--tool-args-json', '{"id":7}'];
        const { code, output, errors } = await inspect(await target(), era, args);
        expect({ code, errors }).toMatchObject({ code: 0 });
        expect(resultOf(output)).toMatchObject({ structuredContent: { id: 7, text: 'Note 7' } });
      });

      it('shows the retry prompt', async () => {
        const args = ['--method', 'tools/call', '--tool-name', 'note_write', '--tool-args-json', '{"text":""}'];
        const { output, errors } = await inspect(await target(), era, args);
        expect(output + errors).toContain('expected a string of at least 1 character');
      });
    });
  });
}

/** With `--format json` the result stands alone, or under `result`. */
function resultOf(output: string): unknown {
  const parsed = JSON.parse(output) as { result?: unknown };
  return parsed.result ?? parsed;
}
