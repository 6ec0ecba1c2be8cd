/*
 * Passes the tools of a run to Genkit.
 */

import { requireKind, type ContentPart } from '@haft/core';
import type { Run } from '@haft/runtime';
import { GENKIT } from './shared/check-peer.js';
import { requireRun } from './shared/run-source.js';
import { textOfLink } from './shared/text-of-link.js';
import { functionsFor, type ToolFunction } from './shared/tool-function.js';

/** The additional input of a tool in Genkit. */
export interface GenkitContext {
  /** Aborted by Genkit. `ai.generate` passes none to tools. */
  readonly abortSignal?: AbortSignal;
  /** Stops the loop and returns the metadata to the host. */
  readonly interrupt: (metadata?: Record<string, unknown>) => never;
}

/** The function `tool` of `genkit/tool`. */
export type GenkitToolMaker<Made extends GenkitTool> = (
  config: { readonly name: string; readonly description: string; readonly multipart: true },
  execute: (input: unknown, context: GenkitContext) => Promise<GenkitAnswer>,
) => Made;

/** The part of a tool of Genkit that has its schema. */
export interface GenkitTool {
  readonly __action: { inputJsonSchema?: unknown };
}

/** The answer of a tool in Genkit: the text, and media for models that accept them. */
export interface GenkitAnswer {
  readonly output: string;
  readonly content?: ({ text: string } | { media: { url: string; contentType: string } })[];
}

/**
 * Returns the tools of a run for Genkit (`genkit` 1). It is cheap: call it for every `ai.generate`.
 * A call that waits interrupts the loop with `{ callId, requests }`, if `ai` is of `genkit/beta`:
 * decide with `run.resume`, and respond with the text of the outcome.
 *
 * @param tool - the function `tool` of `genkit/tool`
 * @throws {HaftError} `HAFT_INVALID_OPTION`, `HAFT_MISSING_PEER`
 * @example
 * import { tool } from 'genkit/tool';
 * const tools = await toGenkit(tool, run);
 * const { text, interrupts } = await ai.generate({ model, prompt, tools });
 */
export async function toGenkit<Made extends GenkitTool, Tools>(
  tool: GenkitToolMaker<Made>,
  run: Run<Tools>,
): Promise<Made[]> {
  requireKind('The first argument of toGenkit()', tool, 'a function');
  requireRun('The second argument of toGenkit()', run);
  const functions = await functionsFor('toGenkit', run, GENKIT);
  return functions.map((one) => toolOf(tool, one));
}

function toolOf<Made extends GenkitTool>(
  tool: GenkitToolMaker<Made>,
  { name, description, parameters, call }: ToolFunction,
): Made {
  const made = tool({ name, description, multipart: true }, async (input, { abortSignal: signal, interrupt }) => {
    const { text, parts, outcome } = await call(input, { signal });
    const { status, callId } = outcome;
    if (status === 'deferred') return interrupt({ callId, requests: outcome.requests ?? [outcome.request] });
    const media = parts.some(({ type }) => type !== 'text') && { content: parts.map(contentOf) };
    return { output: text, ...media };
  });
  // Genkit shows this schema. It validates by the schema of `config`, which has none.
  made.__action.inputJsonSchema = parameters;
  return made;
}

function contentOf(part: ContentPart): NonNullable<GenkitAnswer['content']>[number] {
  if (part.type === 'text') return { text: part.text };
  if (part.type === 'resource') return { text: textOfLink(part) };
  return { media: { url: `data:${part.mediaType};base64,${part.data}`, contentType: part.mediaType } };
}
