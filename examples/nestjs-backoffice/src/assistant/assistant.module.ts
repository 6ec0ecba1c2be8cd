import { Logger, Module } from '@nestjs/common';
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

const keepsWaitingRuns = { imports: [WaitingModule], inject: [WaitingRunsService] };

/** The tools as JSON, for clients that bring their own model. */
const jsonEndpoint = HaftHttpModule.mount('tools', {
  ...keepsWaitingRuns,
  runOptions: runFor,
  onPending: (pending: PendingRun, _request: object, waiting: WaitingRunsService) => waiting.keep(pending),
});

/** The tools over MCP. The guards of this application come first, as for every controller. */
const mcpEndpoint = HaftHttpModule.mountHandler(
  'mcp',
  (runtime: Runtime, waiting: WaitingRunsService) =>
    serveMcp(runtime, {
      name: 'backoffice',
      context: ({ incoming }) => runFor(incoming as unknown as AuthenticatedRequest),
      // A manager decides, not who holds the client.
      ask: () => false,
      onWaiting: (_request, pending) => {
        waiting.keep(pending).catch((error: unknown) => {
          Logger.error(error);
        });
      },
    }),
  keepsWaitingRuns,
);

@Module({
  imports: [WaitingModule, jsonEndpoint, mcpEndpoint],
  controllers: [ChatController, ApprovalsController],
  providers: [ChatService, ApprovalsService, chatModel],
})
export class AssistantModule {}
