import { ModelRetry, type RunContext } from '@haft/core';

/**
 * Refuses the path or the URL of a table in place of its text, which would be a table without rows.
 *
 * @throws {ModelRetry} with the tools that read it
 */
export function refusePath(content: string, run: RunContext<never>): void {
  const given = content.trim().replace(/^(['"`])(.*)\1$/, '$2');
  if (given.length > LONGEST_PATH || !PATH.test(given)) return;
  const wanted = /^https?:/i.test(given) ? ['http_fetch'] : ['file_read', 'data_query'];
  const names = run.calls.tools().map(({ name }) => name);
  const readers = names.filter((name) => wanted.some((one) => name === one || name.endsWith(`_${one}`)));
  const next = readers.length === 0 ? 'Give the text itself.' : `Read it with ${readers.join(' or ')}.`;
  throw new ModelRetry(`content is the text of a table, but '${given}' is the name of a file. ${next}`);
}

const LONGEST_PATH = 1_000;
const PATH = /^[^\s,;|{}[\]"]+\.(?:csv|tsv|txt|log|json|jsonl|ndjson|xlsx?|parquet)$/i;
