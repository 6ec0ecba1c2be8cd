import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { createRuntime, decision } from '@haft/runtime';
import {
  argumentsOf,
  callEveryTool,
  callEveryToolWrongly,
  fakeRunContext,
  override,
  scriptedModel,
  testTool,
  testToolset,
  wrongArgumentsOf,
} from '@haft/testing';
import { TodoStore } from '../../../../docs/guide/getting-started/src/todo.store.js';
import { TodoToolset } from '../../../../docs/guide/getting-started/src/todo.toolset.js';
import { reflect } from '../../../runtime/test/support/reflect.js';
import { ReportToolset, reports } from './report-toolset.js';

/* The code of docs/guide/testing.md, executed. */

interface Tools {
  todo_add: {
    arguments: { text: string; priority?: 'low' | 'normal' | 'high' };
    result: object;
    toolset: TodoToolset;
  };
  todo_finish: { arguments: { id: number }; result: object; toolset: TodoToolset };
  todo_list: { arguments: object; result: object[]; toolset: TodoToolset };
}

/** The output of `haft build` for the toolset of the guide's first page. */
const toolsets = reflect(
  TodoToolset,
  {
    add: {
      description: 'Adds something to do.',
      parameters: {
        text: { type: 'string', minLength: 1, maxLength: 200, description: 'The text of the task.' },
        'priority?': { type: 'string', enum: ['low', 'normal', 'high'], default: 'normal' },
      },
    },
    finish: {
      description: 'Marks something as done.',
      parameters: { id: { type: 'integer', minimum: 1, description: 'The number that todo_add gave.' } },
    },
    list: { description: 'Lists all tasks.' },
  },
  { prefix: 'todo_', dependencies: [TodoStore] },
) as ReflectedToolsets<Tools>;

const todo = { id: 1, text: 'write tests', priority: 'high', done: false } as const;

describe('testing', () => {
  // #region harness
  it('finishes an existing task', async () => {
    await using tools = testToolset(toolsets, { provide: [TodoStore] });

    await tools.call('todo_add', { text: 'write tests' }); // typed: another name or argument does not compile
    const finished = await tools.call('todo_finish', { id: 1 });

    expect(finished).toMatchObject({ status: 'success', value: { done: true } });
  });

  it('helps a model that is wrong', async () => {
    await using tools = testToolset(toolsets, { provide: [TodoStore] });

    const missing = await tools.call('todo_finish', { id: 7 });
    expect(missing.status).toBe('retry');
    expect(missing.text).toContain('There is no todo 7.');

    const broken = await tools.call('todo_finish', `{'id': "1",}`); // broken JSON of a model, which Haft repairs and executes
    expect(broken.repairs.map(({ kind }) => kind)).toEqual(['syntax', 'coercion']);
  });
  // #endregion harness

  it('one tool, with a fake', async () => {
    // #region override
    await using finish = testTool(toolsets, 'todo_finish', {
      provide: [TodoStore],
      overrides: [override(TodoStore, { find: () => ({ ...todo }) })],
    });

    expect(await finish.call({ id: 1 })).toMatchObject({ value: { text: 'write tests', done: true } });
    // #endregion override
  });

  it('the definitions', async () => {
    // #region snapshot
    await using tools = testToolset(toolsets, { provide: [TodoStore] });
    const shown = await tools.snapshot();
    // expect(shown).toMatchSnapshot()
    // #endregion snapshot
    expect(shown).toMatch(/^# todo_add\nAdds something to do\.\n/);
  });

  it('a method alone', async () => {
    // #region context
    const run = fakeRunContext({ deps: { tenant: 'acme' } });
    const report = await new ReportToolset().build('june', run);

    expect(report).toBe('june of acme');
    expect(run.reports).toEqual([{ done: 1, of: 1 }]);
    // #endregion context
  });

  it('a conversation', async () => {
    const runtime = createRuntime({ toolsets, provide: [TodoStore] });
    // #region script
    const model = scriptedModel([
      { name: 'todo_add', arguments: { text: 'write tests' } },
      ({ outcomes }) => {
        expect(outcomes[0]?.status).toBe('success');
        return [
          { name: 'todo_finish', arguments: { id: 1 } },
          { name: 'todo_finish', arguments: { id: 2 } },
        ];
      },
      ({ outcomes }) => `Finished ${outcomes.filter(({ status }) => status === 'success').length}.`,
    ]);
    const result = await model.run(runtime.startRun());

    expect(result.text).toBe('Finished 1.');
    // #endregion script
  });

  it('a pause', async () => {
    const runtime = createRuntime({ toolsets: reports });
    // #region pause
    const model = scriptedModel([{ name: 'report_send', arguments: { month: 'june' } }, 'Sent.']);
    const run = runtime.startRun();

    expect((await model.run(run)).end).toBe('paused');
    const [request] = run.pending().requests;
    const outcomes = await run.resume({ [request?.id ?? '']: decision.approve() });
    expect((await model.run(run, { outcomes })).text).toBe('Sent.');
    // #endregion pause
  });

  it('every tool', async () => {
    const runtime = createRuntime({ toolsets, provide: [TodoStore] });
    // #region every-tool
    await callEveryTool(runtime, { runs: 50, tools: ({ hints }) => hints?.destructive !== true });
    await callEveryToolWrongly(runtime, { runs: 50 });
    // #endregion every-tool
    await runtime.dispose();
  });

  it('properties', async () => {
    // #region property
    await using tools = testToolset(toolsets, { provide: [TodoStore] });
    const [add] = await tools.definitions();
    if (add === undefined) throw new Error('There is no tool.');

    await fc.assert(
      fc.asyncProperty(argumentsOf<Tools['todo_add']['arguments']>(add), async (args) => {
        const { status } = await tools.call('todo_add', args);
        expect(status).toBe('success');
      }),
    );
    // #endregion property
    const wrong = fc.sample(wrongArgumentsOf(add), 20);
    expect(wrong).toHaveLength(20);
  });
});
