import { randomUUID } from 'node:crypto';
import type { DeferralRequest, ToolCall } from '@haft/core';
import type { Decision, DeferredHandler, Run, WaitingCall } from '@haft/runtime';
import { canonicalJson } from '@haft/schema';
import type { ToolExecutionContext } from '@mastra/core/tools';

/** What Mastra hands to a tool that may suspend. */
export type SuspendingContext = ToolExecutionContext<Payload, Payload>;

type Payload = Readonly<Record<string, unknown>>;

/**
 * Asks what a call waits for by suspending it, with a request that the host answers by its id. The model cannot answer it: Mastra takes
 * `resumeData` from the arguments as well, before that of the host, but the model never saw the id.
 *
 * @returns what decides about the call; undefined when it waits for nothing, or when it cannot be suspended here, so that it is answered
 *   as waiting
 */
export async function askBySuspending(
  run: Run,
  call: ToolCall,
  context: SuspendingContext,
): Promise<DeferredHandler | 'suspended' | undefined> {
  const { suspend, suspendPayload, resumeData } = context.agent ?? context.workflow ?? context;
  const waiting = suspend === undefined ? undefined : await run.waitsFor(call);
  if (suspend === undefined || waiting === undefined) return undefined;
  const answer = isSame(suspendPayload, waiting) ? answerTo(suspendPayload, resumeData) : undefined;
  if (answer === undefined) {
    await suspend({ ...waiting, id: randomUUID() });
    return 'suspended';
  }
  return (requests) =>
    Object.fromEntries(requests.filter(({ kind }) => kind === waiting.kind).map(({ id }) => [id, answer]));
}

/** Whether the call is the one that was asked about, and the time for an answer is not over. */
function isSame(asked: unknown, waiting: WaitingCall): asked is DeferralRequest {
  if (typeof asked !== 'object' || asked === null) return false;
  const { kind, tool, arguments: args, expiresAt } = asked as DeferralRequest;
  const isAbout = kind === waiting.kind && tool === waiting.tool;
  return isAbout && Date.parse(expiresAt) > Date.now() && canonicalJson(args) === canonicalJson(waiting.arguments);
}

function answerTo({ id }: DeferralRequest, answers: unknown): Decision | boolean | undefined {
  if (typeof answers !== 'object' || answers === null || !Object.hasOwn(answers, id)) return undefined;
  return (answers as Readonly<Record<string, Decision | boolean>>)[id];
}
