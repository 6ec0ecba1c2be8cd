import { ngramEmbeddings } from '../../src/texts/embeddings/ngram-embeddings.js';
import { SqliteTextStore } from '../../src/texts/sqlite/sqlite-text-store.js';
import { TextIndex } from '../../src/texts/text-index.js';

/* A process that writes documents of three chunks, and prints the source of each. */

const [file = '', name = '', count = '1'] = process.argv.slice(2);
const index = new TextIndex({
  store: new SqliteTextStore({ file }),
  embeddings: ngramEmbeddings(),
  chunkSize: 200,
  chunkOverlap: 0,
});
for (let at = 0; at < Number(count); at += 1) {
  const source = `${name}x${String(at)}`;
  const chunk = `word${source} ${'filler '.repeat(20)}`;
  const text = [chunk, chunk, chunk].join('\n\n');
  await index.put({ collection: 'memory', tenantId: '', userId: 'kim' }, { source, title: '', facts: {}, text });
  process.stdout.write(`${source}\n`);
}
