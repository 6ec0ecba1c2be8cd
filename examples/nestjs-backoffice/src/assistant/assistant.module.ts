import { Module } from '@nestjs/common';
import { HaftHttpModule } from '@haft/nestjs';
import { serveMcp } from '@haft/mcp';
import type { PendingRun, Runtime } from 'haft';
import type { AuthenticatedRequest } from '../accounts/authenticated-request.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsService } from './approvals.service.js';
import { chatModel } from './chat-model.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';
import { runFor } from './run-for.js';

/** The tools as JSON, for clients that bring their own model. */
const jsonEndpoint = HaftHttpModule.mount('tools', {
  runOptions: runFor,
  // The ledger keeps the run. The client gets its id.
  onPending: ({ runId }: PendingRun) => runId,
});

/** The tools over MCP. The guards of this application come first, as for every controller. */
const mcpEndpoint = HaftHttpModule.mountHandler('mcp', (runtime: Runtime) =>
  serveMcp(runtime, {
    name: 'backoffice',
    context: ({ incoming }) => runFor(incoming as unknown as AuthenticatedRequest),
    // A manager decides, not who holds the client.
    ask: () => false,
  }),
);

@Module({
  imports: [ConversationsModule, LedgerModule, jsonEndpoint, mcpEndpoint],
  controllers: [ChatController, ApprovalsController],
  providers: [ChatService, ApprovalsService, chatModel],
})
export class AssistantModule {}
