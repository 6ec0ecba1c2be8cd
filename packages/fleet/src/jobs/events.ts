import { jsonText, type PlainCall, type UntimedEvent } from '@haft/runtime';
import { isObject } from '@haft/schema/internal';

/** Events of the tool. The sender creates all others. */
const FROM_THE_TOOL = new Set(['progress', 'log', 'custom', 'exception', 'mapped']);

/** Returns an event as text. Undefined if it is not an event of the tool or has no JSON form. */
export function writeEvent(event: UntimedEvent): string | undefined {
  if (!FROM_THE_TOOL.has(event.type)) return undefined;
  try {
    const text = 'error' in event ? jsonText({ ...event, error: plainError(event.error) }) : jsonText(event);
    return text.length <= LONGEST_EVENT ? text : undefined;
  } catch {
    return undefined;
  }
}

const LONGEST_EVENT = 64_000;

/** Reads the events of a progress message. Leaves out data of another shape. */
export function readEvents(call: PlainCall, data: unknown): readonly UntimedEvent[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((text) => readEvent(call, text) ?? []);
}

function readEvent({ run, id, tool }: PlainCall, text: unknown): UntimedEvent | undefined {
  if (typeof text !== 'string') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const facts = { runId: run.id, callId: id, tool };
  const { type, level, message, details, errorId, status } = value;
  switch (type) {
    case 'progress':
      return { ...facts, type, progress: value['progress'] };
    case 'custom':
      return { ...facts, type, event: value['event'] };
    case 'log':
      if (!isLevel(level) || typeof message !== 'string') return undefined;
      return { ...facts, type, level, message, ...(isObject(details) ? { details } : {}) };
    case 'exception':
      if (typeof errorId !== 'string') return undefined;
      return { ...facts, type, errorId, error: readError(value['error']) };
    case 'mapped':
      if (status !== 'retry' && status !== 'failed') return undefined;
      return { ...facts, type, status, error: readError(value['error']) };
    default:
      return undefined;
  }
}

function isLevel(level: unknown): level is 'debug' | 'info' | 'warn' | 'error' {
  return level === 'debug' || level === 'info' || level === 'warn' || level === 'error';
}

function plainError(error: unknown): unknown {
  return error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack ?? '' }
    : { name: 'Error', message: String(error), stack: '' };
}

function readError(error: unknown): Error {
  const { name, message, stack } = isObject(error) ? error : {};
  const read = new Error(typeof message === 'string' ? message : 'The worker sent no message.');
  if (typeof name === 'string') read.name = name;
  if (typeof stack === 'string') read.stack = stack;
  return read;
}
