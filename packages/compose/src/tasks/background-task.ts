import type { ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import type { CallState } from '@haft/core/internal';

/** The value of a background call: it was accepted, and its result comes later. */
export interface BackgroundTask {
  /** The key of the call in the ledger. The tools `task_status` and others take it. */
  readonly task: string;
  readonly status: CallState;
}

/** JSON Schema of {@link BackgroundTask}. */
export const TASK_SCHEMA: JsonSchemaObject = {
  type: 'object',
  properties: { task: { type: 'string' }, status: { type: 'string' } },
  required: ['task', 'status'],
  additionalProperties: false,
};

/** Returns whether calls of a tool are answered with a {@link BackgroundTask}. */
export function isTaskDefinition({ result }: ToolDefinition): boolean {
  return result !== undefined && JSON.stringify(result) === TASK_TEXT;
}

const TASK_TEXT = JSON.stringify(TASK_SCHEMA);
