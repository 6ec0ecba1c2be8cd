import type { BetaToolRunner } from '@anthropic-ai/sdk/lib/tools/BetaToolRunner';
import type { BetaMessage, BetaMessageParam } from '@anthropic-ai/sdk/resources/beta';
import { requireKind } from '@haft/core';
import type { Run } from '@haft/runtime';
import { requireRun } from '../shared/run-source.js';

/** The end of a loop, or the place where it stopped. */
export interface AnthropicEnd {
  /** The last answer of the model. */
  readonly message: BetaMessage;
  /** All messages. If calls wait, the last one has their results. Plain JSON. */
  readonly messages: readonly BetaMessageParam[];
  /** Whether the loop stopped because calls wait for decisions. See `run.pending()`. */
  readonly waits: boolean;
}

/**
 * Runs the loop of a tool runner until the model is done or a call waits for a decision. Otherwise
 * the runner continues the loop, and the model reads that the call waits.
 *
 * @throws {AnthropicError} if the runner had no answer of the model
 * @example
 * const { messages, waits } = await runUntilDecision(runner, run);
 * if (waits) {
 *   const outcomes = await run.resume({ [request.id]: decision.approve() });
 *   const answered = withOutcomes(messages, outcomes);
 *   const next = client.beta.messages.toolRunner({ ...params, messages: answered });
 * }
 */
export async function runUntilDecision(runner: BetaToolRunner<boolean>, run: Run): Promise<AnthropicEnd> {
  requireKind('The first argument of runUntilDecision()', runner, RUNNER);
  requireRun('The second argument of runUntilDecision()', run);
  for await (const reply of runner) {
    const message = 'finalMessage' in reply ? await reply.finalMessage() : reply;
    const results = message.stop_reason === 'tool_use' ? await runner.generateToolResponse() : null;
    if (results === null || run.pending().requests.length === 0) continue;
    const answered: BetaMessageParam[] = [{ role: 'assistant', content: message.content }, results];
    return { message, messages: [...runner.params.messages, ...answered], waits: true };
  }
  return { message: await runner.done(), messages: runner.params.messages, waits: false };
}

const RUNNER = { methods: ['generateToolResponse'], name: 'a tool runner of client.beta.messages.toolRunner()' };
