import { createHash } from 'node:crypto';

/** The queue of calls that name none. */
export const DEFAULT_QUEUE = 'default';

/** A queue of one version of one tool. */
export interface QueueParts {
  readonly prefix: string;
  /** The name of `@Background({ queue })`, or `default`. */
  readonly queue: string;
  /** The fingerprint of the definition of the tool. */
  readonly fingerprint: string;
}

/** Returns the name of the queue in BullMQ. */
export function queueName({ prefix, queue, fingerprint }: QueueParts): string {
  return `${prefix}-${encodePart(queue)}-${fingerprint.slice(0, FINGERPRINT_LENGTH)}`;
}

/** Reads the name of a queue. Undefined if it does not belong to the prefix. */
export function queueParts(name: string, prefix: string): Omit<QueueParts, 'prefix'> | undefined {
  const begin = `${prefix}-`;
  const end = name.length - FINGERPRINT_LENGTH - 1;
  if (!name.startsWith(begin) || end <= begin.length || name[end] !== '-') return undefined;
  try {
    return { queue: decodeURIComponent(name.slice(begin.length, end)), fingerprint: name.slice(end + 1) };
  } catch {
    return undefined;
  }
}

/**
 * Returns the id of the job of one attempt. BullMQ refuses numbers and colons, and gives some words
 * a meaning.
 */
export function jobId(key: string, attempt: number): string {
  return `c_${createHash('sha256').update(key).digest('hex')}_${attempt}`;
}

/** Returns the channel for cancellations. Postgres allows names of 63 bytes. */
export function cancelChannel(prefix: string): string {
  return `haft-cancel-${createHash('sha256').update(prefix).digest('hex').slice(0, 32)}`;
}

function encodePart(queue: string): string {
  return encodeURIComponent(queue);
}

const FINGERPRINT_LENGTH = 24;
