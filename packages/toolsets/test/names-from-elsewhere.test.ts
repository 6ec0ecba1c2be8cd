import { afterAll, describe, expect, it } from '@jest/globals';
import { createRuntime, fromInstance, type AnyToolset } from '@haft/runtime';
import { CodeToolset } from '../src/code/code.toolset.js';
import { toolsets as code } from '../src/code/toolsets.gen.js';
import { DataToolset } from '../src/data/data.toolset.js';
import { toolsets as data } from '../src/data/toolsets.gen.js';
import { FILE_FORMS } from '../src/file/file-forms.js';
import { FileToolset } from '../src/file/file.toolset.js';
import { toolsets as file } from '../src/file/toolsets.gen.js';
import { HttpToolset } from '../src/http/http.toolset.js';
import { toolsets as http } from '../src/http/toolsets.gen.js';
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
import { SHELL_FORMS } from '../src/shell/shell-forms.js';
import { ShellToolset } from '../src/shell/shell.toolset.js';
import { toolsets as shell } from '../src/shell/toolsets.gen.js';
import { SkillToolset } from '../src/skill/skill.toolset.js';
import { toolsets as skill } from '../src/skill/toolsets.gen.js';
import { withForms } from '../src/with-forms.js';

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
    toolset: withForms(fromInstance(new ShellToolset(none), shell), SHELL_FORMS),
    names: {
      shell_run: ['run_command', 'execute_command', 'exec_command'],
      shell_script: ['bash', 'Bash', 'shell', 'run_shell_command', 'run_terminal_cmd'],
    },
    calls: [
      ['shell_run', { cmd: 'ls', arguments: ['-l'] }, { command: 'ls', args: ['-l'] }],
      ['shell_run', { program: 'ls', workdir: 'src', timeout: 5 }, { command: 'ls', cwd: 'src', timeoutSeconds: 5 }],
      ['shell_run', { command: 'cat', stdin: 'a', working_directory: 'b' }, { command: 'cat', input: 'a', cwd: 'b' }],
      ['shell_script', { command: 'ls | wc', directory: 'src' }, { script: 'ls | wc', cwd: 'src' }],
      ['shell_run', { cmd: ['git', 'log'], workdir: 'a' }, { command: 'git', args: ['log'], cwd: 'a' }],
      ['shell_script', { command: ['bash', '-lc', 'ls | wc'] }, { script: 'ls | wc' }],
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
  file: {
    toolset: withForms(fromInstance(Object.create(FileToolset.prototype) as FileToolset, file), FILE_FORMS),
    names: {
      file_read: ['read_file', 'Read', 'read_text_file', 'read_multiple_files'],
      file_write: ['write_file', 'Write', 'create_file'],
      file_edit: ['edit_file', 'Edit', 'MultiEdit', 'str_replace'],
      file_list: ['list_directory', 'ls', 'LS', 'Glob', 'list_dir', 'directory_tree'],
      file_search: ['Grep', 'grep', 'grep_search', 'search_file_content'],
      file_view: ['view_image', 'read_media_file'],
      file_move: ['move_file', 'rename_file'],
      file_delete: ['delete_file', 'rm'],
    },
    calls: [
      ['file_read', { path: 'a.ts' }, { paths: ['a.ts'] }],
      ['file_read', { filepath: 'a.ts', offset: 10, limit: 20 }, { paths: ['a.ts:10-29'] }],
      ['file_read', { file_path: 'a.ts', start_line: 5 }, { paths: ['a.ts:5-'] }],
      ['file_read', { path: 'a.ts', startLine: 5, endLine: 9 }, { paths: ['a.ts:5-9'] }],
      [
        'file_read',
        { path: 'a.ts', view_range: [5, -1], line_numbers: true },
        { paths: ['a.ts:5-'], lineNumbers: true },
      ],
      ['file_read', { path: 'a.log', tail: 50 }, { paths: ['a.log:-50'] }],
      ['file_read', { path: 'a.log', head: 5 }, { paths: ['a.log:1-5'] }],
      ['file_write', { file_path: 'a.md', file_text: 'A' }, { path: 'a.md', content: 'A' }],
      [
        'file_edit',
        { file_path: 'a.ts', old_string: 'a', new_string: 'b', replace_all: true },
        { path: 'a.ts', edits: [{ old: 'a', new: 'b', all: true }] },
      ],
      ['file_edit', { path: 'a.ts', old_str: 'a', new_str: '' }, { path: 'a.ts', edits: [{ old: 'a', new: '' }] }],
      [
        'file_edit',
        { path: 'a.ts', edits: [{ oldText: 'a', newText: 'b' }] },
        { path: 'a.ts', edits: [{ old: 'a', new: 'b' }] },
      ],
      ['file_list', { pattern: '**/*.ts' }, { path: '**/*.ts' }],
      ['file_list', { pattern: '*.ts', path: 'src/' }, { path: 'src/*.ts' }],
      ['file_list', { glob: './**/*.md', directory: 'docs' }, { path: 'docs/**/*.md' }],
      ['file_list', { path: 'src', recursive: true }, { path: 'src/**' }],
      ['file_list', { dir_path: 'src', recursive: false }, { path: 'src' }],
      ['file_search', { pattern: 'TODO' }, { query: 'TODO' }],
      [
        'file_search',
        { pattern: 'a|b', path: 'src', glob: '*.ts', '-i': true, output_mode: 'content', '-n': true },
        { query: 'a|b', regex: true, path: 'src/**/*.ts', ignoreCase: true },
      ],
      ['file_search', { q: 'a', include: '*.ts' }, { query: 'a', path: '*.ts' }],
      ['file_search', { pattern: 'a', '-A': 1, '-B': 3 }, { query: 'a', context: 3 }],
      ['file_search', { pattern: 'a', output_mode: 'files_with_matches' }, { query: 'a', counts: true }],
      ['file_move', { source: 'a', destination: 'b' }, { from: 'a', to: 'b' }],
      ['file_delete', { file_path: 'a' }, { path: 'a' }],
      ['file_view', { filename: 'a.png' }, { path: 'a.png' }],
    ],
  },
  http: {
    toolset: fromInstance(new HttpToolset(none), http),
    names: { http_fetch: ['WebFetch', 'web_fetch', 'fetch', 'fetch_url'] },
    calls: [
      [
        'http_fetch',
        { uri: 'https://a.b/', max_length: 100, start_index: 5 },
        { url: 'https://a.b/', maxCharacters: 100, offset: 5 },
      ],
    ],
  },
  skill: {
    toolset: fromInstance(new SkillToolset(none), skill),
    names: { skill_read: ['Skill', 'read_skill', 'load_skill'], skill_search: ['search_skills'] },
    calls: [
      ['skill_read', { skill: 'pdf', path: 'a.md' }, { name: 'pdf', files: ['a.md'] }],
      [
        'skill_create',
        { name: 'a', description: 'b', content: 'c' },
        { name: 'a', description: 'b', instructions: 'c' },
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
