import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { HaftError, ToolFailed } from '@haft/core';
import { isObject } from '@haft/schema/internal';

/** A request to a service. */
export interface EngineCall {
  /** The name of the engine, for messages. */
  readonly name: string;
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reads its JSON. Does not follow redirects, which would carry the key
 * elsewhere. Asks a busy service once more, if it says that it will be free soon.
 *
 * @throws {ToolFailed} if the service is busy, cannot be reached, or answers with something else
 * @throws {HaftError} `HAFT_PROVIDER_FAILED` if it refuses the key or the request
 */
export async function askEngine(call: EngineCall): Promise<Readonly<Record<string, unknown>>> {
  let response = await send(call);
  const pause = pauseOf(response.headers['retry-after']);
  if (isBusy(response.statusCode) && pause <= LONGEST_PAUSE_MS) {
    await response.body.dump();
    await setTimeout(pause, undefined, { signal: call.signal });
    response = await send(call);
  }
  const { statusCode, body } = response;
  if (statusCode !== 200) {
    await body.dump();
    if (isBusy(statusCode)) throw new ToolFailed(`The search engine ${call.name} is busy. Search again later.`);
    throw refused(call, statusCode);
  }
  return readReply(call, body);
}

/** Returns milliseconds. The header has seconds or a date. See RFC 9110, section 10.2.3. */
function pauseOf(header: string | string[] | undefined): number {
  if (typeof header !== 'string' || header === '') return NaN;
  return /^\d+$/.test(header) ? Number(header) * 1000 : Math.max(0, Date.parse(header) - Date.now());
}

async function send({ name, url, method = 'GET', headers = {}, body, signal }: EngineCall) {
  try {
    const all = { accept: 'application/json', ...headers };
    return await request(url, { method, headers: all, body: body ?? null, signal });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    // The cause has the address, which may have a query that is not for others.
    throw new ToolFailed(`The search engine ${name} cannot be reached. Search again later.`, { cause });
  }
}

async function readReply(
  { name, signal }: EngineCall,
  body: AsyncIterable<Buffer>,
): Promise<Readonly<Record<string, unknown>>> {
  const reply = parsed(await readText({ name, signal }, body));
  if (isObject(reply)) return reply;
  throw new ToolFailed(`The search engine ${name} sent a reply that is not JSON. Search again later.`);
}

async function readText(
  { name, signal }: Pick<EngineCall, 'name' | 'signal'>,
  body: AsyncIterable<Buffer>,
): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      size += part.length;
      // Leaving the loop ends the connection.
      if (size > LARGEST_REPLY) break;
      parts.push(part);
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new ToolFailed(`The search engine ${name} broke off its reply. Search again later.`, { cause });
  }
  if (size > LARGEST_REPLY) throw new ToolFailed(`The search engine ${name} sent a reply that is too large.`);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isBusy(status: number): boolean {
  return status === 429 || status >= 500;
}

/** The message has no part of the reply, which may repeat the key. */
function refused({ name }: EngineCall, status: number): HaftError {
  return new HaftError('HAFT_PROVIDER_FAILED', `The search engine ${name} answered HTTP ${String(status)}.`, {
    hint:
      status === 401 || status === 403
        ? 'Check the key, and whether the service allows the format JSON.'
        : 'Check the address of the service and its documentation.',
  });
}

const LONGEST_PAUSE_MS = 2_000;
const LARGEST_REPLY = 2_000_000;
