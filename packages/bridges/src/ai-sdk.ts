/*
 * Passes the tools of a run to the AI SDK, and turns tools of the AI SDK into a toolset.
 */

import { refuseUnknownOptions, requireKinds, type OptionNames } from '@haft/core';
import type { Run, ToolArguments, ToolName } from '@haft/runtime';
import type { JsonValue } from '@haft/schema';
import {
  InvalidToolInputError,
  type Instructions,
  jsonSchema,
  type JSONSchema7,
  type ModelMessage,
  type Tool,
  type ToolCallRepairFunction,
  type ToolSet,
} from 'ai';
import { approvedByUser, isAnswered } from './ai-sdk/approved-by-user.js';
import { withInstructions } from './ai-sdk/with-instructions.js';
import { modelOutputOf } from './ai-sdk/model-output-of.js';
import { plainOutcome, type PlainOutcome } from './shared/plain-outcome.js';
import { AI_SDK } from './shared/check-peer.js';
import { requireRun } from './shared/run-source.js';
import { functionsFor, type ToolFunction } from './shared/tool-function.js';
import { withProgress } from './shared/with-progress.js';

export { fromAiSdk, type FromAiSdkOptions, type FromAiSdkTools } from './ai-sdk/from-ai-sdk.js';
export type { PlainOutcome };

/**
 * The options of a run for `generateText`, `streamText` and `ToolLoopAgent`. Spread it into their
 * options.
 *
 * @typeParam Tools - the tools by name
 */
export interface AiSdkBridge<Tools = object> {
  /**
   * The tools by name. They validate nothing, because `run.call` does. So the model reads Haft's
   * texts.
   */
  readonly tools: { readonly [Name in ToolName<Tools>]: AiSdkTool<ToolArguments<Tools, Name>> };
  /**
   * Asks the user if a tool requires approval. Without it, the outcome of such a call is deferred,
   * and the call is never executed.
   */
  readonly toolApproval: Readonly<Record<ToolName<Tools>, AskForApproval>>;
  /**
   * Passes broken JSON to Haft, which repairs it or explains it to the model. Without it, the model
   * reads the SDK's text.
   */
  readonly repairToolCall: ToolCallRepairFunction<ToolSet>;
  /**
   * Adds `run.instructions()` to your instructions in each step. Without it, the model does not
   * read which texts of tools are data that strangers wrote. If you have a `prepareStep` of your
   * own, call it there.
   */
  readonly prepareStep: AddInstructions;
}

/** Returns the instructions of a step. */
export type AddInstructions = (step: {
  readonly instructions: Instructions | undefined;
}) => Promise<{ instructions?: Instructions }>;

/** A tool of the AI SDK. */
export type AiSdkTool<Args = object> = Tool<Args, AiSdkOutput>;

/** The output of a tool for the AI SDK. Plain JSON, so that it survives UI messages. */
export type AiSdkOutput = PlainOutcome | AiSdkProgress;

/** A preliminary result: a report of the tool, or a value of its generator. */
export interface AiSdkProgress {
  /** Always `running`. An outcome follows. */
  readonly status: 'running';
  /** The value that the tool passed to `run.report`. */
  readonly progress: JsonValue;
}

/** Returns whether the user must approve a call. */
export type AskForApproval = (
  input: unknown,
  options: { readonly toolCallId: string; readonly messages: readonly ModelMessage[] },
) => Promise<'user-approval' | undefined>;

/** Options of {@link toAiSdk}. */
export interface AiSdkOptions {
  /** The chat of the messages. An approval is valid only in this chat. */
  readonly chatId?: string;
}

/**
 * Returns the tools of a run for the AI SDK (`ai` 7). It is cheap: call it for every request, with
 * the run of that request. Give the run a `userId`: the approval of one user is not valid for
 * another one.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` if the installed version of the framework is not
 *   supported
 *
 * @example
 * const run = runtime.startRun({ deps });
 * const stopWhen = isStepCount(10);
 * const { text } = await generateText({ model, prompt, stopWhen, ...(await toAiSdk(run)) });
 */
