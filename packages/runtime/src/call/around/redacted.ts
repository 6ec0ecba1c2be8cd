import type { ContentPart, ToolOutcome } from '@haft/core';
import type { Issue, JsonValue } from '@haft/schema';
import type { RedactOptions } from './redact.js';
import { wireForm } from '../../results/wire-form.js';
import type { Call } from '../call.js';

type Reader = keyof RedactOptions;

/** An outcome as a reader may see it; the same one when nothing is redacted. */
export function redactedOutcome<Outcome extends ToolOutcome>(call: Call, reader: Reader, outcome: Outcome): Outcome {
  const write = writerOf(call, reader);
  if (write === undefined) return outcome;
  const text = write(outcome.text);
  return {
    ...outcome,
    text: text === '' ? '(no output)' : text,
    repairs: outcome.repairs.map((one) => ({ ...one, from: write(one.from), to: write(one.to) })),
    ...('issues' in outcome && outcome.issues !== undefined
      ? { issues: outcome.issues.map((one) => issueWritten(one, write)) }
      : {}),
    ...('value' in outcome ? { value: valueWritten(outcome.value, write) } : {}),
    ...('parts' in outcome && outcome.parts !== undefined
      ? { parts: outcome.parts.map((part) => partWritten(part, write)) }
      : {}),
  };
}

/** JSON, as a reader may see it. */
export function redactedJson<Value>(call: Call, reader: Reader, value: Value): Value {
  const write = writerOf(call, reader);
  return write === undefined ? value : inside(value, write);
}

type Write = (text: string) => string;

function writerOf({ state, run }: Call, reader: Reader): Write | undefined {
  const redactions = state.planned.redactions.filter((one) => one.isFor(reader));
  if (redactions.length === 0) return undefined;
  const { definition } = state.planned.tool;
  return (text) => {
    try {
      return redactions.reduce((before, one) => one.text(reader, before, definition), text);
    } catch (error) {
      // The call was made, and nobody can tell what of the text may be seen.
      run.runtime.logger.error(`What redact() was given failed for tool '${definition.name}'.`, { error });
      return HIDDEN;
    }
  };
}

const HIDDEN = '(hidden)';

/** In wire form when something of it changed: nobody can tell which texts an instance is made of. */
function valueWritten(value: unknown, write: Write): unknown {
  if (value === undefined) return undefined;
  const wire = wireOf(value);
  const written = inside(wire, write);
  return JSON.stringify(written) === JSON.stringify(wire) ? value : written;
}

/** Beside the content of a `ToolResult` may stand a value that JSON cannot say: nobody can send it to a model. */
function wireOf(value: unknown): JsonValue | undefined {
  try {
    return wireForm(value);
  } catch {
    return undefined;
  }
}

/** What may quote somebody: not the path and not the rule. */
function issueWritten({ received, suggestion, message, ...facts }: Issue, write: Write): Issue {
  return {
    ...facts,
    received: write(received),
    ...(suggestion === undefined ? {} : { suggestion: write(suggestion) }),
    ...(message === undefined ? {} : { message: write(message) }),
  };
}

/** Texts are redacted, media are not. */
function partWritten(part: ContentPart, write: Write): ContentPart {
  if (part.type === 'text') return { ...part, text: write(part.text) };
  if (part.type === 'resource') return { ...part, ...inside({ ...part }, write), type: 'resource' };
  return part;
}

/** A copy with every text rewritten, but no key. */
function inside<Value>(value: Value, write: Write): Value {
  return rewrite(value as JsonValue, write) as Value;
}

function rewrite(value: JsonValue, write: Write): JsonValue {
  if (typeof value === 'string') return write(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => rewrite(one, write));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewrite(one, write)]));
}
