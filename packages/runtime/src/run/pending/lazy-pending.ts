import type { ToolOutcome } from '@haft/core';
import type { Decision } from '../../call/deferral/decision.js';
import type {
  DecideOptions,
  PendingCall,
  PendingCalls,
  PendingFilter,
  PendingOwner,
  PendingPage,
  RetiredCalls,
} from './pending-calls.js';

/** The calls that wait in a ledger. Loads their code when it is needed. */
export class LazyPending implements PendingCalls {
  constructor(private readonly load: () => Promise<PendingCalls>) {}

  async list(filter?: PendingFilter): Promise<PendingPage> {
    return (await this.load()).list(filter);
  }

  async get(key: string, owner?: PendingOwner): Promise<PendingCall | undefined> {
    return (await this.load()).get(key, owner);
  }

  async decide(key: string, decision: Decision, options?: DecideOptions): Promise<ToolOutcome> {
    return (await this.load()).decide(key, decision, options);
  }

  async retire(tool: string): Promise<RetiredCalls> {
    return (await this.load()).retire(tool);
  }
}
