import { fingerprintOf, ModelRetry, ToolResult, type RunContext, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import type { AnyTool } from '../port/any-tool.js';
import { entryOf, type ToolEntry } from '../port/tool-entry.js';
import type { BackgroundTasks, TaskOwner } from './background-tasks.js';

/** The name of the tool that tells how far a background call is. */
export const TASK_STATUS = 'task_status';
/** The name of the tool that returns the result of a background call. */
const TASK_RESULT = 'task_result';
/** The name of the tool that cancels a background call. */
const TASK_CANCEL = 'task_cancel';

/** Adds the tools for tasks if a tool of the step is executed in the background. */
export function withTaskTools(entries: readonly ToolEntry[], tasks: BackgroundTasks | undefined): readonly ToolEntry[] {
  if (tasks === undefined || !entries.some(isInBackground)) return entries;
  const { status, result, cancel } = madeOnce(tasks);
  return [...entries, entryOf(status), entryOf(result), entryOf(cancel)];
}

/** The same tools in every step, so that the runtime prepares them once. */
const made = new WeakMap<BackgroundTasks, TaskTools>();

function madeOnce(tasks: BackgroundTasks): TaskTools {
  const tools = made.get(tasks) ?? taskTools(tasks);
  made.set(tasks, tools);
  return tools;
}

function isInBackground(entry: ToolEntry): boolean {
  return !entry.isPlain && entry.tool().settings.background !== undefined;
}

/** The longest time that one `task_result` waits, in seconds. */
const MOST_SECONDS = 20;

const TASK = { type: 'string', description: 'The id of the task, as the call that started it returned it.' } as const;

const ONLY_TASK: JsonSchemaObject = {
  type: 'object',
  properties: { task: TASK },
  required: ['task'],
  additionalProperties: false,
};

const TASK_AND_WAIT: JsonSchemaObject = {
  type: 'object',
  properties: {
    task: TASK,
    waitSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: MOST_SECONDS,
      default: 0,
      description: 'How long to wait for the end of the task.',
    },
  },
  required: ['task'],
  additionalProperties: false,
};

interface TaskArguments {
  readonly task: string;
  readonly waitSeconds?: number;
}

type Invoke = (args: TaskArguments, run: RunContext) => Promise<ToolResult>;

interface TaskTools {
  readonly status: AnyTool;
  readonly result: AnyTool;
  readonly cancel: AnyTool;
}

function taskTools(tasks: BackgroundTasks): TaskTools {
  return {
    status: taskTool(STATUS, async ({ task }, run) => {
      const found = (await tasks.statusOf(task, ownerOf(run))) ?? refuseUnknown(task);
      return new ToolResult({ value: found });
    }),
    result: taskTool(RESULT, async ({ task, waitSeconds = 0 }, run) => {
      const wait = { ms: waitSeconds * 1000, signal: run.signal };
      const found = (await tasks.resultOf(task, ownerOf(run), wait)) ?? refuseUnknown(task);
      const { status, outcome } = found;
      if (outcome === undefined) {
        return new ToolResult({ value: { task, status }, content: `The task is ${status}. Ask again later.` });
      }
      const value = outcome.status === 'success' ? { result: outcome.value ?? null } : {};
      const content = outcome.status === 'success' ? (outcome.parts ?? outcome.text) : `${status}: ${outcome.text}`;
      return new ToolResult({ value: { task, status, ...value }, content });
    }),
    cancel: taskTool(CANCEL, async ({ task }, run) => {
      const found = (await tasks.cancel(task, ownerOf(run))) ?? refuseUnknown(task);
      return new ToolResult({ value: found, content: cancelText(found.status) });
    }),
  };
}

/** Returns the owner whose tasks a run may see. */
function ownerOf({ tenantId = '', userId = '', runId }: RunContext): TaskOwner {
  return { tenantId, userId, runId };
}

function cancelText(status: string): string {
  if (status === 'cancelled') return 'The task is cancelled.';
  if (status === 'running') return 'The task was told to stop. Ask task_status whether it has.';
  return `The task had ended before: ${status}.`;
}

/** @throws {ModelRetry} always */
function refuseUnknown(task: string): never {
  throw new ModelRetry(`There is no task ${JSON.stringify(task)}. Use the id that the call of the tool returned.`);
}

interface TaskToolFacts {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchemaObject;
  readonly hints: NonNullable<ToolDefinition['hints']>;
}

const STATUS: TaskToolFacts = {
  name: TASK_STATUS,
  description: 'Tells how far a task is that a tool started in the background.',
  parameters: ONLY_TASK,
  hints: { readOnly: true, idempotent: true },
};

const RESULT: TaskToolFacts = {
  name: TASK_RESULT,
  description: 'Returns the result of a task that a tool started in the background, if the task has ended.',
  parameters: TASK_AND_WAIT,
  hints: { readOnly: true, idempotent: true },
};

const CANCEL: TaskToolFacts = {
  name: TASK_CANCEL,
  description: 'Cancels a task that a tool started in the background. Does nothing if the task has ended.',
  parameters: ONLY_TASK,
  hints: { destructive: true, idempotent: true },
};

function taskTool({ name, description, parameters, hints }: TaskToolFacts, invoke: Invoke): AnyTool {
  const fingerprint = fingerprintOf(name, '0', parameters);
  return {
    definition: { name, description, parameters, hints, toolset: 'tasks', version: '0', fingerprint },
    aliases: [],
    ownName: name,
    check: {
      read: (args) => (isTaskArguments(args, parameters) ? args : undefined),
      schema: () => parameters,
      example: () => ({ task: 'run/call' }),
      open: false,
      sensitive: [],
    },
    settings: {},
    body: {
      isOfRuntime: true,
      usesRun: true,
      host: [],
      invoke: (_instance, args, run) => invoke(args, run),
    },
  };
}

/** Returns whether arguments are valid for one of the two schemas. */
function isTaskArguments(args: unknown, parameters: JsonSchemaObject): args is TaskArguments {
  if (!isObject(args) || typeof args['task'] !== 'string') return false;
  const { waitSeconds } = args;
  const keys = Object.keys(args).length;
  if (parameters === ONLY_TASK || waitSeconds === undefined) return keys === 1;
  return keys === 2 && isWaitTime(waitSeconds);
}

function isWaitTime(seconds: unknown): boolean {
  return typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 && seconds <= MOST_SECONDS;
}
