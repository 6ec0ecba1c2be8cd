import type { ToolDefinition } from '@haft/core';
import type { Runtime } from '@haft/runtime';
import { type Target } from '@haft/schema/dialects';
import { estimateTokens, requestEntry } from '@haft/schema/tokens';

/** The definitions and instructions of the first request of a run. */
export interface ModelView {
  /** The definitions of the tools that it may call, in their order. */
  readonly definitions: readonly ToolDefinition[];
  /** The instructions of the toolsets for the system prompt. May be empty. */
  readonly instructions: string;
  /** The error of a run that could not give them. */
  readonly problem?: string;
}

/** About the tokens of a request. */
export interface RequestTokens {
  readonly definitions: number;
  readonly instructions: number;
}

/** The provider whose form is counted. The others differ by a few percent. */
const COUNTED: Target = 'openai';

/**
 * Asks a run for its definitions and instructions, as an application does, and ends it. If a
 * function of the application throws, the page shows the error, and the tools without them.
 */
export async function modelView(runtime: Runtime, options: object): Promise<ModelView> {
  const run = runtime.startRun(options);
  try {
    return { definitions: await run.definitions(), instructions: await run.instructions() };
  } catch (error) {
    return { definitions: [], instructions: '', problem: error instanceof Error ? error.message : String(error) };
  } finally {
    await run.end();
  }
}

/** Returns about the tokens that each definition adds to a request, by name of the tool. */
export function tokensOfTools(definitions: readonly ToolDefinition[]): ReadonlyMap<string, number> {
  return new Map(definitions.map((one) => [one.name, tokensOf(one)]));
}

/** Returns about the tokens of the definitions and the instructions. */
export function requestTokens(view: ModelView, tokens: ReadonlyMap<string, number>): RequestTokens {
  const definitions = view.definitions.reduce((sum, { name }) => sum + (tokens.get(name) ?? 0), 0);
  return { definitions, instructions: estimateTokens(view.instructions) };
}

function tokensOf(definition: ToolDefinition): number {
  const entry = entryOf(definition, COUNTED);
  return entry === undefined ? 0 : estimateTokens(JSON.stringify(entry));
}

/** Returns the entry of a request. Undefined if the provider cannot get the tool. */
function entryOf(definition: ToolDefinition, target: Target): object | undefined {
  try {
    return requestEntry(definition, target);
  } catch {
    return undefined;
  }
}
