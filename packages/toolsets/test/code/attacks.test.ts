import { describe, expect, it } from '@jest/globals';
import { JavaScriptBackend } from '../../src/code/javascript/javascript-backend.js';
import { ended, FakeBridge, programOf } from './support/fake-bridge.js';

const backend = new JavaScriptBackend();

async function attack(code: string, bridge = new FakeBridge(), leftMs = 30_000): Promise<ReturnType<typeof ended>> {
  return ended(await backend.execute(programOf(code, { leftMs }), bridge));
}

/** Code that runs next to the code of Haft, as an argument of the call that starts the program. */
const outside = (code: string): string =>
  `return 0; })(); }, (() => {\n${code}\n})(), function () { return (async () => {`;

/** Returns a text in place of the code of Haft. */
const forged = (text: string): string => `return 0; })(); }) && ${text}; (() => { (async () => {`;

describe('a program in JavaScript', () => {
  const names =
    'process require module exports __filename __dirname Buffer global fetch XMLHttpRequest WebSocket EventSource ' +
    'setTimeout setInterval setImmediate queueMicrotask performance crypto SharedArrayBuffer Atomics WebAssembly ' +
    'Worker MessageChannel navigator structuredClone Deno Bun std os scriptArgs print load eval haft WeakRef ' +
    'FinalizationRegistry';
  it(`finds no ${names} [CODE-1]`, async () => {
    const found = names.split(' ').map((name) => `['${name}', typeof ${name}, typeof globalThis.${name}]`);
    const code = `return [${found.join()}].filter((types) => types.join().replace(/^\\w+/, '') !== ',undefined,undefined');`;
    expect(await attack(code)).toMatchObject({ output: '[]' });
  });

  it.each([
    ['static import', "import fs from 'node:fs'; return fs.readFileSync('/etc/passwd', 'utf8');"],
    ['import.meta', 'return import.meta.url;'],
    ['the constructor of the host function', outside("haft.call.constructor('return process')();")],
    ['this', 'return this.process.env;'],
    ['endless recursion', 'function f() { return f() + 1; } return f();'],
    ['deep JSON', "return JSON.parse('['.repeat(100_000));"],
    ['a deep result', 'let a = []; for (let n = 0; n < 20_000; n += 1) a = [a]; return a;'],
    ['a result of 2 MB', "return 'x'.repeat(2_000_000);"],
    ['arguments of 2 MB', "return await tools.a({ a: 'x'.repeat(2_000_000) });"],
    ['arguments that contain themselves', 'const a = {}; a.a = a; return await tools.a(a);'],
    ['a text of 1 GB', "return 'x'.repeat(2 ** 30).length;"],
    ['a buffer of 1 GB', 'return new ArrayBuffer(2 ** 30).byteLength;'],
    ['growing lists', 'const a = []; for (;;) a.push(new Array(100_000).fill(a.length));'],
    ['a growing text', "let a = 'x'; for (;;) a += a;"],
    ['a growing map', 'const a = new Map(); for (let n = 0; ; n += 1) a.set(n, "x".repeat(100_000) + n);'],
    ['an endless loop', 'for (;;);'],
    ['an endless chain of promises', 'for (;;) await null;'],
    ['endless promises that make promises', 'const f = () => Promise.resolve().then(f); await f();'],
    ['an endless generator', 'return [...(function* () { for (;;) yield 1; })()].length;'],
    ['an endless toJSON', 'await tools.a({ toJSON() { for (;;); } });'],
    ['an endless getter', 'await tools.a({ get a() { for (;;); } });'],
    ['an endless proxy', 'await tools.a(new Proxy({}, { ownKeys() { for (;;); } }));'],
    ['an endless message', 'throw Object.defineProperty(new Error(), "message", { get() { for (;;); } });'],
    ['an endless catch', 'for (;;) { try { for (;;); } catch {} }'],
    ['1,000 calls', 'await Promise.all(Array.from({ length: 1_000 }, () => tools.a()));'],
    ['2,000 calls without await', 'for (let n = 0; n < 2_000; n += 1) tools.a();'],
  ])('gains nothing by %s [CODE-3]', async (name, code) => {
    const execution = await attack(code, new FakeBridge(), name.includes('endless') ? 300 : 1_000);
    expect(execution.error ?? execution.output).toMatch(
      /Error|out of memory|too many steps|timed out|more than 256 calls|did not end with a valid result/,
    );
    expect(execution.exitCode).not.toBe(0);
    expect(Object.prototype).not.toHaveProperty('hacked');
  });

  // One program, since each attempt that fails leaves everything as it was.
  it('gets an error from all that leads out or changes what others use [CODE-3]', async () => {
    const attempts = [
      ['import of a module', "return await import('node:fs');"],
      ['import of a file', "return await import('/etc/passwd');"],
      ['import of data', "return await import('data:text/javascript,export default 1');"],
      ['Function', "return Function('return process')();"],
      ['the constructor of a function', "return (() => {}).constructor('return process')();"],
      ['the constructor of an async function', "return await (async () => {}).constructor('return process')();"],
      ['the constructor of a generator', "return (function* () {}).constructor('yield process')().next();"],
      ['the constructor of a tool', "return tools.a.constructor('return process')();"],
      ['the constructor of callTool', "return callTool.constructor.constructor('return process')();"],
      [
        'the constructor of a result',
        "return (await tools.a({ b: [] })).b.constructor.constructor('return process')();",
      ],
      ['the constructor of print', "return console.log.constructor('return process')();"],
      ['the caller', 'return (function f() { return f.caller; })();'],
      ['arguments.callee', 'return (function () { return arguments.callee.caller; })();'],
      ['this of a function', 'return (function () { return this.process.env; })();'],
      ['writing to Object.prototype', 'Object.prototype.hacked = 1;'],
      ['writing to Array.prototype', 'Array.prototype.push = () => 1;'],
      ['writing to Promise.prototype', 'Promise.prototype.then = () => 1;'],
      ['writing to JSON', 'JSON.stringify = () => "{}";'],
      ['__proto__ of a result', 'const a = await tools.a({}); a.__proto__.hacked = 1;'],
      ['Object.defineProperty on Object.prototype', "Object.defineProperty(Object.prototype, 'hacked', { value: 1 });"],
      ['a symbol as arguments', 'return await tools.a(Symbol("a"));'],
      ['an object as the name', 'return await callTool({ toString: () => "execute_code" });'],
    ];
    const functions = attempts.map(([name, code]) => `['${String(name)}', async function () { ${String(code)} }]`);
    const code = `const gained = [];
      for (const [name, attempt] of [${functions.join()}]) {
        try { await attempt(); gained.push(name); } catch (error) { if (!/Error/.test(error.name)) gained.push(error); }
      }
      return gained;`;
    expect(await attack(code)).toMatchObject({ output: '[]' });
    expect(Object.prototype).not.toHaveProperty('hacked');
  });

  // Native code of QuickJS does not count its steps. The deadline ends the worker.
  it.each([
    ['a regular expression', "return /^(a+)+$/.test('a'.repeat(60) + 'b');"],
    ['a power', 'return String(3n ** 600_000n).length;'],
    ['sorting', 'return new Array(2_000_000).fill(0).map((_, n) => -n).sort().length;'],
    ['a promise that never settles', 'await new Promise(() => {});'],
  ])('ends at its deadline in spite of %s [CODE-3]', async (_, code) => {
    const { error } = await attack(code, new FakeBridge(), 700);
    expect(error).toMatch(/timed out after 30s|too many steps|out of memory|too large/);
  });

  it('cannot pollute the host with the names in its result, arguments or output [CODE-3]', async () => {
    const bridge = new FakeBridge();
    const code = `const evil = JSON.parse('{"__proto__":{"hacked":1},"constructor":{"prototype":{"hacked":1}}}');
      console.log(evil); await tools.__proto__(evil); return evil;`;
    const { output } = await attack(code, bridge);
    expect(output).toBe('{"__proto__":{"hacked":1},"constructor":{"prototype":{"hacked":1}}}');
    expect(bridge.calls).toMatchObject([{ name: '__proto__', arguments: output }]);
    expect(({} as { hacked?: unknown }).hacked).toBeUndefined();
  });

  it('sends the bridge only a name, a text and numbers, whatever it gives the host function [CODE-1]', async () => {
    const bridge = new FakeBridge();
    const code = outside(`
      haft.call({ name: 'a' }, ['b'], 'x', -1, {}).catch(() => 0);
      haft.call().catch(() => 0);
      haft.call('a', '{}', 1.5, NaN, new Map()).catch(() => 0);
      haft.call('a', 'not JSON', 2 ** 60, 1, 7).catch(() => 0);`);
    await attack(code, bridge);
    expect(bridge.calls).toHaveLength(4);
    for (const { name, arguments: args, place, number } of bridge.calls) {
      expect([typeof name, typeof args, typeof number, place]).toEqual(['string', 'string', 'number', undefined]);
    }
  });

  it.each([
    ['no text', '1'],
    ['other JSON', "'[1]'"],
    ['no JSON', "'x'"],
    ['a result that is not JSON', `'{"head":"","left":0,"tail":"","result":"x"}'`],
    [
      'a place out of range',
      `'{"head":"","left":0,"tail":"","failure":{"message":"not valid","line":1e9,"column":1}}'`,
    ],
  ])('cannot forge its end with %s [CODE-1]', async (_, text) => {
    const { exitCode, error } = await attack(forged(text));
    expect([exitCode, error]).toEqual([1, expect.stringMatching(/valid(?: result| JSON)?\.?$/)]);
  });

  it('cannot print to the output of the application [CODE-3]', async () => {
    const code = 'return Reflect.ownKeys(console).filter((name) => /native code/.test(String(console[name])));';
    expect(await attack(code)).toMatchObject({ output: '[]' });
    expect(await attack(outside('throw new Error(Object.keys(console).length);'))).toMatchObject({ logs: '' });
  });

  it('reads no path, process or frame of the host in errors [CODE-3]', async () => {
    const bridge = new FakeBridge(() => {
      throw new Error('secret /srv/app/config.json');
    });
    const code = `Error.stackTraceLimit = 100; Error.prepareStackTrace = (error, frames) => frames.map(String).join();
      const texts = [];
      try { await tools.a(); } catch (error) { texts.push(String(error), error.stack, JSON.stringify(error)); }
      try { null.x; } catch (error) { texts.push(String(error), error.stack); }
      console.log(...texts); return texts;`;
    const { output, logs, error } = await attack(code, bridge);
    expect(`${String(output)}${logs}${String(error)}`).not.toMatch(
      /secret|\/srv|file:|node:|node_modules|\.ts\b|worker/,
    );
  });

  it('keeps nothing for the next program [CODE-3]', async () => {
    await attack('globalThis.left = 1; ToolError.prototype.left = 1; console.log = () => 1; Error.prototype.left = 1;');
    const code = 'console.log(1); return [typeof left, globalThis.left, new Error().left, new ToolError("").left];';
    expect(await attack(code)).toMatchObject({ output: '["undefined",null,null,null]', logs: '1\n' });
  });

  it('harms only itself if it changes what Haft uses inside [CODE-3]', async () => {
    const code = `Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true });
      Object.getPrototypeOf(new Set()[Symbol.iterator]()).next = () => ({ done: true });
      Error.prototype.toString = () => 'x'; tools.a(); return 1;`;
    // It waits for itself, until its time is over.
    expect(await attack(code, new FakeBridge(), 700)).toMatchObject({ kind: 'ended' });
    expect(await attack('return [...[1, 2]];')).toMatchObject({ output: '[1,2]' });
  });
});
