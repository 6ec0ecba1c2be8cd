/*
 * Passes the tools of a run to the tool runner of Anthropic's SDK.
 */

import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import type { BetaMessageParam, BetaTool } from '@anthropic-ai/sdk/resources/beta';
import { requireKind, type ToolOutcome } from '@haft/core';
import type { Run } from '@haft/runtime';
import { resultOf, withResult } from './anthropic/results.js';
import { runUntilDecision, type AnthropicEnd } from './anthropic/run-until-decision.js';
import { ANTHROPIC } from './shared/check-peer.js';
import { requireRun } from './shared/run-source.js';
import { functionsFor } from './shared/tool-function.js';

export { runUntilDecision, type AnthropicEnd };

/** A tool for `client.beta.messages.toolRunner`. */
export type AnthropicTool = BetaRunnableTool<unknown> & BetaTool;

/**
 * Returns the tools of a run for the tool runner (`@anthropic-ai/sdk` 1). Add other fields of the
 * API yourself, such as `allowed_callers` or `cache_control`: the runner sends each as given.
 *
 * @param run - the run. With `startRun({ target: 'anthropic' })`, strict tools are strict.
 * @throws {HaftError} `HAFT_INVALID_OPTION`, `HAFT_MISSING_PEER`
 * @example
 * const tools = await toAnthropic(run);
 * const message = await client.beta.messages.toolRunner({ model, max_tokens, messages, tools });
 */
export async function toAnthropic<Tools>(run: Run<Tools>): Promise<AnthropicTool[]> {
  requireRun('The argument of toAnthropic()', run);
  const functions = await functionsFor('toAnthropic', run, ANTHROPIC);
  return functions.map(({ name, description, parameters, examples, strict, call }) => ({
    type: 'custom',
    name,
    description,
    input_schema: parameters as BetaTool.InputSchema,
    ...(strict === true && { strict }),
    ...(examples.length > 0 && { input_examples: [...examples] }),
    parse: (input) => input,
    run: async (input, context) => {
      const answer = await call(input, { id: context?.toolUse.id, signal: context?.signal });
      if (answer.isError) throw new ToolError(answer.text);
      return resultOf(answer);
    },
  }));
}

/**
 * Returns the messages with the results of calls that waited.
 *
 * @param messages - the messages of {@link runUntilDecision}
 * @param outcomes - the result of `run.resume`
 */
export function withOutcomes(
  messages: readonly BetaMessageParam[],
  outcomes: readonly ToolOutcome[],
): BetaMessageParam[] {
  requireKind('The first argument of withOutcomes()', messages, 'a list');
  requireKind('The second argument of withOutcomes()', outcomes, 'a list');
  return messages.map((message) => withResult(message, outcomes));
}
