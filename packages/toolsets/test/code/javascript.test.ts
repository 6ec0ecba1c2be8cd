import { describe, expect, it } from '@jest/globals';
import type { BridgeAnswer } from '../../src/code/code-backend.js';
import { knowsPlaces } from '../../src/code/javascript/knows-places.js';
import { JavaScriptBackend } from '../../src/code/javascript/javascript-backend.js';
import { withPlace } from '../../src/code/javascript/with-place.js';
import { requireRun } from '../../src/code/javascript/require-run.js';
import { ended, FakeBridge, programOf } from './support/fake-bridge.js';

const backend = new JavaScriptBackend();

async function run(code: string, bridge = new FakeBridge()): Promise<ReturnType<typeof ended>> {
  return ended(await backend.execute(programOf(code), bridge));
}

async function errorOf(code: string, bridge?: FakeBridge): Promise<string | undefined> {
  return (await run(code, bridge)).error;
}

const failing = (): FakeBridge =>
  new FakeBridge(() => ({
    kind: 'error',
    message: "Tool 'pay' failed: no money",
    status: 'failed',
    issues: [{ path: ['sum'], expected: 'a number', received: 'x' }] as never,
  }));

/** Node 20 with the package typescript knows no places, and finishes what is not finished. */
const known = (error: RegExp): RegExp =>
  knowsPlaces() ? error : new RegExp(error.source.replace(/ \\\(line .*$/, ''));
const UNFINISHED = 'const a = {';

describe('programs in JavaScript', () => {
  it.each([
    ['a returned value', 'return { a: [1, null] };', '{"a":[1,null]}'],
    ['the last setResult', 'setResult(1); setResult({ b: 2 });', '{"b":2}'],
    ['a returned value after setResult', 'setResult(1); return 2;', '2'],
    ['setResult if nothing is returned', 'setResult("x"); return undefined;', '"x"'],
    ['null', 'return null;', 'null'],
    ['the JSON of a date', 'return new Date(0);', '"1970-01-01T00:00:00.000Z"'],
    ['a value after top-level await', 'const x = await Promise.resolve(3);\nreturn x;', '3'],
    ['names that Haft declares', 'const tools = 1, call = 2, console = 3; return tools + call + console;', '6'],
    ['nothing', 'const a = 1;', undefined],
    ['nothing after setResult(undefined)', 'setResult(1); setResult(undefined);', undefined],
  ])('return %s [CODE-1]', async (_, code, output) => {
    expect(await run(code)).toEqual({ kind: 'ended', output, logs: '', exitCode: 0 });
  });

  it('may be TypeScript [CODE-1]', async () => {
    const code = 'interface A { n: number }\nconst a: A = { n: 1 };\nreturn (a as A).n satisfies number;';
    expect(await run(code)).toMatchObject({ output: '1' });
  });

  it('call tools by name, with JSON in both directions, and tell the place [CODE-1]', async () => {
    const bridge = new FakeBridge();
    const places = (line: number): unknown => (knowsPlaces() ? { line, column: expect.any(Number) } : undefined);
    const code =
      "const one = await tools.order_find({ id: 1, at: new Date(0) });\nreturn [one, await callTool('x-y')];";
    expect(await run(code, bridge)).toMatchObject({ output: '[{"id":1,"at":"1970-01-01T00:00:00.000Z"},{}]' });
    expect(bridge.calls).toEqual([
      {
        number: 1,
        name: 'order_find',
        arguments: '{"id":1,"at":"1970-01-01T00:00:00.000Z"}',
        place: places(1),
      },
      { number: 2, name: 'x-y', arguments: '{}', place: places(2) },
    ]);
  });

  it('tell no place of a call that no line of theirs makes [CODE-1]', async () => {
    const bridge = new FakeBridge();
    await run("return await Promise.resolve('a').then(callTool);", bridge);
    expect(bridge.calls).toEqual([{ number: 1, name: 'a', arguments: '{}', place: undefined }]);
  });

  it('get a ToolError with status and issues for a call that fails [CODE-1]', async () => {
    const code = `try { await tools.pay({ sum: 'x' }) } catch (error) {
      return [error instanceof ToolError, error.name, error.message, error.tool, error.status, error.issues[0].path];
    }`;
    const { output } = await run(code, failing());
    expect(JSON.parse(output ?? '')).toEqual([
      true,
      'ToolError',
      "Tool 'pay' failed: no money",
      'pay',
      'failed',
      ['sum'],
    ]);
  });

  it('make at most 10 calls at a time [CODE-3]', async () => {
    let [now, most] = [0, 0];
    let isFull: () => void = () => undefined;
    const full = new Promise<void>((resolve) => (isFull = resolve));
    const bridge = new FakeBridge(async ({ arguments: json }) => {
      most = Math.max(most, ++now);
      if (now === 10) isFull();
      await full;
      now -= 1;
      return { kind: 'value', json };
    });
    const code = 'return (await Promise.all(Array.from({ length: 40 }, (_, id) => tools.get({ id })))).length;';
    expect(await run(code, bridge)).toMatchObject({ output: '40' });
    expect(most).toBe(10);
  });

  it.each([
    ['the loser of a race', 'return await Promise.race([tools.a({ n: 1 }), 2]);', '2'],
    [
      'the others of a failed Promise.all',
      'try { await Promise.all([tools.a(), Promise.reject(1)]) } catch { return 3 }',
      '3',
    ],
    ['a call without await', 'tools.a(); return 4;', '4'],
    ['a call after a call without await', 'tools.a().then(() => tools.b()); return 5;', '5'],
  ])('end after all calls: %s [CODE-1]', async (_, code, output) => {
    const bridge = new FakeBridge(async ({ arguments: json }) => {
      await new Promise(setImmediate);
      return { kind: 'value', json };
    });
    expect(await run(code, bridge)).toEqual({ kind: 'ended', output, logs: '', exitCode: 0 });
    expect(bridge.calls.map(({ name }) => name)).toEqual(code.includes('tools.b') ? ['a', 'b'] : ['a']);
  });

  it('end after a call that other code makes much later than the last answer [CODE-1]', async () => {
    const bridge = new FakeBridge();
    const code = `(async () => { await tools.a(); for (let n = 0; n < 100; n += 1) await null; await tools.b(); })(); return 1;`;
    expect(await run(code, bridge)).toMatchObject({ output: '1' });
    expect(bridge.calls.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('drop the calls that wait for others when they fail [CODE-1]', async () => {
    const bridge = new FakeBridge();
    const code = 'for (let id = 0; id < 30; id += 1) tools.get({ id });\nthrow new Error("stop");';
    expect(await errorOf(code, bridge)).toMatch(known(/^Error: stop \(line 2, column \d+\)$/));
    expect(bridge.calls).toHaveLength(10);
  });

  it.each([
    [
      'an exception',
      'const a = 1;\n\n  null.foo;',
      /^TypeError: cannot read property 'foo' of null \(line 3, column \d+\)$/,
    ],
    [
      'an exception in a function',
      'function f() {\n  throw new RangeError("far");\n}\nf();',
      /^RangeError: far \(line 2,/,
    ],
    ['a call that fails', '\nconst f = async () => {\n  await tools.pay();\n};\nawait f();', /no money \(line 3,/],
    ['a syntax error', 'const a = 1;\nconst b = ;', /^SyntaxError: .+ \(line 2, column \d+\)$/],
    ['an unfinished program', UNFINISHED, /^SyntaxError: /],
    ['a thrown text', 'throw "abc";', /^Uncaught abc$/],
    ['a thrown object', 'throw { a: 1 };', /^Uncaught \{"a":1\}$/],
    ['a result without JSON', 'return () => 1;', /^TypeError: The result has no JSON form/],
    ['a result that contains itself', 'const a = []; a.push(a); setResult(a);', /^TypeError: circular reference/],
    ['a result that is too long', 'return "x".repeat(100_000);', /^RangeError: The result has 100002 characters/],
    ['a result with too many bytes', 'return "ä".repeat(99_000);', /^The result has 198002 bytes of JSON/],
    ['arguments without JSON', 'await tools.a(() => 1);', /^TypeError: The arguments of a have no JSON form/],
  ])('explain %s with its place [CODE-1]', async (_, code, error) => {
    if (code === UNFINISHED && !knowsPlaces()) return;
    expect(await run(code, failing())).toMatchObject({ exitCode: 1, error: expect.stringMatching(known(error)) });
  });

  it('return what they print, also if they fail [CODE-1]', async () => {
    const code = `console.log('a', { b: 1 }, new Map([[1, 2]]), 3n, undefined, null, new TypeError('no'));
console.error('b'); const c = {}; c.c = c; console.info(c, () => 1); throw new Error('x');`;
    expect((await run(code)).logs).toBe(
      'a {"b":1} [[1,2]] 3 undefined null TypeError: no\nb\n[object Object] [Function ]\n',
    );
  });

  it('return the beginning and the end of a long text [CODE-3]', async () => {
    const { logs } = await run("for (let n = 0; n < 9_000; n += 1) console.log('line ' + n);");
    expect(logs).toMatch(/^line 0\nline 1\n/);
    expect(logs).toContain('left out');
    expect(logs).toMatch(/line 8999\n$/);
    expect(Buffer.byteLength(logs)).toBeLessThan(64_200);
    const wide = await run("console.log('ä'.repeat(60_000));");
    expect(Buffer.byteLength(wide.logs)).toBeLessThan(64_200);
  });

  it('return what they printed before their last call if they are ended by force [CODE-3]', async () => {
    const execution = await run("console.log('before'); await tools.a(); while (true) {}");
    expect(execution).toMatchObject({ exitCode: null, logs: 'before\n' });
    expect(execution.error).toBe('execution stopped after too many steps. Do less work in one program.');
  });

  it('end at their deadline [CODE-3]', async () => {
    const execution = await backend.execute(
      programOf('await new Promise(() => {});', { seconds: 7, leftMs: 150 }),
      new FakeBridge(),
    );
    expect(execution).toEqual({ kind: 'ended', logs: '', exitCode: null, error: 'execution timed out after 7s' });
  });

  it('end with the call, and interrupt a call in progress [CODE-3]', async () => {
    const controller = new AbortController();
    const bridge = new FakeBridge(
      () =>
        new Promise<BridgeAnswer>(() => {
          controller.abort(new Error('cancelled'));
        }),
    );
    const execution = backend.execute(programOf('await tools.a();', { signal: controller.signal }), bridge);
    await expect(execution).rejects.toThrow('cancelled');
  });

  it('end at the 257th call [CODE-3]', async () => {
    const bridge = new FakeBridge();
    expect(await run('for (;;) await tools.a();', bridge)).toMatchObject({
      error: 'The program made more than 256 calls.',
      exitCode: null,
    });
    expect(bridge.calls).toHaveLength(256);
  });

  it('know their places if Node removes types itself [CODE-1]', () => {
    expect(knowsPlaces()).toBe('stripTypeScriptTypes' in process.getBuiltinModule('node:module'));
  });

  it.each([
    [1, 1, true],
    [2, 9, true],
    [0, 1, false],
    [1, 0, false],
    [3, 1, false],
  ])('name line %i, column %i if their code has the line: %j [CODE-1]', (line, column, isThere) => {
    const place = isThere && knowsPlaces() ? ` (line ${line}, column ${column})` : '';
    expect(withPlace('Error: x', { line, column }, 'a\nb')).toBe(`Error: x${place}`);
  });

  it('need the package run [CODE-1]', () => {
    expect(() => {
      requireRun('file:///nowhere/index.js');
    }).toThrow(expect.objectContaining({ code: 'HAFT_MISSING_PEER' }));
  });
});
