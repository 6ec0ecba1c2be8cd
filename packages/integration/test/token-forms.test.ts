import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serveMcp } from '@haft/mcp';
import { anthropicMessages } from '@haft/providers/anthropic';
import { bedrockConverse } from '@haft/providers/bedrock';
import { gemini } from '@haft/providers/gemini';
import { openAiChat } from '@haft/providers/openai';
import { buildProject } from '@haft/reflector';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { ReflectedToolsets } from 'haft/reflected';
import { createRuntime, type Runtime, type ToolDefinition } from 'haft';

/*
 * `haft check --tokens` counts what @haft/providers and @haft/mcp send, without importing them.
 */

const folder = join(import.meta.dirname, 'fixtures/token-forms');

interface Output {
  readonly tokens: {
    readonly toolsets: readonly {
      readonly tools: readonly { readonly name: string; readonly tokens: Readonly<Record<string, number>> }[];
    }[];
  };
}

type Entries = (definitions: readonly ToolDefinition[]) => readonly object[];

const SENT: Readonly<Record<string, Entries>> = {
  openai: (definitions) => openAiChat().tools(definitions),
  anthropic: (definitions) => anthropicMessages().tools(definitions),
  gemini: (definitions) => functionsOf(gemini({ schemas: 'parameters' }).tools(definitions)),
  'gemini-json-schema': (definitions) => functionsOf(gemini().tools(definitions)),
  bedrock: (definitions) => bedrockConverse().tools(definitions),
};

function functionsOf(tools: readonly { readonly functionDeclarations?: readonly object[] }[]): readonly object[] {
  return tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
}

/**
 * Returns the answer to `tools/list` of a real server. For clients of earlier versions, the
 * protocol wraps a result schema that is not an object.
 */
async function listedTools(runtime: Runtime): Promise<readonly object[]> {
  const mcp = serveMcp(runtime, {});
  const { url, close } = await mcp.listen({ port: 0 });
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
  await client.connect(new StreamableHTTPClientTransport(url));
  const { tools } = await client.listTools();
  await client.close();
  await mcp.close();
  await close();
  return tools;
}

describe('the tokens of haft check --tokens', () => {
  let runtime: Runtime;
  let counted: ReadonlyMap<string, Readonly<Record<string, number>>>;

  beforeAll(async () => {
    const out = `${folder}/src/toolsets.gen.ts`;
    const { diagnostics } = await buildProject({ tsconfig: `${folder}/tsconfig.json`, out, cache: false });
    expect(diagnostics).toEqual([]);
    const { toolsets } = (await import(out)) as { readonly toolsets: ReflectedToolsets };
    runtime = createRuntime({ toolsets });
    const command = resolve(import.meta.dirname, '../../cli/bin/haft.js');
    const { stdout } = spawnSync(process.execPath, [command, 'check', '--tokens', '--json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const { tokens } = JSON.parse(stdout) as Output;
    counted = new Map(tokens.toolsets.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool.tokens])));
  }, 60_000);

  const tokensOf = (target: string) => [...counted].map(([, tokens]) => tokens[target]);
  /** Counts entries in the order of the command. */
  const exact = (entries: readonly object[], definitions: readonly ToolDefinition[]) =>
    [...counted].map(([name]) =>
      countTokens(JSON.stringify(entries[definitions.findIndex((definition) => definition.name === name)])),
    );

  it.each(Object.entries(SENT))(
    'are those of the tools that @haft/providers sends to %s [NEW-33]',
    async (target, entries) => {
      const definitions = await runtime.startRun().definitions();
      const shown = definitions.filter(({ name }) => counted.has(name));
      expect(shown).toHaveLength(6);
      expect(tokensOf(target)).toEqual(exact(entries(shown), shown));
    },
  );

  it('are those of the tools that @haft/mcp lists', async () => {
    const definitions = await runtime.startRun().definitions();
    const listed = await listedTools(runtime);
    const byName = definitions.map(({ name }) => listed.find((tool) => 'name' in tool && tool.name === name) ?? {});
    expect(tokensOf('mcp')).toEqual(exact(byName, definitions));
  });
});
