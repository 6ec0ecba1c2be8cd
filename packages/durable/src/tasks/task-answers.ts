import type { RunContext, ToolResult } from '@haft/core';

/** The names of the tools that ask about background calls. */
export type TaskToolName = 'task_status' | 'task_result' | 'task_cancel';

/** The arguments of these tools. */
export interface TaskArguments {
  readonly task: string;
  readonly waitSeconds?: number;
}

/** Answers the tools that ask about background calls. */
export interface TaskAnswers {
  /** @throws {ModelRetry} if the user has no such task */
  answer(tool: TaskToolName, args: TaskArguments, run: RunContext): Promise<ToolResult>;
}
