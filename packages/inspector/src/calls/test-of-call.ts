import type { CallDetail } from '../history/call-record.js';

/** Returns a test that repeats a call and expects its outcome, for Jest, Vitest and node:test. */
export function testOfCall({ tool, sent, outcome, status }: CallDetail): string {
  const text = outcome?.['text'];
  const lines = [
    "import { runtime } from '../src/runtime.js';",
    '',
    `test(${literal(`${tool} answers ${status}`)}, async () => {`,
    '  const run = runtime.startRun();',
    `  const outcome = await run.call({ name: ${literal(tool)}, arguments: ${indented(sent ?? {})} });`,
    `  expect(outcome.status).toBe(${literal(status)});`,
    ...(typeof text === 'string' ? [`  expect(outcome.text).toBe(${literal(text)});`] : []),
    '  await run.end();',
    '});',
    '',
  ];
  return lines.join('\n');
}

function literal(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}
