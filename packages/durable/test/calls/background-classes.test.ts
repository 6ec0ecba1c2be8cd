import { Background, Timeout, Tool, Toolset } from '@haft/core';
import { createRuntime } from '@haft/runtime';
import { reflect } from '../../../runtime/test/support/reflect.js';
import { MemoryCallLedger } from '../../src/index.js';
import { keyAt } from '../support/row-at.js';

@Toolset()
class Reports {
  @Tool()
  @Background()
  write(): { pages: number } {
    return { pages: 3 };
  }

  @Tool()
  @Timeout(1000)
  read(): { pages: number } {
    return { pages: 3 };
  }
}

const RESULT = { type: 'object', properties: { pages: { type: 'integer' } }, required: ['pages'] } as const;
const toolsets = reflect(Reports, {
  write: { result: RESULT },
  read: { result: RESULT },
});

test('a method with @Background is answered with a task, and other methods are not [NEW-32]', async () => {
  const ledger = new MemoryCallLedger();
  const runtime = createRuntime({ toolsets, durability: { ledger } });
  const run = runtime.startRun({ id: 'r' });
  const [write, read] = await run.definitions();
  expect(write?.result).toMatchObject({ required: ['task', 'status'] });
  expect(read?.result).toEqual(RESULT);
  expect(await run.call({ id: 'a', name: 'read', arguments: {} })).toMatchObject({ value: { pages: 3 } });
  expect(await run.call({ id: 'b', name: 'write', arguments: {} })).toMatchObject({
    value: { task: keyAt(ledger, 'r/b'), status: 'queued' },
  });
  const result = await run.call({ name: 'task_result', arguments: { task: keyAt(ledger, 'r/b'), waitSeconds: 20 } });
  expect(result).toMatchObject({ value: { status: 'done', result: { pages: 3 } } });
  await run.end();
  await runtime.dispose();
});