export function toAiSdk<Tools>(run: Run<Tools>, options?: AiSdkOptions): Promise<AiSdkBridge<Tools>>;
export async function toAiSdk(run: Run, options: AiSdkOptions = {}): Promise<AiSdkBridge> {
  refuseUnknownOptions('toAiSdk', options, OPTIONS);
  requireKinds('toAiSdk', options, { chatId: 'a string' });
  requireRun('The first argument of toAiSdk()', run);
  const functions = await functionsFor('toAiSdk', run, AI_SDK);
  const calls = new AiSdkCalls(run, options.chatId);
  return {
    tools: Object.fromEntries(functions.map((one) => [one.name, calls.tool(one)])),
    toolApproval: Object.fromEntries(functions.map(({ name }) => [name, calls.askFor(name)])),
    repairToolCall: calls.repair,
    prepareStep: async ({ instructions: given }) => {
      const instructions = withInstructions(given, await run.instructions());
      return instructions === undefined ? {} : { instructions };
    },
  };
}

/** The calls of one run. */
class AiSdkCalls {
  /** Invalid JSON of the model, by call id, until the call is made. */
  private readonly broken = new Map<string, string>();

  constructor(
    readonly run: Run,
    readonly chatId: string | undefined,
  ) {}

  tool(one: ToolFunction): AiSdkTool {
    const { description, parameters, strict, examples } = one;
    return {
      description,
      inputSchema: jsonSchema<object>(parameters as JSONSchema7, {
        validate: (value) => ({ success: true, value: value as object }),
      }),
      ...(examples.length > 0 && { inputExamples: examples.map((input) => ({ input })) }),
      ...(strict !== undefined && { strict }),
      execute: (input, options) => this.execute(one, input, options),
      toModelOutput: ({ output }) =>
        'text' in output ? modelOutputOf(output) : { type: 'json', value: output.progress },
    };
  }

  askFor(name: string): AskForApproval {
    return async (input, { toolCallId: id, messages }) => {
      const call = { id, name, arguments: this.sent(id, input) };
      const waitsFor = await this.run.waitsFor(call);
      if (waitsFor?.kind !== 'approval') return undefined;
      // The SDK asks again about answered calls, which a client may have invented.
      if (!isAnswered(messages, id)) await this.run.recordRequest(call, { chatId: this.chatId });
      return 'user-approval';
    };
  }

  /**
   * Returns a call with an object, which the history requires: the repaired arguments for the user,
   * or else an empty object. The original text of the model takes another way.
   */
  readonly repair: ToolCallRepairFunction<ToolSet> = async ({ toolCall, error }) => {
    if (!InvalidToolInputError.isInstance(error)) return null;
    const { toolCallId: id, toolName: name, input: written } = toolCall;
    const waiting = await this.run.waitsFor({ id, name, arguments: written });
    if (waiting?.kind === 'approval') return { ...toolCall, input: JSON.stringify(waiting.arguments) };
    this.broken.set(id, written);
    return { ...toolCall, input: '{}' };
  };

  private async *execute(
    { name, call }: ToolFunction,
    input: unknown,
    options: ExecuteOptions,
  ): AsyncGenerator<AiSdkOutput, void> {
    const { toolCallId: id, abortSignal: signal, messages } = options;
    const sent = this.sent(id, input);
    const onDeferred = approvedByUser(this, messages, { id, name, input });
    this.broken.delete(id);
    const progress = withProgress((onProgress) => call(sent, { id, signal, onProgress, onDeferred }));
    let news = await progress.next();
    for (; news.done !== true; news = await progress.next()) {
      yield { status: 'running', progress: news.value as JsonValue };
    }
    yield plainOutcome(news.value.outcome);
  }

  private sent(id: string, input: unknown): unknown {
    return this.broken.get(id) ?? input;
  }
}

interface ExecuteOptions {
  readonly toolCallId: string;
  readonly messages: readonly ModelMessage[];
  readonly abortSignal?: AbortSignal | undefined;
}

const OPTIONS: OptionNames<AiSdkOptions> = {
  chatId: true,
};
