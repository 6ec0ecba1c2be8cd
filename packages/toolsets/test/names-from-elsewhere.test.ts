import { afterAll, describe, expect, it } from '@jest/globals';
import { createRuntime, fromInstance, type AnyToolset } from '@haft/runtime';
import { CodeToolset } from '../src/code/code.toolset.js';
import { toolsets as code } from '../src/code/toolsets.gen.js';
import { DataToolset } from '../src/data/data.toolset.js';
import { toolsets as data } from '../src/data/toolsets.gen.js';
import { HumanToolset } from '../src/human/human.toolset.js';
import { toolsets as human } from '../src/human/toolsets.gen.js';
import { KnowledgeToolset } from '../src/knowledge/knowledge.toolset.js';
import { toolsets as knowledge } from '../src/knowledge/toolsets.gen.js';
import { MemoryToolset } from '../src/memory/memory.toolset.js';
import { toolsets as memory } from '../src/memory/toolsets.gen.js';
import { PlanToolset } from '../src/plan/plan.toolset.js';
import { toolsets as plan } from '../src/plan/toolsets.gen.js';
import { QueryToolset } from '../src/query/query.toolset.js';
import { toolsets as query } from '../src/query/toolsets.gen.js';
import { ScheduleToolset } from '../src/schedule/schedule.toolset.js';
import { toolsets as schedule } from '../src/schedule/toolsets.gen.js';
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
  code: {
    toolset: fromInstance(new CodeToolset(none), code),
    names: { execute_code: ['run_code', 'code_interpreter'] },
    calls: [
      ['execute_code', { program: 'return 1;', timeout: 5 }, { code: 'return 1;', timeoutSeconds: 5 }],
      ['execute_code', { script: '1', lang: 'python' }, { code: '1', language: 'python' }],
    ],
  },
  data: {
    toolset: fromInstance(new DataToolset(), data),
    names: { data_parse: ['parse_csv', 'read_csv'], data_select: ['filter_data', 'aggregate_data', 'group_by'] },
    calls: [
      ['data_parse', { text: 'a\n1', max_rows: 5 }, { content: 'a\n1', limit: 5 }],
      [
        'data_select',
        { rows: [{ a: 1 }], filters: [{ field: 'a', operator: '>', value: 0 }], order_by: 'a', desc: true },
        { records: [{ a: 1 }], where: [{ column: 'a', op: '>', value: 0 }], sortBy: 'a', descending: true },
      ],
      [
        'data_select',
        { data: [{ a: 1 }], aggregations: [{ field: 'a', fn: 'sum' }], group_by: ['a'], fields: ['a'] },
        { records: [{ a: 1 }], metrics: [{ column: 'a', op: 'sum' }], groupBy: ['a'], columns: ['a'] },
      ],
    ],
  },
  human: {
    toolset: fromInstance(new HumanToolset(), human),
    names: { ask_user: ['ask_human', 'AskUserQuestion', 'ask_followup_question'] },
    calls: [['ask_user', { prompt: 'Which?', choices: ['a', 'b'] }, { question: 'Which?', options: ['a', 'b'] }]],
  },
  memory: {
    toolset: fromInstance(new MemoryToolset(none), memory),
    names: { remember: ['save_memory', 'add_memory'], recall: ['search_memory'], forget: ['delete_memory'] },
    calls: [
      ['remember', { fact: 'Blue.', labels: ['colour'] }, { content: 'Blue.', tags: ['colour'] }],
      ['recall', { q: 'colour', top_k: 2 }, { query: 'colour', limit: 2 }],
      ['forget', { memory_id: 'a' }, { id: 'a' }],
    ],
  },
  plan: {
    toolset: fromInstance(new PlanToolset(none), plan),
    names: { execute_plan: ['run_plan', 'batch'] },
    calls: [
      [
        'execute_plan',
        {
          steps: [
            { name: 'a', arguments: { b: 1 } },
            { tool: 'c', params: {}, depends_on: ['step_0'] },
          ],
        },
        {
          steps: [
            { tool: 'a', args: { b: 1 } },
            { tool: 'c', args: {}, dependsOn: ['step_0'] },
          ],
        },
      ],
      ['execute_plan', { calls: [{ tool_name: 'a' }], dry_run: true }, { steps: [{ tool: 'a' }], dryRun: true }],
    ],
  },
  query: {
    toolset: fromInstance(Object.create(QueryToolset.prototype) as QueryToolset, query),
    names: { data_query: ['run_sql', 'execute_sql', 'read_query'] },
    calls: [
      [
        'data_query',
        { query: 'SELECT 1', files: [{ table: 't', file_path: 'a.csv' }], max_rows: 5 },
        { sql: 'SELECT 1', tables: [{ name: 't', path: 'a.csv' }], limit: 5 },
      ],
    ],
  },
  schedule: {
    toolset: fromInstance(new ScheduleToolset(none), schedule),
    names: { schedule_create: ['create_schedule'], schedule_list: ['list_schedules'] },
    calls: [
      [
        'schedule_create',
        { title: 'Weekly', at: '09:00', frequency: 'weekly', calls: [{ name: 'a', arguments: {} }], task: 'Go.' },
        { description: 'Weekly', time: '09:00', recurrence: 'weekly', tools: [{ tool: 'a', args: {} }], prompt: 'Go.' },
      ],
      ['schedule_delete', { schedule_id: 'a' }, { id: 'a' }],
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
