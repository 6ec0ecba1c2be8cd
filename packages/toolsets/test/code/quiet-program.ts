import { JavaScriptBackend } from '../../src/code/javascript/javascript-backend.js';

/* Runs a first program, and prints its result and the warnings of the process. */

const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

const backend = new JavaScriptBackend();
const bridge = { call: () => Promise.reject(new Error('No calls.')), decided: new Set<number>() };
const { signal } = new AbortController();
const program = {
  code: 'const x: number = 1; return x + 2;',
  seconds: 10,
  leftMs: 10_000,
  signal,
  tools: [],
  scope: {},
};
const end = await backend.execute(program, bridge);
process.emitWarning('mine');
await new Promise((resolve) => setImmediate(resolve));
console.log(JSON.stringify({ end, warnings }));
