import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset, type Run, type RuntimeOptions } from '@haft/runtime';
import { codeToolset } from '../../src/code/index.js';
import { describePython } from './python/support/run-python.js';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** A run with `execute_code`, `pay` and `look`. */
function open(options: RuntimeOptions = {}, settings: object = {}): { readonly run: Run; readonly paid: number } {
  const state = { paid: 0 };
  const facts = { parameters: NO_ARGUMENTS };
  const pay = defineTool({
    ...{ name: 'pay', description: 'Pays.', settings: { effect: {} }, ...facts },
    execute: () => `paid ${++state.paid}`,
  });
  const look = defineTool({
    ...{ name: 'look', description: 'Looks.', hints: { readOnly: true }, ...facts },
    execute: () => 'seen',
  });
  const toolsets = [toolset('bank', [pay, look]), codeToolset({ check: false, ...settings })];
  return Object.assign(state, { run: createRuntime({ toolsets, ...options }).startRun() as Run });
}

async function textOf(run: Run, code: string, more: object = {}): Promise<string> {
  const outcome = await run.call({ id: 'c1', name: 'execute_code', arguments: { code, ...more } });
  return outcome.text;
}

const MADE = 'These calls were made: pay c_[0-9a-f]{8}: done. Do not repeat them.';

describe('a program that pays and then does not end with its own result', () => {
  it.each([
    ['throws', 'null.x;', 'TypeError: [^\\n]+'],
    ['takes too long', 'for (;;) await tools.look();', '[^\\n]+'],
    ['loops', 'for (;;);', '[^\\n]+'],
    ['returns too much', "return 'x'.repeat(200_000);", 'RangeError: The result has [^\\n]+'],
    ['uses too much memory', "const all = []; for (;;) all.push('x'.repeat(1_000_000) + all.length);", '[^\\n]+'],
    ['calls itself without an end', 'const f = () => f() + 1; f();', '[^\\n]+'],
  ])('names the payment if it %s', async (_what, end, problem) => {
    const { run } = open();
    const text = await textOf(run, `await tools.look();\nawait tools.pay();\n${end}`, { timeoutSeconds: 6 });
    expect(text).toMatch(new RegExp(`^${problem}\\n${MADE}`));
  });

  it('names the payment if its call is cancelled', async () => {
    const bank = open();
    const ended = textOf(bank.run, 'await tools.pay();\nfor (;;) await tools.look();');
    while (bank.paid === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 5));
    bank.run.cancel();
    expect(await ended).toMatch(
      /^The tool call was interrupted before a result was produced\. These calls were made: pay c_/,
    );
  });

  it('names none after its own result', async () => {
    const { run } = open();
    expect(await textOf(run, 'return await tools.pay();')).toBe('paid 1');
  });

  it('names them if it has no result', async () => {
    const { run } = open();
    expect(await textOf(run, 'await tools.pay();')).toMatch(/^\(no result.*\)\nThese calls were made: pay /);
  });

  it('names none that it did not make', async () => {
    const { run } = open();
    expect(await textOf(run, 'await tools.look();\nnull.x;')).not.toContain('These calls were made');
  });
});

describePython('a program of Python that pays and then does not end with its own result', () => {
  it.each([
    ['throws', 'None.x'],
    ['loops', 'while True: pass'],
    ['uses too much memory', 'all = []\nwhile True: all.append("x" * 10_000_000 + str(len(all)))'],
    ['ends its process', 'import os; os._exit(3)'],
    ['kills its process', 'import os; os.kill(os.getpid(), 9)'],
    ['closes its streams', 'import os; os.closerange(0, 10)'],
  ])('names the payment if it %s', async (_what, end) => {
    const { run } = open({}, { languages: ['python'] });
    const text = await textOf(run, `call_tool("look")\ncall_tool("pay")\n${end}`, { timeoutSeconds: 6 });
    expect(text).toMatch(new RegExp(`\\n${MADE}`));
  });
});
