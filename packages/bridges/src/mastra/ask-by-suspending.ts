import { randomUUID } from 'node:crypto';
import type { DeferralRequest, ToolCall } from '@haft/core';
import type { Decision, DeferredHandler, Run, WaitingCall } from '@haft/runtime';
import { canonicalJson, isObject } from '@haft/schema/internal';
import type { ToolExecutionContext } from '@mastra/core/tools';
import { ownRequests } from '../shared/own-requests.js';

/** The additional input of a tool that may suspend in Mastra. */
export type SuspendingContext = ToolExecutionContext<Payload, Payload>;

type Payload = Readonly<Record<string, unknown>>;

/**
 * Asks for a decision by suspending the call, with a request that the host answers by its id. The
 * model cannot answer it. Mastra reads `resumeData` from the arguments before that of the host, but
 * the model never saw the id.
 *
 * @returns a handler with the decision. Undefined if the call waits for nothing, or cannot be
 *   suspended here. Then its outcome is deferred.
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
    Object.fromEntries(
      ownRequests(requests)
        // A preview that changed meanwhile was not shown.
        .filter(({ kind, preview }) => kind === waiting.kind && preview?.hash === waiting.preview?.hash)
        .map(({ id }) => [id, answer]),
    );
}

/**
 * Returns whether the call is the one in the question, and the time for an answer has not passed.
 */
function isSame(asked: unknown, waiting: WaitingCall): asked is DeferralRequest {
  if (!isObject(asked)) return false;
  const { kind, tool, arguments: args, preview, expiresAt } = asked;
  const isAbout =
    kind === waiting.kind &&
    tool === waiting.tool &&
    (isObject(preview) ? preview['hash'] : undefined) === waiting.preview?.hash;
  return (
    isAbout && Date.parse(String(expiresAt)) > Date.now() && canonicalJson(args) === canonicalJson(waiting.arguments)
  );
}

function answerTo({ id }: DeferralRequest, answers: unknown): Decision | boolean | undefined {
  return isAnswers(answers) && Object.hasOwn(answers, id) ? answers[id] : undefined;
}

/** Returns whether a host resumed with decisions by id. The call checks each decision. */
function isAnswers(value: unknown): value is Readonly<Record<string, Decision | boolean>> {
  return isObject(value);
}
