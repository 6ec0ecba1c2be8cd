import { fingerprintOf, type ToolDefinition } from '@haft/core';
import type { AnyTool } from '@haft/runtime';
import { entryOf, type ToolEntry } from '@haft/runtime/internal';
import type { JsonSchemaObject } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { answerTask, type TaskArguments, type TaskToolName } from './answer-task.js';

/** The name of the tool that tells how far a background call is. */
export const TASK_STATUS = 'task_status';

/**
 * Adds the tools for tasks if a tool of the step is executed in the background.
 *
 * @param hasTask - whether the run has a task, whose tool may be absent in this step
 */
export function withTaskTools(
  keeper: LedgerKeeper,
  entries: readonly ToolEntry[],
  hasTask: boolean,
): readonly ToolEntry[] {
  if (!(hasTask || entries.some(isInBackground))) return entries;
  return [...entries, ...madeOnce(keeper).map(entryOf)];
}

/** The same tools in every step, so that the runtime prepares them once. */
const made = new WeakMap<LedgerKeeper, readonly AnyTool[]>();

function madeOnce(keeper: LedgerKeeper): readonly AnyTool[] {
  const tools = made.get(keeper) ?? TASK_TOOLS.map((facts) => taskTool(facts, keeper));
  made.set(keeper, tools);
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

const WAIT_SECONDS = {
  type: 'integer',
  minimum: 0,
  maximum: MOST_SECONDS,
  default: 0,
  description: 'How long to wait for the end of the task.',
} as const;

interface TaskToolFacts extends Pick<ToolDefinition, 'description' | 'hints'> {
  readonly name: TaskToolName;
  readonly parameters: JsonSchemaObject;
}

const TASK_TOOLS: readonly TaskToolFacts[] = [
  {
    name: TASK_STATUS,
    description: 'Tells how far a task is that a tool started in the background.',
    parameters: ONLY_TASK,
    hints: { readOnly: true, idempotent: true },
  },
  {
    name: 'task_result',
    description: 'Returns the result of a task that a tool started in the background, if the task has ended.',
    parameters: { ...ONLY_TASK, properties: { task: TASK, waitSeconds: WAIT_SECONDS } },
    hints: { readOnly: true, idempotent: true },
  },
  {
    name: 'task_cancel',
    description: 'Cancels a task that a tool started in the background. Does nothing if the task has ended.',
    parameters: ONLY_TASK,
    hints: { destructive: true, idempotent: true },
  },
];

function taskTool({ name, description, parameters, hints = {} }: TaskToolFacts, keeper: LedgerKeeper): AnyTool {
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
      invoke: (_instance, args, run) => answerTask(keeper, name, args, run),
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
