import { isObject, wellFormedData } from '@haft/schema/internal';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { McpService } from '../mcp-service.js';
import type { TaskRequest, TaskRequests } from './task-requests.js';

/** Adds the requests of the extension to a server. Does nothing for a server without tasks. */
export function serveTasks(service: McpService, server: McpServer): void {
  const { taskRequests } = service;
  if (taskRequests === undefined) return;
  const serve = (
    method: string,
    answer: (request: TaskRequest) => ReturnType<TaskRequests['get' | 'update']>,
  ): void => {
    server.server.setRequestHandler(method, { params: TASK_PARAMS }, ({ taskId }, ctx: ServerContext) =>
      service.guarded(async () => wellFormedData(await answer({ server, ctx, taskId }))),
    );
  };
  serve('tasks/get', (request) => taskRequests.get(request));
  serve('tasks/update', (request) => taskRequests.update(request));
  serve('tasks/cancel', (request) => taskRequests.cancel(request));
}

interface TaskParams {
  readonly taskId: string;
}

/** A Standard Schema of the parameters. The SDK moves `inputResponses` into the context. */
const TASK_PARAMS = {
  '~standard': {
    version: 1 as const,
    vendor: 'haft',
    types: undefined as { readonly input: TaskParams; readonly output: TaskParams } | undefined,
    validate: (params: unknown) => {
      const taskId = isObject(params) ? params['taskId'] : undefined;
      return typeof taskId === 'string' ? { value: { taskId } } : { issues: [{ message: 'taskId is not a text' }] };
    },
  },
};
