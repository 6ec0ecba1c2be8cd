import { ToolResult, type ToolOutcome } from '@haft/core';
import { cutParts } from '../../results/cut-parts.js';
import { cutWithNote } from '../../results/cut-text.js';
import { textOfParts } from '../../results/text-of-parts.js';
import { isPlain } from '../../results/json-text.js';
import { wireForm } from '../../results/wire-form.js';
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
    if (!isData && result instanceof ToolResult) return encodeToolResult(call, result);
    const problem = planned.checksResults ? checked(call, result) : undefined;
    if (problem !== undefined) return problem;
    const text = cutWithNote(textOf(result, isData), runtime.maxResultCharacters);
    const outcome = success(call, result, text);
    return planned.isFinal ? { ...outcome, final: true } : outcome;
  } catch (error) {
    return writeFailure(call, error);
  }
}

/** Checks a result against its schema. The code is loaded by now. */
function checked(call: Call, result: unknown): ToolOutcome | undefined {
  return loadedLazy()?.checkResult(call, result);
}

/** Returns a string as it is, and every other value as JSON. */
function textOf(value: unknown, isData = isPlain(value)): string {
  if (typeof value === 'string') return value === '' ? NO_OUTPUT : value;
  if (value === undefined) return NO_OUTPUT;
  return JSON.stringify(isData ? value : wireForm(value));
}

function encodeToolResult(call: Call, result: ToolResult): ToolOutcome {
  const { planned } = call.state;
  const { runtime } = call.run;
  const problem = planned.checksResults ? checked(call, result.value) : undefined;
  if (problem !== undefined) return problem;
  const { content, metadata, reveals } = result;
  if (reveals.length > 0) call.setOptional({ reveals });
  const parts = typeof content === 'object' ? content : undefined;
  const whole = parts === undefined ? ((content as string | undefined) ?? textOf(result.value)) : textOfParts(parts);
  return {
    ...success(call, result.value, cutWithNote(whole === '' ? NO_OUTPUT : whole, runtime.maxResultCharacters)),
    ...(parts === undefined ? {} : { parts: cutParts(parts, runtime.maxResultCharacters) }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(planned.isFinal ? { final: true } : {}),
  };
}

const NO_OUTPUT = '(no output)';
