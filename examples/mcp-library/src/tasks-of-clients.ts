import type { Client } from '@modelcontextprotocol/client';
import { TASK, type Revision } from './visitor.js';

/** A task as a client sees it. */
export interface TaskState {
  readonly task: string;
  readonly status: 'working' | 'completed';
  readonly message?: string;
  /** The value of the tool, once it has ended. */
  readonly value?: unknown;
}

/** How a client starts a task, and asks for it. */
export interface TasksOfClient {
  start(client: Client, tool: string, args: Record<string, unknown>): Promise<string>;
  stateOf(client: Client, task: string): Promise<TaskState>;
}

/** Revision 2026-07-28 has an extension for tasks. With 2025-11-25, a model asks with tools. */
export function tasksOf(revision: Revision): TasksOfClient {
  return revision === '2025-11-25' ? byTools : byExtension;
}

const byTools: TasksOfClient = {
  async start(client, name, args) {
    const { structuredContent } = await client.callTool({ name, arguments: args });
    return (structuredContent as { readonly task: string }).task;
  },
  async stateOf(client, task) {
    const { status, progress } = (await ask(client, 'task_status', task)) as {
      readonly status: string;
      readonly progress?: { readonly message: string };
    };
    if (status === 'done') return { task, status: 'completed', value: await ask(client, 'task_result', task) };
    if (status !== 'running' && status !== 'queued') throw new Error(`The task is ${status}.`);
    return { task, status: 'working', ...(progress === undefined ? {} : { message: progress.message }) };
  },
};

async function ask(client: Client, name: string, task: string): Promise<unknown> {
  const { content } = await client.callTool({ name, arguments: { task } });
  const [part] = content;
  if (part?.type !== 'text') throw new Error(`${name} answered without a text.`);
  return JSON.parse(part.text);
}

const byExtension: TasksOfClient = {
  async start(client, name, args) {
    const { _meta: meta } = await client.callTool({ name, arguments: args });
    return (meta?.[TASK] as { readonly taskId: string }).taskId;
  },
  async stateOf(client, taskId) {
    const answer = await client.request({ method: 'tasks/get', params: { taskId } }, ANY);
    const { taskId: task, status, statusMessage, result } = answer as ProtocolTask;
    return {
      task,
      status,
      ...(statusMessage === undefined ? {} : { message: statusMessage }),
      ...(result === undefined ? {} : { value: result.structuredContent }),
    };
  },
};

interface ProtocolTask {
  readonly taskId: string;
  readonly status: TaskState['status'];
  readonly statusMessage?: string;
  readonly result?: { readonly structuredContent: unknown };
}

/** A Standard Schema that accepts every answer. */
const ANY = {
  '~standard': {
    version: 1 as const,
    vendor: 'example',
    validate: (value: unknown) => ({ value: value as Readonly<Record<string, unknown>> }),
  },
};
