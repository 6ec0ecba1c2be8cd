import { describe, expect, it } from '@jest/globals';
import { connect, ERAS, serveNotes } from '../support/connect.js';
import { eventually } from '../support/eventually.js';

const CALLS = 200;

describe.each(ERAS)('many calls at once, protocol $era', (era) => {
  it('are all cancelled with their requests, and none reports success', async () => {
    const { url, log, errors } = await serveNotes({}, { concurrency: { runtime: CALLS } });
    const client = await connect(url, era);
    const outcomes = Array.from({ length: CALLS }, async () => {
      const cancel = new AbortController();
      const options = { signal: cancel.signal, onprogress: () => cancel.abort() };
      return client.callTool({ name: 'note_wait', arguments: {} }, options).then(
        () => 'answered',
        () => 'rejected',
      );
    });
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['rejected']));
    await eventually(() => log.cancelled === CALLS);
    expect(log.cancelled).toBe(CALLS);
    expect(await client.callTool({ name: 'note_list', arguments: {} })).toMatchObject({ structuredContent: {} });
    expect(errors).toEqual([]);
  });
});
