import { afterAll, describe, expect, it } from '@jest/globals';
import { createRuntime, fromInstance, type AnyToolset } from '@haft/runtime';
import { KnowledgeToolset } from '../src/knowledge/knowledge.toolset.js';
import { toolsets as knowledge } from '../src/knowledge/toolsets.gen.js';
import { SearchToolset } from '../src/search/search.toolset.js';
import { toolsets as search } from '../src/search/toolsets.gen.js';
import { ShellToolset } from '../src/shell/shell.toolset.js';
import { toolsets as shell } from '../src/shell/toolsets.gen.js';

/* Models use the names of tools and of arguments that they know from other tools. */

/** No tool is executed, so none needs its settings. */
const none = {} as never;

type Arguments = Readonly<Record<string, unknown>>;

/** A toolset, names from elsewhere of its tools, and such arguments with the right ones. */
interface Forms {
  readonly toolset: AnyToolset;
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly calls: readonly (readonly [tool: string, sent: Arguments, right: Arguments])[];
}

const TOOLSETS: Readonly<Record<string, Forms>> = {
  shell: {
    toolset: fromInstance(new ShellToolset(none), shell),
    names: {
      shell_run: ['run_command', 'execute_command', 'exec_command'],
      shell_script: ['bash', 'Bash', 'shell', 'run_shell_command', 'run_terminal_cmd'],
    },
    calls: [
      ['shell_run', { cmd: 'ls', arguments: ['-l'] }, { command: 'ls', args: ['-l'] }],
      ['shell_run', { program: 'ls', workdir: 'src', timeout: 5 }, { command: 'ls', cwd: 'src', timeoutSeconds: 5 }],
      ['shell_run', { command: 'cat', stdin: 'a', working_directory: 'b' }, { command: 'cat', input: 'a', cwd: 'b' }],
      ['shell_script', { command: 'ls | wc', directory: 'src' }, { script: 'ls | wc', cwd: 'src' }],
      ['shell_script', { cmd: 'ls', timeout_seconds: 5 }, { script: 'ls', timeoutSeconds: 5 }],
    ],
  },
  knowledge: {
    toolset: fromInstance(new KnowledgeToolset(none), knowledge),
    names: { knowledge_search: ['search_knowledge', 'search_documents', 'retrieve'] },
    calls: [
      ['knowledge_search', { q: 'leave', top_k: 3 }, { query: 'leave', limit: 3 }],
      [
        'knowledge_search',
        { question: 'leave', filter: { source: 'a' } },
        { query: 'leave', filters: { source: 'a' } },
      ],
    ],
  },
  search: {
    toolset: fromInstance(new SearchToolset(none), search),
    names: { web_search: ['WebSearch', 'search_web', 'google_search', 'brave_web_search'] },
    calls: [
      ['web_search', { q: 'haft', count: 3 }, { query: 'haft', maxResults: 3 }],
      ['web_search', { search_query: 'haft', max_results: 3 }, { query: 'haft', maxResults: 3 }],
    ],
  },
};

describe.each(Object.entries(TOOLSETS))('the %s tools', (_name, { toolset, names, calls }) => {
  const runtime = createRuntime({ toolsets: [toolset] });
  const run = runtime.startRun();
  afterAll(() => runtime.dispose());

  it.each(Object.entries(names).flatMap(([tool, others]) => others.map((other) => [other, tool])))(
    'take the name %s as %s',
    async (other, tool) => {
      const { tool: called, repairs } = await run.call({ name: other, arguments: { 'not an argument': 1 } });
      expect([called, repairs[0]?.kind]).toEqual([tool, 'name']);
    },
  );

  it.each(calls)('take for %s %j as %j', async (name, sent, right) => {
    const tool = (await run.tools()).find(({ definition }) => definition.name === name);
    const read = (args: Arguments): unknown => tool?.['~standard'].validate(JSON.stringify(args));
    expect(await read(sent)).toEqual({ value: ((await read(right)) as { readonly value: unknown }).value });
  });
});
