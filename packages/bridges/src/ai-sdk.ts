import type { ToolDefinition } from '@haft/core';
import type { Run, ToolArguments, ToolName } from '@haft/runtime';
import type { JsonValue } from '@haft/schema';
import {
  InvalidToolInputError,
  jsonSchema,
  type JSONSchema7,
  type ModelMessage,
  type Tool,
  type ToolCallRepairFunction,
  type ToolSet,
} from 'ai';
import { approvedByUser } from './ai-sdk/approved-by-user.js';
import { modelOutputOf } from './ai-sdk/model-output-of.js';
import { plainOutcome, type PlainOutcome } from './shared/plain-outcome.js';
import { shownForm } from './shared/shown-form.js';
import { withProgress } from './shared/with-progress.js';

export { fromAiSdk, type FromAiSdkOptions, type FromAiSdkTools } from './ai-sdk/from-ai-sdk.js';
export type { PlainOutcome };

/**
 * What `generateText`, `streamText` and `ToolLoopAgent` need of a run; spread it into their options.
 *
 * @typeParam Tools - the tools by name
 */
export interface AiSdkBridge<Tools = object> {
  /** By name. They validate nothing: `run.call` does, so that the model reads what Haft writes. */
  readonly tools: { readonly [Name in ToolName<Tools>]: AiSdkTool<ToolArguments<Tools, Name>> };
  /** Asks the user where a tool wants an approval. Without it such a call is answered as waiting; it is never executed. */
  readonly toolApproval: Readonly<Record<ToolName<Tools>, AskForApproval>>;
  /** Hands broken JSON to Haft, which mends it or tells the model what is wrong. Without it the model reads the SDK's text. */
  readonly repairToolCall: ToolCallRepairFunction<ToolSet>;
}

/** A tool of the AI SDK. */
export type AiSdkTool<Args = object> = Tool<Args, AiSdkOutput>;

/** What a tool gives to the AI SDK. Plain JSON, so that it survives UI messages. */
export type AiSdkOutput = PlainOutcome | AiSdkProgress;

/** A preliminary result: what the tool reported, or what its generator yielded. */
export interface AiSdkProgress {
  readonly status: 'running';
  readonly progress: JsonValue;
}

/** Says whether the user must be asked about a call. */
export type AskForApproval = (
  input: unknown,
  options: { readonly toolCallId: string },
) => Promise<'user-approval' | undefined>;

/**
 * Gives the tools of a run to the AI SDK (`ai` 7). Cheap: make one for every request, with the run of that request.
 *
 * @example
 * const run = runtime.startRun({ deps });
 * const { text } = await generateText({ model, prompt, stopWhen: isStepCount(10), ...(await toAiSdk(run)) });
 */
export async function toAiSdk<Tools>(run: Run<Tools>): Promise<AiSdkBridge<Tools>> {
  const definitions = await run.definitions();
  const calls = new AiSdkCalls(run);
  const bridge: AiSdkBridge = {
    tools: Object.fromEntries(definitions.map((definition) => [definition.name, calls.tool(definition)])),
    toolApproval: Object.fromEntries(definitions.map(({ name }) => [name, calls.askFor(name)])),
    repairToolCall: calls.repair,
  };
  return bridge as unknown as AiSdkBridge<Tools>;
}

/** The calls of one run. */
class AiSdkCalls {
  /** What the model wrote instead of JSON, by call id, until the call is made. */
  private readonly broken = new Map<string, string>();

  constructor(private readonly run: Run) {}

  tool(definition: ToolDefinition): AiSdkTool {
    const { name, description } = definition;
    const { parameters, strict, examples } = shownForm(definition, this.run.target);
    return {
      description,
      inputSchema: jsonSchema<object>(parameters as JSONSchema7, {
        validate: (value) => ({ success: true, value: value as object }),
      }),
      ...(examples.length > 0 && { inputExamples: examples.map((input) => ({ input })) }),
      ...(strict !== undefined && { strict }),
      execute: (input, options) => this.execute(name, input, options),
      toModelOutput: ({ output }) =>
        'text' in output ? modelOutputOf(output) : { type: 'json', value: output.progress },
    };
  }

  askFor(name: string): AskForApproval {
    return async (input, { toolCallId: id }) => {
      const waitsFor = await this.run.waitsFor({ id, name, arguments: this.sent(id, input) });
      return waitsFor?.kind === 'approval' ? 'user-approval' : undefined;
    };
  }

  /** The history must hold an object: what the user is asked about, mended; else nothing, and what the model wrote goes another way. */
  readonly repair: ToolCallRepairFunction<ToolSet> = async ({ toolCall, error }) => {
    if (!InvalidToolInputError.isInstance(error)) return null;
    const { toolCallId: id, toolName: name, input: written } = toolCall;
    const waiting = await this.run.waitsFor({ id, name, arguments: written });
    if (waiting?.kind === 'approval') return { ...toolCall, input: JSON.stringify(waiting.arguments) };
    this.broken.set(id, written);
    return { ...toolCall, input: '{}' };
  };

  private async *execute(name: string, input: unknown, options: ExecuteOptions): AsyncGenerator<AiSdkOutput, void> {
    const { toolCallId: id, abortSignal: signal, messages } = options;
    const call = { id, name, arguments: this.sent(id, input) };
    const onDeferred = approvedByUser(messages, { id, name, input });
    this.broken.delete(id);
    const progress = withProgress((onProgress) => this.run.call(call, { signal, onProgress, onDeferred }));
    let news = await progress.next();
    for (; news.done !== true; news = await progress.next()) {
      yield { status: 'running', progress: news.value as JsonValue };
    }
    yield plainOutcome(news.value);
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
