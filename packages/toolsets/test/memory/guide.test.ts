import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { createRuntime } from '@haft/runtime';
import { memoryToolset, SqliteTextStore } from '../../src/memory/index.js';
import { describeSqlite, temporaryFolder } from '../texts/new-store.js';

/* The example of docs/guide/toolsets/memory.md. */

describeSqlite('the guide of memory', () => {
  const folder = temporaryFolder();

  it('remembers a fact for a later run [TOOL-11]', async () => {
    const file = join(folder, 'memory.db');
    // #region memory
    const store = new SqliteTextStore({ file });
    const runtime = createRuntime({ toolsets: [memoryToolset({ store })] });
    const content = 'The user prefers aisle seats.';
    await runtime.startRun({ userId: 'kim' }).call({ name: 'remember', arguments: { content } });
    // Remembered. The id is 0f8c2c1e-9f0b-4a57-8f83-...

    const later = runtime.startRun({ userId: 'kim' });
    const outcome = await later.call({ name: 'recall', arguments: { query: 'Which seat?' } });
    // saved 2026-11-24T09:30Z, score 1.00, id 0f8c2c1e-9f0b-4a57-8f83-...:
    //  The user prefers aisle seats.
    // #endregion memory
    expect(outcome.text).toMatch(/^saved [-:TZ\d]+, score 1.00, id [-\da-f]+:\n The user prefers aisle seats\.$/);
    await store.close();
  });
});
