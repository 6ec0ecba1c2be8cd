import { describe, expect, it } from '@jest/globals';
import { defineTool, dynamic, toolset } from '@haft/runtime';
import { callEveryTool, fakeRunContext, scriptedModel, testTool, testToolset } from '../src/index.js';

/* Each option of a helper that is a name as text. A test with a misspelt one must not pass. */

const fixed = toolset('desk', [
  defineTool({ name: 'work', description: 'Works.', parameters: { type: 'object' }, execute: () => 'done' }),
]);
const refused = (message: string) =>
  expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message: expect.stringContaining(message) });

describe.each([
  ['fixed tools', fixed],
  ['tools that change', dynamic(() => fixed)],
])('with %s', (_kind, toolsets) => {
  it('testToolset names itself, and the options that it has', () => {
    expect(() => testToolset(toolsets, { overide: [] } as never)).toThrow(
      refused("testToolset does not have the option 'overide'."),
    );
    expect(() =>
      testToolset(toolsets, { limits: { retries: 1 }, runId: 'r', userId: 'u', overrides: [] }),
    ).not.toThrow();
  });

  it('callEveryTool refuses an option that does not exist', async () => {
    const runtime = testToolset(toolsets).runtime;
    await expect(callEveryTool(runtime, { onProblems: 'report' } as never)).rejects.toEqual(refused("'onProblems'"));
    await expect(callEveryTool(runtime, { onProblem: 'reprot' } as never)).rejects.toEqual(refused('onProblem'));
  });

  it('scriptedModel refuses an option that does not exist', async () => {
    const { run } = testToolset(toolsets);
    const conversation = scriptedModel(['done']).run(run, { onTurns: () => undefined } as never);
    await expect(conversation).rejects.toEqual(refused("'onTurns'"));
  });
});

it('testTool refuses a tool that does not exist', async () => {
  const tested = testTool(fixed, 'wrok' as never);
  await expect(tested.definition()).rejects.toThrow("The run does not show a tool 'wrok'. It shows: work.");
  expect(await tested.call()).toMatchObject({ status: 'retry', text: expect.stringContaining("'wrok'") });
});

it('fakeRunContext refuses an option that does not exist', () => {
  expect(() => fakeRunContext({ user: 'ann' } as never)).toThrow(refused("'user'"));
});
