export type { Authorization, Authorize, PendingAction, PendingScope } from './authorize.js';
export { expressPending, fastifyPending, honoPending, type FastifyReplyPort, type NodeMessage } from './frameworks.js';
export {
  pendingHandler,
  type PendingHandler,
  type PendingHandlerOptions,
  type PendingSource,
} from './pending-handler.js';
