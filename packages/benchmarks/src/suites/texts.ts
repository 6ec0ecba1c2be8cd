import { ngramEmbeddings, SqliteTextStore, TextIndex } from '@haft/toolsets/knowledge';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMicroseconds } from '../harness/cpu-clock.js';
import { percentile, spread, type Spread } from '../harness/statistics.js';
import { readCranfield, type Cranfield } from './cranfield.js';
import type { SuiteOptions } from './suite.js';
import { textQuality, type TextQuality } from './text-quality.js';
import { MANY_TEXTS } from './row-names.js';

/** P22: searches in texts. Without the public texts and queries there are no rows. */
export interface TextsResults {
  readonly quality: readonly TextQuality[];
  readonly searches: readonly TextSearches[];
  readonly writes: readonly TextWrites[];
}

export interface TextSearches {
  readonly chunks: number;
  /** CPU of one search, in nanoseconds. */
  readonly search: Spread;
  readonly percentile90: number;
}

export interface TextWrites {
  /** The chunks of one document. */
  readonly chunks: number;
  /** Chunks written in a second, wall time. */
  readonly perSecond: number;
  /** CPU of one chunk, in nanoseconds. */
  readonly cpu: number;
}

const OWNER = { collection: 'knowledge', tenantId: '', userId: '' };
const SIZES = [1_000, 10_000, MANY_TEXTS];
const CHUNKS_OF_DOCUMENT = 50;
const SMALL_DOCUMENTS = 500;
const QUERIES = 75;

export async function textsSuite({ rounds }: SuiteOptions): Promise<TextsResults> {
  const data = readCranfield();
  if (data === undefined) return { quality: [], searches: [], writes: [] };
  const quality = await textQuality(data);
  const folder = mkdtempSync(join(tmpdir(), 'haft-bench-texts-'));
  const store = new SqliteTextStore({ file: join(folder, 'texts.db') });
  try {
    const index = new TextIndex({ store, embeddings: ngramEmbeddings(), chunkSize: 1_200, chunkOverlap: 0 });
    const write = writerOf(index, data);
    const searches: TextSearches[] = [];
    const writes = [await write(SMALL_DOCUMENTS, 1)];
    for (const size of SIZES) {
      const written = await write(size, CHUNKS_OF_DOCUMENT);
      searches.push(await measureSearches(index, data, { chunks: size, rounds }));
      if (size === MANY_TEXTS) writes.push(written);
    }
    return { quality, searches, writes };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** Returns a function that adds documents of equal size, until there are enough chunks. */
function writerOf(index: TextIndex, data: Cranfield): (until: number, chunks: number) => Promise<TextWrites> {
  const sentences = data.documents.flatMap(({ text }) => text.split(/ \. ?/u).filter(({ length }) => length > 20));
  let seed = 1;
  const passage = (): string => {
    let text = '';
    while (text.length < 700) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      text += `${sentences[Math.floor((seed / 2 ** 32) * sentences.length)] ?? ''}. `;
    }
    return text;
  };
  let all = 0;
  let documents = 0;
  return async (until, chunks) => {
    const before = { all, time: performance.now(), cpu: cpuMicroseconds() };
    while (all < until) {
      documents += 1;
      const text = Array.from({ length: chunks }, passage).join('\n\n');
      const put = await index.put(OWNER, { source: String(documents), title: '', facts: {}, text });
      all += put?.chunks ?? 0;
    }
    const written = all - before.all;
    return {
      chunks,
      perSecond: written / ((performance.now() - before.time) / 1000),
      cpu: ((cpuMicroseconds() - before.cpu) * 1000) / written,
    };
  };
}

async function measureSearches(
  index: TextIndex,
  { queries }: Cranfield,
  { chunks, rounds }: { readonly chunks: number; readonly rounds: number },
): Promise<TextSearches> {
  const texts = queries.slice(0, QUERIES).map(({ text }) => text);
  const samples: number[] = [];
  for (let round = 0; round < Math.min(rounds, 5); round++) {
    for (const text of texts) {
      const before = cpuMicroseconds();
      await index.search(text, { owners: [OWNER], limit: 5 });
      samples.push((cpuMicroseconds() - before) * 1000);
    }
  }
  return { chunks, search: spread(samples), percentile90: percentile(samples, 0.9) };
}
