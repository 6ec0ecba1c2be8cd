import type { ToolDefinition, ToolOutcome } from '@haft/core';
import { jsonText } from '@haft/runtime';
import type { Issue } from '@haft/schema';
import type { BridgeAnswer } from '../code-backend.js';
import { CODE_LIMITS } from '../code-limits.js';

/**
 * Returns the answer for a program to a call that ended: the structured value, or an error with the
 * text that a model would read. A value is never cut.
 *
 * @param definition - returns that of the tool, if the model can call it
 */
export function answerOf(
  name: string,
  outcome: ToolOutcome,
  definition: () => ToolDefinition | undefined,
): BridgeAnswer {
  if (outcome.status !== 'success') return errorOf(name, outcome.text, outcome.status, issuesOf(outcome));
  const json = jsonOf(outcome.value ?? (outcome.value === null ? null : outcome.text));
  if (json === undefined) return errorOf(name, 'It ran, but its result has no JSON form.', 'failed');
  const bytes = Buffer.byteLength(json);
  if (bytes <= CODE_LIMITS.messageBytes) return { kind: 'value', json };
  const text = `It ran, but its result has ${bytes} bytes of JSON. At most ${CODE_LIMITS.messageBytes} are allowed.`;
  return errorOf(name, `${text} ${howToContinue(definition())}`, 'failed');
}

/** Names the parameters that make a result smaller. */
function howToContinue(definition: ToolDefinition | undefined): string {
  const parameters = Object.entries(definition?.parameters.properties ?? {}).flatMap(([name, schema]) =>
    typeof schema === 'object' ? [{ name, schema }] : [],
  );
  const counts = parameters.filter(({ name, schema }) => schema.type === 'integer' && PARTS.test(name));
  if (counts.length > 0) return `Get it in parts with ${counts.map(({ name }) => name).join(' and ')}.`;
  const texts = parameters.flatMap(({ name, schema: { description = '' } }) =>
    PART_OF_TEXT.test(description) ? [` ${name}: ${description}`] : [],
  );
  return `Ask it for less.${texts.join('')}`;
}

const PART_OF_TEXT = /\b(?:lines|parts?|patterns?)\b/i;
const PARTS = /limit|offset|count|first|last|page|size|max|depth|top|skip/i;

/** Returns the answer to a call that was not made. */
export function refusal(message: string): BridgeAnswer {
  return { kind: 'error', message, status: 'refused', issues: [] };
}

/** Returns whether the call counts against its tool. */
export function isFailure({ status }: ToolOutcome): boolean {
  return status === 'retry' || status === 'failed';
}

function errorOf(name: string, text: string, status: string, issues: readonly Issue[] = []): BridgeAnswer {
  return {
    kind: 'error',
    message: `Tool '${name}' ${status === 'denied' ? 'was denied' : 'failed'}: ${text}`,
    status,
    issues,
  };
}

function issuesOf(outcome: ToolOutcome): readonly Issue[] {
  return 'issues' in outcome && outcome.issues !== undefined ? outcome.issues : [];
}

function jsonOf(value: unknown): string | undefined {
  try {
    return jsonText(value);
  } catch {
    return undefined;
  }
}
