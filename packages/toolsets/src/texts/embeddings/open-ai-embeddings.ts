import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { HaftError, refuseUnknownOptions, type OptionNames, requireKind } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import { invalidOption } from '../../invalid-option.js';
import { parseUrl } from '../../http/parse-url.js';
import type { Embeddings, EmbedOptions } from './embeddings.js';

/** Settings of {@link openAiEmbeddings}. */
export interface OpenAiEmbeddingsSettings {
  /** The name of the model, such as `text-embedding-3-small`. */
  readonly model: string;
  /** The length of its vectors. A multiple of 8. */
  readonly dimensions: number;
  /** The key. Default: none, as for a server of your own. */
  readonly apiKey?: string;
  /** The address before `/embeddings`. Default: `https://api.openai.com/v1`. */
  readonly baseUrl?: string;
  /** Whether the request asks for `dimensions`. Models with one length refuse it. Default: no. */
  readonly sendDimensions?: boolean;
  /** Most texts in one request. Default: 64. */
  readonly batchSize?: number;
  /** Time for one request, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
}

/**
 * Makes vectors through the API `/embeddings` of OpenAI, which Ollama, llama.cpp, vLLM and many
 * services have too. Asks a busy service twice more.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid
 */
export function openAiEmbeddings(settings: OpenAiEmbeddingsSettings): Embeddings {
  refuseUnknownOptions('openAiEmbeddings', settings, SETTINGS);
  const { model, dimensions, baseUrl = 'https://api.openai.com/v1', batchSize = 64 } = settings;
  requireKind('openAiEmbeddings model', model, 'a string');
  requireKind('openAiEmbeddings baseUrl', baseUrl, 'a string');
  const url = parseUrl(`${baseUrl.replace(/\/+$/, '')}/embeddings`);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalidOption(`baseUrl is '${baseUrl}'.`, "Write it as 'https://api.openai.com/v1'.");
  }
  if (!Number.isSafeInteger(batchSize) || batchSize < 1)
    throw invalidOption('batchSize is not positive.', 'Give 1 or more.');
  const embed = async (texts: readonly string[], { signal }: EmbedOptions): Promise<readonly (readonly number[])[]> => {
    const vectors: (readonly number[])[] = [];
    for (let at = 0; at < texts.length; at += batchSize) {
      const batch = texts.slice(at, at + batchSize);
      vectors.push(...vectorsOf(await ask(url, settings, batch, signal), batch.length, model));
    }
    return vectors;
  };
  return { model, dimensions, embed };
}

async function ask(
  url: URL,
  { model, dimensions, apiKey, sendDimensions = false, timeoutMs = 30_000 }: OpenAiEmbeddingsSettings,
  input: readonly string[],
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const body = JSON.stringify({ model, input, encoding_format: 'float', ...(sendDimensions ? { dimensions } : {}) });
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  for (let attempt = 0; ; attempt += 1) {
    const ended = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);
    const response = await request(url, { method: 'POST', headers, body, signal: ended });
    if (response.statusCode === 200) return readReply(await response.body.text(), model);
    await response.body.dump();
    const isBusy = response.statusCode === 429 || response.statusCode >= 500;
    if (!isBusy || attempt === PAUSES_MS.length) throw failed(model, `answered HTTP ${String(response.statusCode)}`);
    const asked = Number(response.headers['retry-after']) * 1000;
    await setTimeout(asked > 0 ? Math.min(asked, LONGEST_PAUSE_MS) : PAUSES_MS[attempt], undefined, { signal });
  }
}

function readReply(text: string, model: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failed(model, 'answered with a text that is not JSON');
  }
}

/** Puts the vectors in the order of the texts, whatever the order of the reply is. */
function vectorsOf(reply: unknown, count: number, model: string): readonly (readonly number[])[] {
  const data: unknown = isObject(reply) ? reply['data'] : undefined;
  const vectors = new Map<number, readonly number[]>();
  for (const [at, entry] of (Array.isArray(data) ? data : []).entries()) {
    if (!isObject(entry)) continue;
    const { index = at, embedding } = entry;
    if (typeof index === 'number' && isNumbers(embedding)) vectors.set(index, embedding);
  }
  return Array.from({ length: count }, (_, at) => {
    const vector = vectors.get(at);
    if (vector === undefined) throw failed(model, 'returned fewer vectors than texts');
    return vector;
  });
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number');
}

/** The text has no part of the reply, which may repeat the key. */
function failed(model: string, what: string): HaftError {
  return new HaftError('HAFT_PROVIDER_FAILED', `The embeddings '${model}' ${what}.`, {
    hint: 'Check `model`, `apiKey` and `baseUrl`, and whether the service is available.',
  });
}

const PAUSES_MS = [500, 2_000];
const LONGEST_PAUSE_MS = 10_000;

const SETTINGS: OptionNames<OpenAiEmbeddingsSettings> = {
  model: true,
  dimensions: true,
  apiKey: true,
  baseUrl: true,
  sendDimensions: true,
  batchSize: true,
  timeoutMs: true,
};
