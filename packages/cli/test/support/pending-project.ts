import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { haftInThread, project, run } from './haft.js';

/** A project whose runtime keeps calls in a file, and writes each payment to `payments.txt`. */
const RUNTIME = `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { createRuntime, defineTool, toolset } from 'haft';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { humanToolset } from '@haft/toolsets/human';

const fileOf = (name) => join(import.meta.dirname, name);

const PARAMETERS = {
  type: 'object',
  properties: { cents: { type: 'integer' }, note: { type: 'string' }, token: { type: 'string' } },
  required: ['cents', 'token'],
  additionalProperties: false,
};

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  parameters: PARAMETERS,
  sensitive: ['token'],
  settings: { approvals: [true], effect: {} },
  preview: ({ note }) => ({ text: \`Pays for \${note}.\\nToday.\` }),
  execute: (args, run) => {
    if (run.deps?.database !== 'of the project') throw new Error('The call has other dependencies.');
    if (process.env.DIES) process.exit(9);
    appendFileSync(fileOf('payments.txt'), JSON.stringify({ ...args, by: run.approval?.metadata.decidedBy }) + '\\n');
    return { paid: args.cents };
  },
});

/** Answers when its row has begun, and pays after the answer. */
const payLater = defineTool({
  name: 'pay_later',
  description: 'Pays later.',
  parameters: PARAMETERS,
  settings: { approvals: [true], effect: {}, background: {} },
  execute: async (args) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    appendFileSync(fileOf('payments.txt'), JSON.stringify({ later: args.cents }) + '\\n');
    return { paid: args.cents };
  },
});

/** A notary in another system has the result. */
const seal = defineTool({
  name: 'seal',
  description: 'Seals a deed.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  result: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
  execute: () => ({ number: 0 }),
  settings: { external: true },
});

const ledger = new SqliteCallLedger({ file: fileOf('calls.db') });
export const runtime = createRuntime({ toolsets: [toolset('bank', [pay, payLater, seal]), humanToolset()], durability: { ledger } });
const asked = fileOf('run.json');
export const runOptions = () => ({
  deps: { database: 'of the project' },
  ...(existsSync(asked) && JSON.parse(readFileSync(asked, 'utf8'))),
});
/** In a thread, the next command uses the same runtime. */
export const close = () => (isMainThread ? ledger.close() : undefined);
`;

/** Ends the leases of calls, as time would, and recovers them. */
const RECOVER = `import { DatabaseSync } from 'node:sqlite';
import { close, runtime } from './runtime.js';
const database = new DatabaseSync('calls.db');
database.exec("UPDATE haft_calls SET lease_until = 1 WHERE state = 'running'");
database.close();
await runtime.recover();
close();
`;

/** Creates the project. */
export function pendingProject(): string {
  return project({ 'runtime.js': RUNTIME, 'recover.js': RECOVER }, { runtime: 'runtime.js' });
}

/** Makes a call of `pay` that waits for an approval. */
export function ask(folder: string, runId: string, args: object, userId = 'ann'): void {
  callIn(folder, { id: runId, userId }, 'pay', args);
}

/** Does the same with `pay_later`, which is executed in the background. */
export function askLater(folder: string, runId: string, args: object): void {
  callIn(folder, { id: runId }, 'pay_later', args);
}

/** Makes a call of `seal`, whose result another system has. */
export function askSeal(folder: string, runId: string): void {
  callIn(folder, { id: runId }, 'seal', {});
}

/** Makes a call that asks the user for a colour. */
export function askUser(folder: string, runId: string): void {
  const question = { question: 'Which colour?', options: ['red', 'blue'] };
  callIn(folder, { id: runId }, 'ask_user', question);
}

/** Recovers the calls of processes that died. */
export function recover(folder: string): void {
  const { code, err } = run(folder, ['recover.js']);
  if (code !== 0) throw new Error(err);
}

/** Returns the payments that were made. */
export function payments(folder: string): readonly unknown[] {
  const file = join(folder, 'payments.txt');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

/** Calls a tool in a run with these options. The call then waits. */
function callIn(folder: string, options: object, name: string, args: object): void {
  const file = join(folder, 'run.json');
  writeFileSync(file, JSON.stringify({ userId: 'ann', tenantId: 'acme', ...options }));
  const { err } = haftInThread(folder, ['call', name, JSON.stringify(args)]);
  rmSync(file);
  if (!err.startsWith('outcome: deferred\n')) throw new Error(err);
}
