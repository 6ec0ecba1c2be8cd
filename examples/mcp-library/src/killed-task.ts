import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import type { Visitor } from './visitor.js';

interface Status {
  readonly task: string;
  readonly status: string;
  readonly attempts: number;
  readonly progress?: unknown;
}

/** Starts a task, kills its server in the middle, and reads its end from the next process. */
export async function surviveCrash(first: Visitor, visit: () => Promise<Visitor>): Promise<void> {
  const started = await first.client.callTool({ name: 'library_count', arguments: { shelf: 'sea' } });
  const { task } = started.structuredContent as { readonly task: string };
  const before = await statusWhen(first.client, task, ({ progress }) => progress !== undefined);
  strictEqual(before.status, 'running');
  await first.kill();

  const second = await visit();
  // The lease of the dead process is still valid, or the second process has begun.
  const { status } = await statusOf(second.client, task);
  strictEqual(status, 'running');
  const { attempts } = await statusWhen(second.client, task, (one) => one.status === 'done');
  strictEqual(attempts, 2);
  deepStrictEqual(await ask(second.client, 'task_result', task), { books: 2, pages: 1118 });
  await second.leave();
}

async function statusWhen(client: Client, task: string, isReached: (status: Status) => boolean): Promise<Status> {
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const status = await statusOf(client, task);
    if (isReached(status)) return status;
    await delay(100);
  }
  throw new Error(`The task ${task} does not continue.`);
}

const MOST_ASKED = 300;

async function statusOf(client: Client, task: string): Promise<Status> {
  return (await ask(client, 'task_status', task)) as Status;
}

async function ask(client: Client, name: string, task: string): Promise<unknown> {
  const { content } = await client.callTool({ name, arguments: { task } });
  const [part] = content;
  if (part?.type !== 'text') throw new Error(`${name} answered without a text.`);
  return JSON.parse(part.text);
}
