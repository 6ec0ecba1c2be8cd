import { Module } from '@nestjs/common';
import { HaftHttpModule } from '@haft/nestjs';
import { serveMcp } from '@haft/mcp';
import type { PendingRun, Runtime } from 'haft';
import type { AuthenticatedRequest } from '../accounts/authenticated-request.js';
import { WaitingModule } from '../waiting/waiting.module.js';
import { WaitingRunsService } from '../waiting/waiting-runs.service.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsService } from './approvals.service.js';
import { chatModel } from './chat-model.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';
import { runFor } from './run-for.js';

/** The tools as JSON, for clients that bring their own model. */
const jsonEndpoint = HaftHttpModule.mount('tools', {
  runOptions: runFor,
  imports: [WaitingModule],
  inject: [WaitingRunsService],
  onPending: async (pending: PendingRun, request: AuthenticatedRequest, waiting: WaitingRunsService) => {
    await waiting.keep(pending, runFor(request).deps.user);
    return pending.runId;
  },
});

/** The tools over MCP. The guards of this application come first, as for every controller. */
const mcpEndpoint = HaftHttpModule.mountHandler('mcp', (runtime: Runtime) =>
  serveMcp(runtime, {
    name: 'backoffice',
    context: ({ incoming }) => runFor(incoming as unknown as AuthenticatedRequest),
  }),
);

@Module({
  imports: [WaitingModule, jsonEndpoint, mcpEndpoint],
  controllers: [ChatController, ApprovalsController],
  providers: [ChatService, ApprovalsService, chatModel],
})
export class AssistantModule {}
