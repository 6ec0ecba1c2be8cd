import { afterAll, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRuntime } from '@haft/runtime';
import { KnowledgeBase, knowledgeToolset, ngramEmbeddings, SqliteTextStore } from '../../src/knowledge/index.js';
import { describeSqlite, temporaryFolder } from '../texts/new-store.js';

/* The example of docs/guide/toolsets/knowledge.md. */

describeSqlite('the guide of knowledge', () => {
  const folder = temporaryFolder();
  const closed: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closed.splice(0)) await close();
  });

  it('adds a folder and searches it [TOOL-10]', async () => {
    const [file, handbook] = [join(folder, 'knowledge.db'), join(folder, 'handbook')];
    mkdirSync(handbook);
    writeFileSync(join(handbook, 'leave.md'), '# Leave\n\nYou have 30 days of leave in a year.');
    // #region knowledge
    const store = new SqliteTextStore({ file });
    const knowledge = new KnowledgeBase({ store, embeddings: ngramEmbeddings() });
    const report = await knowledge.addFolder(handbook, { tenantId: 'acme' });
    // { added: 1, updated: 0, unchanged: 0, removed: 0, skipped: [] }

    const runtime = createRuntime({ toolsets: [knowledgeToolset(knowledge)] });
    const run = runtime.startRun({ tenantId: 'acme', userId: 'kim' });
    const outcome = await run.call({ name: 'knowledge_search', arguments: { query: 'How much leave?' } });
    // handbook/leave.md (id 1, score 0.50):
    //  # Leave
    //
    //  You have 30 days of leave in a year.
    // #endregion knowledge
    closed.push(() => store.close());
    expect(report).toEqual({ added: 1, updated: 0, unchanged: 0, removed: 0, skipped: [] });
    expect(outcome.text).toBe(
      'handbook/leave.md (id 1, score 0.50):\n # Leave\n\n You have 30 days of leave in a year.',
    );
  });
});
