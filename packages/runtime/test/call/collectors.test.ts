import { jest } from '@jest/globals';
import { Tool, Toolset } from '@haft/core';
import { reflected, type CollectorModule, type ReflectedToolsets } from '@haft/core/reflected';
import type { IssueCollector } from '@haft/schema/internal';
import { createRuntime, type Run } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset({})
class Counting {
  @Tool({})
  count(to: number): number {
    return to;
  }
}

const part = { schema: '{"type":"integer"}', node: undefined };
let used = 0;
const collect: IssueCollector = (args, walk) => {
  used++;
  walk.needs('to', (args as { readonly to?: unknown }).to, part);
};
const module = reflect(Counting, { count: { parameters: { to: { type: 'integer' } } } }).read();
const fingerprint = module.toolsets[0]?.tools[0]?.fingerprint ?? '';
const collectors: CollectorModule = { collectors: { [fingerprint.slice(0, 16)]: collect } };

let imports = 0;
function toolsetsWith(give: () => Promise<CollectorModule>): ReflectedToolsets {
  const counted = (): Promise<CollectorModule> => {
    imports++;
    return give();
  };
  return reflected(1, () => ({
    ...module,
    toolsets: module.toolsets.map((one) => ({ ...one, collectors: counted })),
  }));
}

function start(give: () => Promise<CollectorModule>, timeoutMs = 30_000): Run {
  const runtime = createRuntime({
    toolsets: toolsetsWith(give),
    observe: { logger: quietLogger() },
    limits: { retries: 20, timeoutMs },
  });
  return runtime.startRun() as Run;
}

const bad = { name: 'count', arguments: '{"to":"many"}' };
const good = { name: 'count', arguments: '{"to":3}' };
const TEXT =
  'Tool call validation failed for tool \'count\':\n- to: expected an integer, received "many"\n\nFix the errors and try again.';

beforeEach(() => {
  used = 0;
  imports = 0;
});

describe('the module of issue collectors', () => {
  it('is not imported by calls whose arguments fit', async () => {
    const run = start(() => Promise.resolve(collectors));
    expect(await run.call(good)).toMatchObject({ status: 'success' });
    expect(imports).toBe(0);
  });

  it('is imported once by refusals that come together, which all wait for it', async () => {
    const run = start(() => Promise.resolve(collectors));
    const outcomes = await Promise.all([run.call(bad), run.call(good), run.call(bad), run.callAll([bad, good])]);
    expect(outcomes.flat().map(({ status }) => status)).toEqual(['retry', 'success', 'retry', 'retry', 'success']);
    expect(outcomes[0]).toMatchObject({ text: TEXT });
    expect({ imports, used }).toEqual({ imports: 1, used: 3 });
  });

  it('is not used when it is of another build: the schema is interpreted', async () => {
    const run = start(() => Promise.resolve({ collectors: { '0123456789abcdef': collect } }));
    expect(await run.call(bad)).toMatchObject({ status: 'retry', text: TEXT });
    expect({ imports, used }).toEqual({ imports: 1, used: 0 });
  });

  it('is told missing once, and the schema is interpreted', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined);
    const run = start(() => Promise.reject(new Error('no such file')));
    const first = await run.call(bad);
    const second = await run.call({ ...bad, arguments: '{"to":null}' });
    expect(first).toMatchObject({ status: 'retry', text: TEXT });
    expect(second).toMatchObject({ status: 'retry' });
    expect(imports).toBe(1);
    expect(warn.mock.calls).toEqual([
      [
        'The generated module of issue collectors cannot be loaded: Error: no such file',
        expect.objectContaining({ type: 'HaftWarning', code: 'HAFT_PART_MISSING' }),
      ],
    ]);
    warn.mockRestore();
  });

  it('does not keep a call longer than its deadline', async () => {
    const run = start(() => new Promise(() => undefined), 20);
    expect(await run.call(bad)).toMatchObject({ status: 'failed', reason: 'timeout' });
  });
});
