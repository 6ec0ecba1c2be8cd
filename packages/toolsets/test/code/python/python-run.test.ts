import type { BridgedCall } from '../../../src/code/code-backend.js';
import { describePython, failed, fakeBridge, resultOf, runPython } from './support/run-python.js';

describePython('a program of Python', () => {
  it('gives the last result and the printed text of both streams in their order', async () => {
    const code = `
import sys
print("one")
print("two", file=sys.stderr)
print("três")
set_result(1)
set_result({"a": [1.5, None, True, "é😀"], "2": (1,)})
`;
    expect(await runPython(code)).toEqual({
      kind: 'ended',
      exitCode: 0,
      logs: 'one\ntwo\ntrês\n',
      output: '{"a":[1.5,null,true,"é😀"],"2":[1]}',
    });
  });

  it('has no result without set_result, and after set_result(None)', async () => {
    expect(await runPython('x = 1')).toEqual({ kind: 'ended', exitCode: 0, logs: '' });
    expect(await runPython('set_result(1); set_result(None)')).toEqual({ kind: 'ended', exitCode: 0, logs: '' });
  });

  it('calls tools with JSON and the place of the call, and returns their values', async () => {
    const bridge = fakeBridge(({ number }) => ({
      kind: 'value',
      json: `{"number":\n${number},"big":12345678901234567890}`,
    }));
    const code =
      'a = call_tool("order_find", {"id": "é", "deep": [1, None]})\nb = [call_tool("order_list")]\nset_result([a["big"] % 7, b[0]["number"]])';
    expect(await resultOf(code, { bridge })).toEqual([Number(12345678901234567890n % 7n), 2]);
    expect(bridge.calls.map(({ place, ...call }) => ({ ...call, line: place?.line }))).toEqual([
      { number: 1, name: 'order_find', arguments: '{"id":"é","deep":[1,null]}', line: 1 },
      { number: 2, name: 'order_list', arguments: '{}', line: 2 },
    ]);
  });

  it('raises a ToolError with status and issues', async () => {
    const issues = [{ code: 'required', path: ['id'], message: 'id is required' }];
    const bridge = fakeBridge(
      () => ({ kind: 'error', message: "Tool 'a' failed: no", status: 'retry', issues }) as never,
    );
    const code = `
try:
    call_tool("a")
except ToolError as error:
    set_result([str(error), error.status, error.issues])
`;
    expect(await resultOf(code, { bridge })).toEqual(["Tool 'a' failed: no", 'retry', issues]);
    expect(await runPython('\nx = 1 + call_tool("a")', { bridge })).toMatchObject({
      exitCode: 1,
      error: expect.stringMatching(/^ToolError: Tool 'a' failed: no \(line 2, column (9|1)\)$/),
    });
  });

  it('makes parallel calls together, and raises the first error after all have ended', async () => {
    const waiting: (() => void)[] = [];
    const bridge = fakeBridge(async (call: BridgedCall) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        // All four are open before the first one ends. The last one ends first.
        if (waiting.length === 4) for (const end of [...waiting].reverse()) end();
      });
      return call.name === 'bad' ? failed(`bad ${call.number}`) : { kind: 'value', json: String(call.number) };
    });
    const code = `
calls = [("a", {}), ("bad", {}), ["bad"], "a"]
seen = call_tools_parallel(calls, errors="return")
print([str(one) for one in seen], [type(one).__name__ for one in seen])
`;
    const { logs } = await runPython(code, { bridge });
    expect(logs).toBe("['1', 'bad 2', 'bad 3', '4'] ['int', 'ToolError', 'ToolError', 'int']\n");
    waiting.length = 0;
    const raised = await runPython('call_tools_parallel([("bad", {}), ("bad", {}), ("a", {}), ("a", {})])', { bridge });
    expect(raised.error).toContain('ToolError: bad 1 (line 1');
    expect(bridge.calls).toHaveLength(8);
  });

  it('makes 20 parallel calls whose messages are large in both directions', async () => {
    const json = JSON.stringify('x'.repeat(500_000));
    const bridge = fakeBridge(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return { kind: 'value', json };
    });
    const code = 'set_result(sum(len(x) for x in call_tools_parallel([("a", {"x": "y" * 500_000})] * 20)))';
    expect(await resultOf(code, { bridge })).toBe(10_000_000);
    expect(new Set(bridge.calls.map(({ arguments: text }) => text.length))).toEqual(new Set([500_008]));
  });

  it('lets threads make calls, and waits for them', async () => {
    const bridge = fakeBridge(async (call) => {
      for (let turn = 0; turn < (call.number * 7) % 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      return { kind: 'value', json: call.arguments };
    });
    const code = `
from concurrent.futures import ThreadPoolExecutor
import threading
with ThreadPoolExecutor(16) as pool:
    values = list(pool.map(lambda i: call_tool("echo", {"i": i})["i"], range(40)))
threading.Thread(target=lambda: set_result(values + [call_tool("echo", {"i": "last"})["i"]])).start()
`;
    expect(await resultOf(code, { bridge })).toEqual([...Array.from({ length: 40 }, (_, index) => index), 'last']);
  });

  it('explains calls and results that are wrong, and makes no call', async () => {
    const texts = {
      'call_tool(1)': 'TypeError: name must be a str',
      'call_tool("a", [1])': 'TypeError: args must be a dict',
      'call_tool("a", {"x": {1}})': 'TypeError: args cannot be JSON: Object of type set is not JSON serializable',
      'set_result(float("nan"))':
        'ValueError: The result cannot be JSON: Out of range float values are not JSON compliant',
      'call_tools_parallel([("a", {}), 1])': 'TypeError: calls must be a list of (name, args)',
      'call_tools_parallel([], errors="ignore")': 'ValueError: errors must be "raise" or "return"',
      'set_result("x" * 100_000)': 'ValueError: The result is larger than 100 kB. Return less.',
    };
    const code = `
texts = {}
for code in ${JSON.stringify(Object.keys(texts))}:
    try: exec(code)
    except Exception as error: texts[code] = "%s: %s" % (type(error).__name__, error)
set_result(texts)
`;
    const bridge = fakeBridge();
    expect(await resultOf(code, { bridge })).toEqual(texts);
    expect(bridge.calls).toEqual([]);
  });

  it('fails a call with arguments over 1 MB, and the program continues', async () => {
    const bridge = fakeBridge();
    const code = `
seen = call_tools_parallel([("a", {"x": "y" * 1_000_000}), ("b", {})], errors="return")
set_result([str(seen[0]), seen[0].status, seen[1]])
`;
    const text = "Tool 'a' failed: The arguments are larger than 1000 kB. Send less.";
    expect(await resultOf(code, { bridge })).toEqual([text, 'refused', {}]);
    expect(bridge.calls.map(({ name }) => name)).toEqual(['b']);
  });

  it.each([
    ['an exception', 'def f(x):\n    return x["b"]\n\nf({"a": 1})', "KeyError: 'b' (line 2, column 12)"],
    [
      'an exception after wide characters',
      'x = "é😀"; y = 1 / 0',
      'ZeroDivisionError: division by zero (line 1, column 15)',
    ],
    ['a syntax error', 'x = 1\ny = (2,\n', "SyntaxError: '(' was never closed (line 2, column 5)"],
    [
      'an exception in a module',
      'import json\n\njson.loads("{")',
      'JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1) (line 3, column 1)',
    ],
    ['an exception without a text', 'raise RuntimeError', 'RuntimeError (line 1, column 1)'],
    [
      'an exception with a broken text',
      'class E(Exception):\n  def __str__(self): raise ValueError\nraise E',
      'E (line 3, column 1)',
    ],
    ['endless recursion', 'def f(): f()\nf()', 'RecursionError: maximum recursion depth exceeded (line 1, column 10)'],
  ])('tells %s with line and column of the code that was sent', async (_, code, error) => {
    const ended = await runPython(code);
    const withoutColumn = (text = '') => text.replace(/column \d+\)$/, 'column)').replace(/: EOF while.*/, '');
    expect(withoutColumn(ended.error)).toBe(withoutColumn(error));
    // Before 3.11, Python has no columns, and its syntax errors have other texts.
    if (await isNew()) expect(ended.error).toBe(error);
    expect(ended).toMatchObject({ exitCode: 1, logs: '' });
  });

  it('cuts long texts of exceptions', async () => {
    const { error } = await runPython('raise ValueError("x" * 10_000_000)');
    expect(error).toBe(`ValueError: ${'x'.repeat(1_988)} (line 1, column 1)`);
  });

  it.each([
    ['sys.exit()', 'set_result(1); import sys; sys.exit()', { exitCode: 0, output: '1' }],
    ['sys.exit(3)', 'set_result(1); import sys; sys.exit(3)', { exitCode: 3, output: '1', error: 'exit code 3' }],
    ['sys.exit("text")', 'import sys; sys.exit("text")', { exitCode: 1, logs: 'text\n', error: 'exit code 1' }],
    ['os._exit(0)', 'import os; os._exit(0)', { exitCode: 0, error: 'exit code 0' }],
    ['os._exit(7)', 'import os; os._exit(7)', { exitCode: 7, error: 'exit code 7' }],
    ['a crash', 'import ctypes; ctypes.string_at(0)', { exitCode: 139, error: 'exit code 139' }],
  ])('reports the exit code of %s', async (_, code, expected) => {
    expect(await runPython(code)).toEqual({ kind: 'ended', logs: '', ...expected });
  });

  it('supports code that needs the module __main__', async () => {
    const code = `
from __future__ import annotations
import dataclasses, pickle, typing
@dataclasses.dataclass
class Point:
    x: int
set_result([pickle.loads(pickle.dumps(Point(4))).x, __name__, [n for n in typing.get_type_hints(Point)]])
`;
    expect(await resultOf(code)).toEqual([4, '__main__', ['x']]);
  });

  it('writes temporary files', async () => {
    const code = `
import os, tempfile
with tempfile.NamedTemporaryFile("w+") as file:
    file.write("a"); file.seek(0)
    set_result([file.read(), os.getcwd(), os.path.expanduser("~"), os.listdir("/tmp") == [os.path.basename(file.name)]])
`;
    expect(await resultOf(code)).toEqual(['a', '/tmp', '/tmp', true]);
  });
});

let version: Promise<unknown> | undefined;

async function isNew(): Promise<boolean> {
  version ??= resultOf('import sys; set_result(sys.version_info >= (3, 11))');
  return (await version) === true;
}
