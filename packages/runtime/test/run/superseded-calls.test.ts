import { Supersedes, Tool, ToolFailed, Toolset } from '@haft/core';
import { createRuntime, type PastCall, type Run } from '../../src/index.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Files {
  @Tool()
  @Supersedes(({ path }: { path: string }) => path)
  async read(path: string): Promise<string> {
    if (path === 'none') throw new ToolFailed('There is none.');
    return path;
  }

  @Tool()
  @Supersedes(({ path }: { path: string }) => path)
  async write(path: string, text: string): Promise<string> {
    return `${path} ${text}`;
  }

  @Tool()
  async list(): Promise<string> {
    return 'list';
  }
}
const path = { type: 'string' } as const;
const files = reflect(Files, { read: { parameters: { path } }, write: { parameters: { path, text: path } }, list: {} });

async function historyOf(run: Run, calls: readonly [string, string, object][]): Promise<PastCall[]> {
  const history: PastCall[] = [];
  for (const [id, name, args] of calls) {
    const call = { id, name, arguments: JSON.stringify(args) };
    history.push({ call, outcome: await run.call(call) });
  }
  return history;
}

test('a result is obsolete when a later success has the same key [HIST-1, NEW-15]', async () => {
  const run = createRuntime({ toolsets: [files, new Files()] }).startRun() as Run;
  const history = await historyOf(run, [
    ['1', 'read', { path: 'a' }],
    ['2', 'read', { path: 'b' }],
    ['3', 'list', {}],
    ['4', 'write', { path: 'a', text: 'x' }],
    ['5', 'read', { path: 'a' }],
    ['6', 'list', {}],
  ]);
  expect(await run.supersededCalls(history)).toEqual(['1', '4']);
});

test('a failed call makes nothing obsolete [HIST-1]', async () => {
  const run = createRuntime({ toolsets: [files, new Files()] }).startRun() as Run;
  const history = await historyOf(run, [
    ['1', 'write', { path: 'none', text: '' }],
    ['2', 'read', { path: 'none' }],
    ['3', 'read', { path: 5 }],
  ]);
  expect(await run.supersededCalls(history)).toEqual([]);
});
