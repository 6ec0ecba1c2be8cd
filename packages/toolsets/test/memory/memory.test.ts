import { afterAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ToolOutcome } from '@haft/core';
import { createRuntime, type Run } from '@haft/runtime';
import { memoryToolset, ngramEmbeddings, SqliteTextStore, type MemorySettings } from '../../src/memory/index.js';
import { describeSqlite, temporaryFolder } from '../texts/new-store.js';

interface Memory {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly savedAt: string;
  readonly score: number;
}

describeSqlite('memory', () => {
  const folder = temporaryFolder();
  const stores: SqliteTextStore[] = [];
  let files = 0;
  afterAll(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  const open = (settings: Partial<MemorySettings> = {}): ReturnType<typeof createRuntime> => {
    const store = new SqliteTextStore({ file: join(folder, `${String(files++)}.db`) });
    stores.push(store);
    return createRuntime({ toolsets: [memoryToolset({ store, embeddings: ngramEmbeddings(), ...settings })] });
  };
  const kim = { userId: 'kim', tenantId: 'acme' };
  const call = (run: Run, name: string, args: object): Promise<ToolOutcome> => run.call({ name, arguments: args });
  const recall = async (run: Run, args: object): Promise<readonly Memory[]> => {
    const outcome = await call(run, 'recall', args);
    expect(outcome.status).toBe('success');
    return JSON.parse(JSON.stringify((outcome as { value?: unknown }).value)) as readonly Memory[];
  };

  it('remembers a text over runs and finds it by words and by similar spellings [TOOL-11]', async () => {
    const runtime = open();
    const outcome = await call(runtime.startRun(kim), 'remember', {
      content: 'The user prefers aisle seats.',
      tags: ['travel'],
    });
    expect(outcome).toMatchObject({ status: 'success', value: { chunks: 1 } });
    const { id } = (outcome as { readonly value?: unknown }).value as { readonly id: string };
    expect(outcome.text).toBe(`Remembered. The id is ${id}.`);
    const run = runtime.startRun(kim);
    for (const query of ['Which seat?', 'preferrences']) {
      const [memory] = await recall(run, { query });
      expect(memory).toMatchObject({ text: 'The user prefers aisle seats.', tags: ['travel'] });
      expect(Date.parse(memory?.savedAt ?? '')).not.toBeNaN();
    }
    expect(await recall(run, { query: 'seat', tag: 'food' })).toEqual([]);
    expect(await recall(run, { query: 'seat', tag: 'travel' })).toHaveLength(1);
  });

  it('leaves out memories that a few words found by chance, and scores the others [TOOL-11]', async () => {
    const run = open({ embeddings: undefined }).startRun(kim);
    for (const content of ['The user prefers an aisle seat.', 'The user lives in Bonn.', 'The user has a seat heater.'])
      await call(run, 'remember', { content });
    const found = await recall(run, { query: 'Which seat does the user prefer?' });
    expect(found.map(({ text, score }) => [text, score])).toEqual([
      ['The user prefers an aisle seat.', 1],
      ['The user has a seat heater.', 0.5],
    ]);
    expect(await recall(run, { query: 'Where does the user live?' })).toMatchObject([
      { text: 'The user lives in Bonn.' },
    ]);
    expect(await recall(run, { query: 'the user' })).toHaveLength(3);
  });

  it('shows a newer memory before the older one that it corrects, with both dates [TOOL-11]', async () => {
    const run = open().startRun(kim);
    await call(run, 'remember', { content: 'The desk of the user is 2.201.' });
    await new Promise((done) => setTimeout(done, 2));
    await call(run, 'remember', { content: 'The desk of the user has moved. It is now 4.117.' });
    await call(run, 'remember', { content: 'The code word of the courier is Falkland.' });
    const both = await recall(run, { query: 'courier code word desk' });
    expect(both.map((memory) => memory.text)).toEqual([
      expect.stringContaining('Falkland'),
      expect.stringContaining('4.117'),
      expect.stringContaining('2.201'),
    ]);
    const { text } = await call(run, 'recall', { query: 'desk of the user' });
    expect(text).toMatch(
      /^If two contradict, the newer one counts\.\n\nsaved .*\n .*4\.117\.\n\nsaved .*\n .*2\.201\.$/,
    );
  });

  it.each([undefined, ngramEmbeddings()])('says that no memory fits [TOOL-11]', async (embeddings) => {
    const run = open({ embeddings }).startRun(kim);
    await call(run, 'remember', { content: 'The user prefers an aisle seat.' });
    const { text } = await call(run, 'recall', { query: 'birthday' });
    expect(text).toBe('No memory fits. Recall with other words, or ask the user.');
  });

  it('sees the memory of the same message, and forgets it by the id of remember [TOOL-11]', async () => {
    const run = open().startRun(kim);
    const send = (calls: readonly (readonly [string, object])[]) =>
      run.callAll(calls.map(([name, args], at) => ({ id: `c${String(at)}`, name, arguments: JSON.stringify(args) })));
    const [saved, found] = await send([
      ['remember', { content: 'The code is 4711.' }],
      ['recall', { query: 'code' }],
    ]);
    expect(found).toMatchObject({ value: [{ text: 'The code is 4711.' }] });
    const { id } = (saved as { readonly value?: unknown }).value as { readonly id: string };
    const [, none] = await send([
      ['forget', { id }],
      ['recall', { query: 'code' }],
    ]);
    expect(none).toMatchObject({ value: [] });
  });

  it('keeps the same content once [TOOL-11]', async () => {
    const run = open().startRun(kim);
    for (const content of ['I live in Bonn.', '  I live in Bonn.\n']) await call(run, 'remember', { content });
    expect(await recall(run, { query: 'Bonn' })).toHaveLength(1);
  });

  it('forgets a memory of the user and of no other one [TOOL-11]', async () => {
    const runtime = open();
    const [own, other] = [runtime.startRun(kim), runtime.startRun({ ...kim, userId: 'lee' })];
    await call(own, 'remember', { content: 'The code is 4711.' });
    const id = (await recall(own, { query: 'code' }))[0]?.id ?? '';
    expect(await recall(other, { query: 'code' })).toEqual([]);
    expect(await call(other, 'forget', { id })).toMatchObject({
      status: 'retry',
      text: `There is no memory '${id}'. Call recall for the ids.\n\nFix the errors and try again.`,
    });
    expect(await call(own, 'forget', { id })).toMatchObject({ status: 'success', text: `Forgot the memory '${id}'.` });
    expect(await recall(own, { query: 'code' })).toEqual([]);
  });

  it('never shows a memory to another user or tenant, whatever the arguments are [TOOL-10, TOOL-11]', async () => {
    const runtime = open();
    await call(runtime.startRun(kim), 'remember', { content: 'canary-93471 belongs to kim', tags: ['canary'] });
    const others = [{ userId: 'lee', tenantId: 'acme' }, { userId: 'kim', tenantId: 'globex' }, { userId: 'kim' }];
    const argument = fc.oneof(fc.string(), fc.constantFrom('kim', 'acme', 'canary-93471', "' OR 1=1 --", 'canary'));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...others), argument, fc.option(argument), async (who, query, tag) => {
        const run = runtime.startRun(who);
        const outcome = await call(run, 'recall', {
          query,
          ...(tag === null ? {} : { tag }),
          userId: 'kim',
          tenantId: 'acme',
        });
        expect(outcome.text).not.toContain('belongs to kim');
        const honest = await call(run, 'recall', { query, ...(tag === null ? {} : { tag }) });
        expect(honest.text).not.toContain('belongs to kim');
      }),
      { numRuns: 100 },
    );
  });

  it('needs a user, and tells the model nothing about the reason [TOOL-11]', async () => {
    const errors: unknown[] = [];
    const logger = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (_: string, details?: object) => errors.push(details),
    };
    const { index } = { index: new SqliteTextStore({ file: join(folder, 'no-user.db') }) };
    stores.push(index);
    const run = createRuntime({ toolsets: [memoryToolset({ store: index })], observe: { logger } }).startRun();
    const outcome = await call(run, 'remember', { content: 'x' });
    expect(outcome.status).toBe('failed');
    expect(outcome.text).not.toContain('startRun');
    expect(JSON.stringify(errors.map((one) => String((one as { error?: unknown } | undefined)?.error)))).toContain(
      'without a user',
    );
  });

  it('refuses a memory over the limit of a user [TOOL-11]', async () => {
    const run = open({ maxMemories: 2 }).startRun(kim);
    for (const content of ['one', 'two'])
      expect(await call(run, 'remember', { content })).toMatchObject({ status: 'success' });
    expect(await call(run, 'remember', { content: 'three' })).toMatchObject({
      status: 'failed',
      text: 'There are 2 memories already. Forget one that is not needed.',
    });
  });

  it('takes tags that repeat or are blank as one tag, or none [TOOL-11]', async () => {
    const run = open().startRun(kim);
    await call(run, 'remember', { content: 'The user likes tea.', tags: ['food', ' food', ' '] });
    expect(await recall(run, { query: 'tea' })).toMatchObject([{ tags: ['food'] }]);
  });

  it.each([
    [{ content: '' }, 'content'],
    [{ content: '   ' }, 'content is blank'],
    [{ content: 'x'.repeat(16_001) }, '16000'],
    [{ content: 'x', tags: Array.from({ length: 101 }, String) }, 'tags'],
    [{ content: 'x', tags: ['a'.repeat(101)] }, 'is too long. Write a word'],
  ])('explains invalid arguments %# [TOOL-11]', async (args, text) => {
    const outcome = await call(open().startRun(kim), 'remember', args);
    expect(outcome.status).toBe('retry');
    expect(outcome.text).toContain(text);
  });
});
