import { expect, it } from '@jest/globals';
import type { RunEvent } from '@haft/runtime';
import { PythonBackend } from '../../../src/code/python/python-backend.js';
import { officeRun, type OfficeRun } from '../support/office.js';
import { describePython } from './support/run-python.js';

const definitionOf = async ({ run }: OfficeRun) =>
  (await run.definitions()).find(({ name }) => name === 'execute_code');

const python = (options?: Parameters<typeof officeRun>[1]): OfficeRun => officeRun({ languages: ['python'] }, options);

describePython('execute_code in Python', () => {
  it('returns the result, the text and the calls of a program [CODE-1, TOOL-21]', async () => {
    const { call, result } = python();
    const code =
      'order = call_tool("order_find", {"id": 2})\nprint("hi")\n' +
      'set_result([order["id"] + order["total"], order["made"], *call_tools_parallel([("echo", {"text": "3"}), ("say", {"text": "4"})])])';
    expect(await call(code)).toMatchObject({
      status: 'success',
      text: '[22,"1970-01-01T00:00:00.000Z","3","4"]\n\nlogs:\nhi',
    });
    expect(await result(code)).toEqual({
      output: [22, '1970-01-01T00:00:00.000Z', '3', '4'],
      logs: 'hi\n',
      exitCode: 0,
      toolCalls: ['order_find', 'echo', 'say'].map((name) => ({ name, status: 'success' })),
    });
  });

  it('says that there is no result, and explains failures [TOOL-21]', async () => {
    const { call } = python();
    expect((await call('x = 1')).text).toBe('(no result: call set_result(value))');
    expect(await call('print("before")\nx = {}["a"]')).toMatchObject({
      status: 'success',
      text: expect.stringMatching(/^KeyError: 'a' \(line 2, column \d\)\n\nlogs:\nbefore$/),
      value: { output: null, exitCode: 1 },
    });
    expect(await call(' ')).toMatchObject({ status: 'retry' });
  });

  it('describes the functions of Python [CODE-1]', async () => {
    const alone = await definitionOf(python());
    expect(alone?.description).toMatch(
      /^Runs a program that can call tools, at most 50 times\. [^]*\n\nIn Python, `call_tool\(name, args=\{\}\)`/,
    );
    expect(alone?.description).not.toContain('JavaScript');
    expect(Object.keys(alone?.parameters.properties ?? {})).toEqual(['code', 'timeoutSeconds']);
  });

  it('runs both languages in one run [CODE-1]', async () => {
    const { call } = officeRun({ languages: ['javascript', 'python'] });
    expect((await call('return 1;')).text).toBe('1');
    expect((await call('set_result(2)', { language: 'python' })).text).toBe('2');
  });

  it('gives a program the text that a model would read about a failed call [CODE-1, NEW-11]', async () => {
    const code = `
texts = []
for name, args in [("fail", {}), ("fail", {"how": "retry"}), ("order_find", {"id": "x"}), ("nope", {}), ("execute_code", {"code": "1"})]:
    try:
        call_tool(name, args)
    except ToolError as error:
        texts.append([error.status, str(error).split("\\n")[0], len(error.issues)])
set_result(texts)
`;
    expect((await python().result(code)).output).toEqual([
      ['failed', "Tool 'fail' failed: The office is closed.", 0],
      ['retry', "Tool 'fail' failed: Use another id.", 0],
      ['retry', "Tool 'order_find' failed: Tool call validation failed for tool 'order_find':", 1],
      [expect.any(String), expect.stringContaining("Unknown tool name: 'nope'"), 0],
      ['refused', 'execute_code cannot be called from within execute_code', 0],
    ]);
  });

  it('refuses the 51st call and results of more than 1 MB as errors of these calls [CODE-3]', async () => {
    const { result, office } = python();
    const code = `
calls = call_tools_parallel([("big", {"size": 1_000_000})] + [("order_find", {"id": i}) for i in range(54)], errors="return")
set_result([str(calls[0]), [str(one) for one in calls if isinstance(one, ToolError)][1:], sum(isinstance(one, dict) for one in calls)])
`;
    expect((await result(code)).output).toEqual([
      "Tool 'big' failed: It ran, but its result has 1000002 bytes of JSON. At most 1000000 are allowed. Ask it for less.",
      Array.from({ length: 5 }, () => 'At most 50 calls are allowed in one execution.'),
      49,
    ]);
    expect(office.done).toHaveLength(49);
  });

  it('refuses forged calls of tools that the settings forbid [CODE-2, NEW-11]', async () => {
    const { call, office } = officeRun({ languages: ['python'], tools: ['echo'] });
    const code = `
import gc, json, os
runner = next(one for one in gc.get_objects() if type(one).__name__ == "Bridge")
number = runner.ask("order_find", '{"id": 1}', None)
set_result(runner.answer(number))
`;
    const outcome = await call(code);
    expect(outcome.text).toContain('order_find cannot be called from within execute_code');
    expect(outcome).toMatchObject({ value: { toolCalls: [{ name: 'order_find', status: 'refused' }] } });
    expect(office.done).toEqual([]);
  });

  it('fails if a call needs an approval, also if the program catches the error [CODE-4]', async () => {
    const { call, office, run } = python();
    const code = `
try:
    call_tool("pay", {"sum": 7})
except ToolError as error:
    print(error)
set_result(1)
`;
    expect(await call(code)).toMatchObject({
      status: 'failed',
      text: "Tool 'pay' needs approval and cannot run inside Python code. Call it directly first.",
    });
    expect(office.done).toEqual([]);
    expect(run.pending().requests).toEqual([]);
    expect(await call('call_tool("ask_user", {"question": "Sure?"})')).toMatchObject({
      status: 'failed',
      text: "Tool 'ask_user' needs approval and cannot run inside Python code. Call it directly first.",
    });
  });

  it('makes a call that an inline handler approves [CODE-4]', async () => {
    const { call, office } = python({
      people: { onDeferred: (requests) => Object.fromEntries(requests.map(({ id }) => [id, true])) },
    });
    expect((await call('set_result(call_tool("pay", {"sum": 7}))')).text).toBe('{"paid":7}');
    expect(office.done).toEqual(['pay 7']);
  });

  it('makes inner calls: with events that name it and the line [CODE-1, NEW-29]', async () => {
    const events: RunEvent[] = [];
    const { call } = python({ run: { maxCalls: 2, onEvent: (event) => events.push(event) } });
    await call('call_tool("echo", {"text": "a"})\ncall_tool("echo", {"text": "b"})');
    const inner = events.filter((event) => 'callId' in event && event.callId === 'code_c1_2');
    expect(inner[0]).toMatchObject({ parent: { callId: 'c1', tool: 'execute_code', place: { line: 2, column: 1 } } });
  });

  it('stops a program at its deadline, and at the end of the run [CODE-3]', async () => {
    const { call, run } = python();
    expect(await call('import time; time.sleep(1000)', { timeoutSeconds: 1 })).toMatchObject({
      text: 'execution timed out after 1s',
      value: { exitCode: null },
    });
    const outcome = call('while True: pass');
    await new Promise(setImmediate);
    await run.end();
    expect(await outcome).toMatchObject({ status: 'interrupted' });
  });

  it('runs at most 4 programs at a time, and the fifth waits [CODE-3]', async () => {
    const { run } = python();
    const calls = Array.from({ length: 6 }, (_, id) => ({
      id: `c${id}`,
      name: 'execute_code',
      arguments: { code: `set_result(call_tool("order_find", {"id": ${id}})["id"])` },
    }));
    expect((await run.callAll(calls)).map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('tells the developer alone why Python did not start [CODE-3]', async () => {
    const errors: unknown[] = [];
    const logger = { debug() {}, info() {}, warn() {}, error: (_: string, details?: object) => errors.push(details) };
    const { call } = python({ observe: { logger: logger as never } });
    const execute = PythonBackend.prototype.execute;
    PythonBackend.prototype.execute = () => Promise.reject(new Error('/secret/path is missing'));
    try {
      expect((await call('print(1)')).text).toBe('code execution failed: the sandbox could not run the program');
    } finally {
      PythonBackend.prototype.execute = execute;
    }
    expect(JSON.stringify(errors.map((one) => String((one as { error: Error }).error)))).toContain('/secret/path');
  });
});

it('rejects Python on a host that cannot confine it [CODE-1]', () => {
  const given = { languages: ['python' as const], python: { bubblewrap: '/missing/bwrap' } };
  expect(() => officeRun(given)).toThrow(expect.objectContaining({ code: 'HAFT_NO_SANDBOX' }));
});

it('says in the metadata of each outcome that there is no sandbox [CODE-1]', async () => {
  const given = { languages: ['python' as const], python: { bubblewrap: '/missing/bwrap', unsafe: true } };
  expect(await officeRun(given).call('set_result(1)')).toMatchObject({ text: '1', metadata: { unsafe: true } });
  expect(await officeRun(given).call('x')).toMatchObject({ value: { exitCode: 1 }, metadata: { unsafe: true } });
});

it('describes both languages, and lets the model choose one [CODE-1]', async () => {
  const python = { bubblewrap: '/missing/bwrap', unsafe: true };
  const both = await definitionOf(officeRun({ languages: ['javascript', 'python'], python }));
  expect(both?.description).toMatch(/JavaScript or TypeScript: [^]*In Python, /);
  expect(both?.parameters.properties?.['language']).toEqual({
    type: 'string',
    enum: ['javascript', 'python'],
    description: 'A language with a back end.',
  });
});
