import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/client';
import type { Revision } from './visitor.js';

/** Lists and calls the tools. */
export async function tourTools(client: Client, revision: Revision): Promise<void> {
  strictEqual(client.getInstructions(), 'Search before you recommend a book.');
  const { tools } = await client.listTools();
  // A client with the extension for tasks needs no tools for them.
  const ofTasks = revision === '2025-11-25' ? ['task_cancel', 'task_result', 'task_status'] : [];
  deepStrictEqual(tools.map(({ name }) => name).sort(), ['library_count', 'library_search', ...ofTasks]);
  const search = tools.find(({ name }) => name === 'library_search');
  strictEqual(search?.annotations?.readOnlyHint, true);

  const found = await client.callTool({ name: 'library_search', arguments: { words: 'cities' } });
  deepStrictEqual(found.structuredContent, {
    books: [{ id: 3, title: 'A Tale of Two Cities', year: 1859, shelf: 'cities', pages: 341 }],
  });
  // A mistake of the model is a result, so that the model reads it and corrects itself.
  const refused = await client.callTool({ name: 'library_search', arguments: { words: '' } });
  strictEqual(refused.isError, true);
  match(JSON.stringify(refused.content), /words: expected a string of at least 1 character/);
}
