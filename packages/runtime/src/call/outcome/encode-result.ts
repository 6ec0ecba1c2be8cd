import { ToolResult, type ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { wellFormedJson } from '@haft/schema/basics';
import { cutJson } from '../../results/cut-json.js';
import { cutParts } from '../../results/cut-parts.js';
import { cutWithNote, isPlain, wireForm } from '@haft/core/internal';
import { writeUri } from '@haft/compose/internal';
import { textOfParts } from '../../results/text-of-parts.js';
import type { Call } from '../call.js';
import { loadedLazy } from '../load-lazy.js';
import { success, writeFailure } from './outcomes.js';

/** Returns false until the code that checks results is loaded. */
export function canEncode({ state: { planned } }: Call): boolean {
  if (!planned.checksResults || loadedLazy() !== undefined) return true;
  return planned.tool.definition.result === undefined;
}

/**
 * Encodes the value that a tool returned. Never throws.
 *
 * @param isData - whether the result is plain data. Most are.
 */
export function encodeResult(call: Call, result: unknown, isData = isPlain(result)): ToolOutcome {
  const { planned } = call.state;
  const { runtime } = call.run;
  try {
    const { offer } = planned.tool;
    // A call that continues after a decision has only the values of the URI.
    const uri = offer?.template && writeUri(offer.template, call.wire ?? {});
    if (offer !== undefined) return encodeToolResult(call, offer.result(result, uri));
    if (!isData && result instanceof ToolResult) return encodeToolResult(call, result);
    const problem = planned.checksResults ? checked(call, result) : undefined;
    if (problem !== undefined) return problem;
    const outcome = success(call, result, textOf(result, runtime.results.maxCharacters, isData));
    return planned.isFinal ? { ...outcome, final: true } : outcome;
  } catch (error) {
    return writeFailure(call, error);
  }
}

/** Checks a result against its schema. The code is loaded by now. */
function checked(call: Call, result: unknown): ToolOutcome | undefined {
  return loadedLazy()?.checkResult(call, result);
}

/** Returns a string as it is, and every other value as JSON, of at most `limit` characters. */
function textOf(value: unknown, limit: number, isData = isPlain(value)): string {
  if (typeof value === 'string') return cutWithNote(shownText(value), limit);
  if (value === undefined) return NO_OUTPUT;
  const data = isData ? value : wireForm(value);
  const text = wellFormedJson(JSON.stringify(data));
  return text.length <= limit ? text : cutJson(data as JsonValue, text, limit);
}

/** Returns a text that a provider accepts: not blank, and of whole characters. */
function shownText(text: string): string {
  return text.trim() === '' ? NO_OUTPUT : text.toWellFormed();
}

function encodeToolResult(call: Call, result: ToolResult): ToolOutcome {
  const { planned } = call.state;
  const { runtime } = call.run;
  // A result of parts needs no value.
  const hasValue = planned.checksResults && result.value !== undefined;
  const problem = hasValue ? checked(call, result.value) : undefined;
  if (problem !== undefined) return problem;
  const { content, metadata, reveals } = result;
  if (reveals.length > 0) call.effects = { ...call.effects, reveals };
  const parts = typeof content === 'object' ? content : undefined;
  const { maxCharacters: limit } = runtime.results;
  const whole = parts === undefined ? (content as string | undefined) : textOfParts(parts);
  const text = whole === undefined ? textOf(result.value, limit) : cutWithNote(shownText(whole), limit);
  return {
    ...success(call, result.value, text),
    ...(parts === undefined ? {} : { parts: cutParts(parts, limit) }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(planned.isFinal ? { final: true } : {}),
  };
}

const NO_OUTPUT = '(no output)';
