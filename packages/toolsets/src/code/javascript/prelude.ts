import { CODE_LIMITS } from '../code-limits.js';

/** The group of the one host function. */
export const HOST_GROUP = 'haft';

const { messageBytes, parallelCalls, requests, resultBytes } = CODE_LIMITS;
/** Characters of printed text that are kept at the beginning, and at the end. */
const KEPT = CODE_LIMITS.logBytes / 2;
/** Characters of printed text that a call brings along, for a program that is ended by force. */
const FRESH = 8_000;
/** Characters of the message of an error. */
const MESSAGE = 8_000;
/** Turns of the job queue without a call after which code that nothing awaits has ended. */
const QUIET_TURNS = 500;

/**
 * The code in front of every program. A suspended program is bound to the names of its host
 * functions, so there is one function for all tools. The code prints nothing itself, ends only
 * after all calls, and hides what can differ when a program is entered again.
 *
 * Nothing here protects the host: a program can call the host function itself.
 */
export const PRELUDE = `'use strict';
const __program = (() => {
  const host = ${HOST_GROUP};
  const { parse, stringify } = JSON;
  const open = new Set();
  const waiting = [];
  let next = 0, active = 0, over = false, first = 0, result;
  let head = '', tail = '', left = 0, fresh = '';

  class ToolError extends Error {
    constructor(message, { tool, status, issues } = {}) {
      super(message);
      this.tool = tool;
      this.status = status;
      this.issues = issues;
    }
  }
  Object.defineProperty(ToolError.prototype, 'name', { value: 'ToolError' });

  const print = (...values) => {
    let text = values.map(shown).join(' ') + '\\n';
    fresh = (fresh + text).slice(-${FRESH});
    const room = ${KEPT} - head.length;
    head += text.slice(0, room);
    tail += text.slice(room);
    if (tail.length > ${2 * KEPT}) cutTail();
  };
  const cutTail = () => {
    const most = Math.max(0, tail.length - ${KEPT});
    left += most;
    tail = tail.slice(most);
  };
  const shown = (value) => {
    try {
      if (typeof value === 'string') return value;
      if (value instanceof Error) return value.name + ': ' + value.message;
      if (typeof value === 'function') return '[Function ' + value.name + ']';
      return (typeof value === 'object' && stringify(value, plain)) || String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  };
  const plain = (key, value) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Map || value instanceof Set ? [...value] : value;
  };
  for (const name of ['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir', 'dirxml', 'table']) console[name] = print;
  for (const name of ['group', 'groupCollapsed', 'groupEnd', 'time', 'timeEnd', 'timeLog', 'timeStamp', 'assert', 'count', 'countReset', 'clear']) console[name] = () => {};

  const placeOf = (stack) => {
    // Each call reads a stack, and matchAll compiles its expression again.
    for (let at = stack.indexOf('run.js:'); at >= 0; at = stack.indexOf('run.js:', at + 1)) {
      const [, line, column] = stack.slice(at, at + 40).split(':', 3).map((part) => parseInt(part, 10));
      if (line > first && column > 0) return { line: line - first, column };
    }
    return { line: 0, column: 0 };
  };
  const call = (name, args) => {
    if (over) return Promise.reject(new Error('The program has ended.'));
    // The program is ended when the host gets the call before this one.
    if (waiting.length > ${requests}) return new Promise(() => {});
    let text;
    try {
      if (typeof name !== 'string') throw new TypeError('The name of the tool is not a string.');
      text = args === undefined ? '{}' : stringify(args);
      if (text === undefined) throw new TypeError('The arguments of ' + name + ' have no JSON form.');
      if (text.length > ${messageBytes}) throw new RangeError('The arguments of ' + name + ' are longer than ${messageBytes} characters.');
    } catch (error) {
      return Promise.reject(error);
    }
    const stack = String(new Error().stack);
    const promise = new Promise((resolve, reject) => {
      waiting.push({ name, text, stack, resolve, reject });
    });
    const settled = promise.then(() => open.delete(settled), () => open.delete(settled));
    open.add(settled);
    send();
    return promise;
  };
  const send = () => {
    while (active < ${parallelCalls} && next < waiting.length) {
      const job = waiting[next];
      waiting[next] = undefined;
      next += 1;
      const { line, column } = placeOf(job.stack);
      const printed = fresh;
      fresh = '';
      active += 1;
      host.call(job.name, job.text, line, column, printed).then(
        (text) => {
          active -= 1;
          answer(job, text);
          send();
        },
        (error) => {
          active -= 1;
          job.reject(error);
          send();
        },
      );
    }
  };
  const answer = (job, text) => {
    const value = parse(text.slice(1));
    if (text[0] === 'v') return job.resolve(value);
    const error = new ToolError(value.message, { tool: job.name, status: value.status, issues: value.issues });
    Object.defineProperty(error, 'stack', { value: job.stack, writable: true, configurable: true });
    job.reject(error);
  };
  const tools = new Proxy(Object.create(null), {
    get: (_, name) => (typeof name !== 'string' || name === 'then' ? undefined : (args) => call(name, args)),
    has: (_, name) => typeof name === 'string',
  });
  const setResult = (value) => {
    const text = stringify(value);
    if (text === undefined && value !== undefined) throw new TypeError('The result has no JSON form.');
    if (text !== undefined && text.length > ${resultBytes}) {
      throw new RangeError('The result has ' + text.length + ' characters of JSON. At most ${resultBytes} are allowed.');
    }
    result = text;
  };

  const globals = Object.create(null);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!/^__run|^(?:${HOST_GROUP}|WeakRef|FinalizationRegistry)$/.test(name)) globals[name] = globalThis[name];
  }
  Object.assign(globals, { tools, callTool: call, setResult, ToolError, globalThis: globals });

  const reasonOf = (error) => {
    try {
      if (!(error instanceof Error)) return { message: ('Uncaught ' + shown(error)).slice(0, ${MESSAGE}), line: 0, column: 0 };
      const text = String(error.message);
      return { message: (error.name + (text && ': ' + text)).slice(0, ${MESSAGE}), ...placeOf(String(error.stack)) };
    } catch {
      return { message: 'Uncaught error', line: 0, column: 0 };
    }
  };
  const run = async (main) => {
    let failure;
    try {
      const value = await main(tools, call, setResult, ToolError, globals);
      if (value !== undefined) setResult(value);
    } catch (error) {
      failure = reasonOf(error);
      over = true;
      for (; next < waiting.length; next++) waiting[next].reject(new Error('The program has ended.'));
    }
    for (let turn = 0; turn < ${QUIET_TURNS}; turn += 1) {
      if (open.size > 0) {
        await Promise.all(open);
        turn = 0;
      }
      await null;
    }
    over = true;
    if (tail.length > ${KEPT}) cutTail();
    return stringify({ result, head, left, tail, failure });
  };
  const begin = (stack) => (first = 1 + +/run\\.js:(\\d+)/.exec(stack)[1]);
  return { run, begin };
})();
return __program.run(function (tools, callTool, setResult, ToolError, globalThis, haft, WeakRef, FinalizationRegistry) {
__program.begin(new Error().stack);
return (async () => {
`;

/** The code behind every program. */
export const POSTLUDE = '\n})();\n});';

/** The lines in front of the program. */
export const PRELUDE_LINES = PRELUDE.split('\n').length - 1;
