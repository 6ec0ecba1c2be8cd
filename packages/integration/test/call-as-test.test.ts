import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inspect, type Inspector } from '@haft/inspector';

const HERE = join(import.meta.dirname, '..');
const TSC = join(HERE, '../../node_modules/typescript-native/bin/tsc');

/** The module of an application: a runtime whose runs need dependencies, and its presets. */
const APP = `
import { createRuntime, defineTool, toolset, type RunContext, type Runtime } from 'haft';
export interface Deps { readonly name: string }
const made = [
  defineTool({
    name: 'greet',
    description: 'Greets.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        at: { type: 'string', format: 'date-time' },
        pay: {
          anyOf: [
            { type: 'object', properties: { kind: { const: 'card' }, number: { type: 'string' } }, required: ['kind', 'number'] },
            { type: 'object', properties: { kind: { const: 'cash' } }, required: ['kind'] },
          ],
        },
      },
      required: ['name'],
    },
    execute: (args: object, run: RunContext<Deps>) => JSON.stringify(args) + ' from ' + run.deps.name,
  }),
  defineTool({
    name: 'delete_all',
    description: 'Deletes.',
    parameters: { type: 'object', properties: {} },
    settings: { requires: ['admin'] },
    execute: () => 'deleted',
  }),
  defineTool({
    name: 'ticket',
    description: 'Makes a ticket.',
    parameters: { type: 'object', properties: {} },
    execute: () => ({ id: crypto.randomUUID(), at: new Date() }),
  }),
  defineTool({
    name: 'refund',
    description: 'Pays back.',
    parameters: { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] },
    settings: { approvals: [true] },
    execute: ({ cents }: { cents: number }) => 'paid ' + cents,
  }),
];
export const runtime: Promise<Runtime<object, Deps>> = Promise.resolve(
  createRuntime({ toolsets: [toolset('desk', made)] }) as Runtime<object, Deps>,
);
export const runOptions = async (): Promise<{ deps: Deps; permissions: string[] }> => ({ deps: { name: 'Ada' }, permissions: [] });
export const presets = { admin: () => ({ deps: { name: 'Eve' }, permissions: ['admin'] }), 'two words': { deps: { name: 'Bo' }, permissions: [] } };
export const close = async (): Promise<void> => (await runtime).dispose();
`;
const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    types: ['node'],
    lib: ['ES2022'],
  },
  include: ['*.ts'],
};

let folder: string;
let inspector: Inspector | undefined;

/** Compiles the files of the folder. */
function compile(): void {
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
}

async function ask<Body>(path: string, body?: object): Promise<Body> {
  const headers = { authorization: 'Bearer a-token-of-20-characters', host: 'localhost', origin: 'http://localhost' };
  const more = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const request = new Request(`http://localhost/haft-api/${path}`, {
    headers: { ...headers, 'content-type': 'application/json' },
    ...more,
  });
  return (await (await inspector!.fetch(request)).json()) as Body;
}

interface Answer {
  readonly number: number;
  readonly outcome: { readonly status: string; readonly request?: { readonly id: string } };
}
const call = (tool: string, args: unknown, preset = 'default', keepRun = false): Promise<Answer> =>
  ask<Answer>('calls', { tool, arguments: args, preset, keepRun });

beforeAll(async () => {
  mkdirSync(join(HERE, 'node_modules'), { recursive: true });
  folder = mkdtempSync(join(HERE, 'node_modules/call-as-test-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(folder, 'app.ts'), APP);
  compile();
  const app = (await import(pathToFileURL(join(folder, 'app.js')).href)) as {
    readonly runtime: Promise<object>;
    readonly runOptions: () => object;
    readonly presets: Readonly<Record<string, object>>;
  };
  inspector = inspect(await app.runtime, {
    hosts: ['localhost'],
    token: 'a-token-of-20-characters',
    presets: { default: app.runOptions, ...app.presets },
  });
  const facts = {
    path: './app.js',
    runOptions: 'function',
    isPromise: true,
    closes: true,
    tests: 'node:test',
  } as const;
  inspector.setBuild({ module: facts });
});
afterAll(async () => {
  await inspector?.close();
  rmSync(folder, { recursive: true });
});

test('a call as a test compiles and passes, for calls of all kinds [TSP-24]', async () => {
  const special = { name: '\u2028 "quoted" \\ `${x}` */ \n\t\ud83d\ude00 </script>', ['__proto__']: 1 };
  const hostile: unknown = JSON.parse('{"name":"a","__proto__":{"b":1},"constructor":[],"a b":null}');
  const calls = [
    await call('greet', special),
    await call('greet', hostile),
    await call('greet', '{"name": "Zoe"'),
    await call('greet', { name: 'Zoe', at: '2026-03-01T09:30:00Z', pay: { kind: 'card', number: '7' } }),
    await call('greet', { name: 'Zoe', pay: { kind: 'cheque' } }),
    await call('greet', { name: 'Zoe' }, 'two words'),
    await call('delete_all', {}),
    await call('delete_all', {}, 'admin'),
    await call('gret', {}),
    await call('ticket', {}),
  ];
  for (let count = 0; count < 4; count++) calls.push(await call('greet', {}, 'default', true));
  calls.push(await call('refund', { cents: 7 }));
  for (const decision of [{ kind: 'approve', arguments: { cents: 5 } }, true, false]) {
    const asked = await call('refund', { cents: 7 });
    await ask(`calls/${asked.number}/decision`, { decisions: { [asked.outcome.request?.id ?? '']: decision } });
    calls.push(asked);
  }
  // One process runs them all.
  writeFileSync(join(folder, 'all.js'), calls.map(({ number }) => `import './call-${number}.test.js';\n`).join(''));
  for (const { number } of calls) {
    const { text } = await ask<{ text: string }>(`calls/${number}/test`);
    writeFileSync(join(folder, `call-${number}.test.ts`), text);
  }
  compile();
  const { stdout, status } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', 'all.js'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(status === 0 ? '' : stdout).toBe('');
  expect(stdout).toContain(`# pass ${calls.length}\n`);
  expect(new Set(calls.map(({ outcome }) => outcome.status))).toEqual(
    new Set(['success', 'retry', 'failed', 'deferred']),
  );
}, 60_000);
