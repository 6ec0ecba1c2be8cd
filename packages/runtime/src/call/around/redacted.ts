import type { ContentPart, ToolOutcome } from '@haft/core';
import type { Issue, JsonValue } from '@haft/schema';
import type { RedactOptions } from './redact.js';
import type { Call } from '../call.js';
import { plainValue } from '../outcome/plain-outcome.js';

type Reader = keyof RedactOptions;

/** Returns an outcome for a reader. Returns the same object if nothing is redacted. */
export function redactedOutcome<Outcome extends ToolOutcome>(call: Call, reader: Reader, outcome: Outcome): Outcome {
  const write = writerOf(call, reader);
  if (write === undefined) return outcome;
  const text = write(outcome.text);
  return {
    ...outcome,
    text: text.trim() === '' ? '(no output)' : text,
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

/** Returns JSON for a reader. */
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
      // The text may contain a secret, since the function did not finish.
      run.runtime.observe.logger.error(`What redact() was given failed for tool '${definition.name}'.`, { error });
      return HIDDEN;
    }
  };
}

const HIDDEN = '(hidden)';

/** Returns a redacted value in wire form, or the value itself if redaction changes nothing. */
function valueWritten(value: unknown, write: Write): unknown {
  if (value === undefined) return undefined;
  // A value without a form in JSON is never sent to a model.
  const wire = plainValue(value);
  const written = inside(wire, write);
  return JSON.stringify(written) === JSON.stringify(wire) ? value : written;
}

/** Redacts the properties of an issue that may quote a value. */
function issueWritten({ received, suggestion, message, ...facts }: Issue, write: Write): Issue {
  return {
    ...facts,
    received: write(received),
    ...(suggestion === undefined ? {} : { suggestion: write(suggestion) }),
    ...(message === undefined ? {} : { message: write(message) }),
  };
}

/** Redacts texts. Media stay as they are. */
function partWritten(part: ContentPart, write: Write): ContentPart {
  if (part.type === 'text') return { ...part, text: write(part.text) };
  if (part.type === 'resource') return { ...part, ...inside({ ...part }, write), type: 'resource' };
  return part;
}

/** Returns a copy with every text rewritten. Keys stay as they are. */
function inside<Value>(value: Value, write: Write): Value {
  return rewrite(value as JsonValue, write) as Value;
}

function rewrite(value: JsonValue, write: Write): JsonValue {
  if (typeof value === 'string') return write(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => rewrite(one, write));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewrite(one, write)]));
}
