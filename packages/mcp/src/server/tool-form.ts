import { TOOL_NAME, type ToolOutcome } from '@haft/core';
import type { CallOptions, Run } from '@haft/runtime';
import { isTaskDefinition } from '@haft/runtime/internal';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import type { ErrorStatus } from '../outcome-status.js';
import type { CallForm, EndedOutcome } from './call-form.js';
import type { ClientRequest } from './call-turn.js';
import { definitionIndex } from './definition-index.js';
import type { McpService } from './mcp-service.js';
import { errorResult, resultOfOutcome } from './result-of-outcome.js';
import { createdTask } from './tasks/created-task.js';
import { hasTasksExtension, needsTasksExtension } from './tasks/tasks-extension.js';
import { outputSchemaOf } from './tool-of-definition.js';
import { nameOfWire } from './wire-name.js';

/** The form of `tools/call`. Errors are results, so that the model reads them. */
export class ToolForm implements CallForm<CallToolResult> {
  readonly again = 'Call the tool again.';

  constructor(
    private readonly service: McpService,
    private readonly request: ClientRequest,
    readonly subject: CallToolRequest['params'],
  ) {}

  async make(run: Run, options: CallOptions | undefined): Promise<ToolOutcome> {
    const { name, arguments: args } = this.subject;
    // Names of our own tools are the same on both sides.
    const known = TOOL_NAME.test(name) ? name : nameOfWire(name, await run.definitions());
    await this.refuseWithoutTasks(run, known);
    const call = { ...this.identity(), name: known, arguments: args };
    if (options === undefined) return run.call(call);
    const before = await run.definitions();
    const outcome = await run.call(call, options);
    // The call may have found hidden tools.
    if ((await run.definitions()).length !== before.length) this.service.toolsChanged();
    return outcome;
  }

  async conclude(run: Run, outcome: EndedOutcome): Promise<CallToolResult> {
    if ('unknownTool' in outcome && outcome.unknownTool === true) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, outcome.text);
    }
    const { tasks } = this.service;
    const task = tasks && hasTasksExtension(this.request.ctx) ? await createdTask(outcome, run, tasks) : undefined;
    if (task !== undefined) return task;
    const definition = definitionIndex(await run.definitions()).get(outcome.tool);
    const schema = definition === undefined ? undefined : outputSchemaOf(definition);
    const result = resultOfOutcome(outcome, definition, (problem) => {
      this.service.report(problem);
    });
    return this.request.server.server.projectCallToolResult(result, schema && { ...schema });
  }

  refuse(status: ErrorStatus, text: string): CallToolResult {
    return errorResult(status, text);
  }

  /** @throws {ProtocolError} -32021 if the server requires the extension for tasks */
  private async refuseWithoutTasks(run: Run, name: string): Promise<void> {
    if (this.service.tasks?.mode !== 'require' || hasTasksExtension(this.request.ctx)) return;
    const definition = definitionIndex(await run.definitions()).get(name);
    if (definition !== undefined && isTaskDefinition(definition)) throw needsTasksExtension();
  }

  /**
   * Returns the turn and the id of the call. A client that sends a request again in its session
   * sends the same id. Without a session, clients that number their requests share the numbers.
   */
  private identity(): { readonly id?: string; readonly turn?: string } {
    const { sessionId, mcpReq } = this.request.ctx;
    return sessionId === undefined ? {} : { id: `request_${mcpReq.id}`, turn: `${sessionId}/${mcpReq.id}` };
  }
}
