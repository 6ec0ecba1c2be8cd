import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project, run } from './haft.js';

/** A project whose runtime keeps calls in a file, and writes each payment to `payments.txt`. */
const RUNTIME = `import { appendFileSync } from 'node:fs';
import { createRuntime, defineTool, toolset } from 'haft';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { humanToolset } from '@haft/toolsets/human';

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
    appendFileSync('payments.txt', JSON.stringify({ ...args, by: run.approval?.metadata.decidedBy }) + '\\n');
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
    appendFileSync('payments.txt', JSON.stringify({ later: args.cents }) + '\\n');
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

const ledger = new SqliteCallLedger({ file: 'calls.db' });
export const runtime = createRuntime({ toolsets: [toolset('bank', [pay, payLater, seal]), humanToolset()], durability: { ledger } });
export const runOptions = () => ({ deps: { database: 'of the project' } });
export const close = () => ledger.close();
`;

/** Calls `pay`, as the application would: `node ask.js <run> <user> <arguments> <tool>`. */
const ASK = `import { close, runtime } from './runtime.js';
const [, , runId, userId, args, name] = process.argv;
const run = runtime.startRun({ id: runId, userId, tenantId: 'acme' });
const outcome = await run.call({ id: 'c1', name, arguments: JSON.parse(args) });
await run.end();
close();
if (outcome.status !== 'deferred') throw new Error(outcome.text);
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
  return project({ 'runtime.js': RUNTIME, 'ask.js': ASK, 'recover.js': RECOVER }, { runtime: 'runtime.js' });
}

/** Makes a call of `pay` that waits for an approval. Its key is `<runId>/c1`. */
export function ask(folder: string, runId: string, args: object, userId = 'ann'): void {
  expectSuccess(folder, ['ask.js', runId, userId, JSON.stringify(args), 'pay']);
}

/** Does the same with `pay_later`, which is executed in the background. */
export function askLater(folder: string, runId: string, args: object): void {
  expectSuccess(folder, ['ask.js', runId, 'ann', JSON.stringify(args), 'pay_later']);
}

/** Makes a call of `seal`, whose result another system has. */
export function askSeal(folder: string, runId: string): void {
  expectSuccess(folder, ['ask.js', runId, 'ann', '{}', 'seal']);
}

/** Makes a call that asks the user for a colour. */
export function askUser(folder: string, runId: string): void {
  const question = { question: 'Which colour?', options: ['red', 'blue'] };
  expectSuccess(folder, ['ask.js', runId, 'ann', JSON.stringify(question), 'ask_user']);
}

/** Recovers the calls of processes that died. */
export function recover(folder: string): void {
  expectSuccess(folder, ['recover.js']);
}

/** Returns the payments that were made. */
export function payments(folder: string): readonly unknown[] {
  const file = join(folder, 'payments.txt');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

function expectSuccess(folder: string, args: readonly string[]): void {
  const { code, err } = run(folder, args);
  if (code !== 0) throw new Error(err);
}
