import { Module } from '@nestjs/common';
import { HaftPendingModule } from '@haft/durable/nestjs';
import { HAFT_RUNTIME, HaftHttpModule } from '@haft/nestjs';
import { serveMcp } from '@haft/mcp';
import type { PendingRun, Runtime } from 'haft';
import type { AuthenticatedRequest } from '../accounts/authenticated-request.js';
import { UsersService } from '../accounts/users.service.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { authorizeWith } from './authorize.js';
import { chatModel } from './chat-model.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';
import { inspector } from './inspector.js';
import { ManagerGuard } from './manager.guard.js';
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

/** The routes where managers decide about calls that wait: `/admin/pending`. */
const decisions = HaftPendingModule.forRootAsync<AuthenticatedRequest>({
  inject: [HAFT_RUNTIME, UsersService],
  useFactory: (runtime: Runtime, users: UsersService) => ({ runtime, authorize: authorizeWith(users) }),
  guards: [ManagerGuard],
  path: 'admin',
});

@Module({
  imports: [ConversationsModule, LedgerModule, jsonEndpoint, mcpEndpoint, decisions, inspector],
  controllers: [ChatController],
  providers: [ChatService, chatModel],
})
export class AssistantModule {}
