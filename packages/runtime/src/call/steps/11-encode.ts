import { Ref, ToolResult, type Reference, type ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { loadLazy } from '../load-lazy.js';
import { encodeResult } from '../outcome/encode-result.js';

/**
 * Step 11: encodes the result for the model, before a later call can change the same object.
 *
 * @param isData - whether the result is plain data. Most are.
 */
export function encode(call: Call, result: unknown, isData?: boolean): ToolOutcome | Promise<ToolOutcome> {
  return call.state.planned.tool.references?.result === undefined
    ? encodeResult(call, result, isData)
    : keepThenEncode(call, result);
}

/** Stores the value of a `Ref`, and encodes the reference. */
async function keepThenEncode(call: Call, result: unknown): Promise<ToolOutcome> {
  const value: unknown = result instanceof ToolResult ? result.value : result;
  if (!(value instanceof Ref)) return encodeResult(call, result);
  const { keepValue } = await loadLazy();
  const kept = await keepValue(call, value);
  if ('outcome' in kept) return kept.outcome;
  return encodeResult(call, result instanceof ToolResult ? withValue(result, kept.reference) : kept.reference);
}

function withValue({ content, metadata, reveals }: ToolResult, value: Reference): ToolResult {
  return new ToolResult({ value, reveals, ...(content && { content }), ...(metadata && { metadata }) });
}
