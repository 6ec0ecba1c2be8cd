import { Cached, RequiresApproval, Sensitive, Tool, Toolset } from '@haft/core';
import { combine, compose, createRuntime, dynamic, walk, type ToolsetNode } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';
import { fakeToolset } from '../toolsets/fake-tools.js';

void Sensitive;

@Toolset()
class Bank {
  @Tool()
  @RequiresApproval()
  async pay(pin: string, cents: number): Promise<string> {
    return `${pin.length} ${cents}`;
  }

  @Tool()
  @Cached({ scope: 'run', ttlMs: 1000 })
  async rate(): Promise<number> {
    return 2;
  }
}
const bank = reflect(Bank, {
  pay: { parameters: { pin: { type: 'string' }, cents: { type: 'integer' } }, sensitive: [['pin']] },
  rate: {},
});

describe('runtime.describe [TSP-24]', () => {
  test('tells the toolsets as they are composed, outermost first', async () => {
    const mail = fakeToolset('mail', 'send', 'drop');
    const runtime = createRuntime({
      toolsets: [compose(bank).prefix('my'), compose(mail).filter(['send']).rename({ post: 'send' })],
      observe: { logger: quietLogger() },
    });
    const { toolset } = await runtime.describe();
    expect(kindsOf(toolset)).toEqual([
      'combine of Bank + mail: my_pay, my_rate, post',
      '. prefix (my) of Bank: my_pay, my_rate',
      '.. class of Bank: pay, rate',
      '. rename (send to post) of mail: post',
      '.. filter (send) of mail: send',
      '... toolset of mail: send, drop',
    ]);
  });

  test('tells of each tool its definition, its method, what is sensitive and what it waits for', async () => {
    const runtime = createRuntime({ toolsets: compose(bank).prefix('my'), limits: { timeoutMs: 900 } });
    const [pay, rate] = (await runtime.describe()).tools;
    expect(pay).toMatchObject({
      definition: { name: 'my_pay' },
      ownName: 'pay',
      class: 'Bank',
      method: 'pay',
      sensitive: [['pin']],
      isHidden: false,
      mayWaitFor: ['approval'],
      timeoutMs: 900,
      traits: [],
    });
    expect(rate).toMatchObject({ definition: { name: 'my_rate' }, mayWaitFor: [], traits: ['cached'] });
  });

  test('gives the file of the class, also below wrappers', async () => {
    const runtime = createRuntime({ toolsets: combine(compose(bank).requireApproval(['rate'])) });
    const { tools } = await runtime.describe();
    expect(tools.map(({ file }) => file)).toEqual(['src/Bank.ts', 'src/Bank.ts']);
  });

  test('lists hidden tools, and the tool that finds them', async () => {
    const runtime = createRuntime({ toolsets: compose(bank).deferLoading(['rate']) });
    const { tools } = await runtime.describe();
    expect(tools.map(({ definition, isHidden }) => [definition.name, isHidden])).toEqual([
      ['pay', false],
      ['rate', true],
      ['search_tools', false],
    ]);
  });

  test('asks the toolsets of a run with its options, and disposes them', async () => {
    const disposed: string[] = [];
    const forUser = dynamic(({ userId = 'none' }) => ({
      ...fakeToolset(`of ${userId}`, `greet_${userId}`),
      forRun: () => ({ ...fakeToolset(`of ${userId}`, `greet_${userId}`), dispose: () => void disposed.push(userId) }),
    }));
    const runtime = createRuntime({ toolsets: forUser, observe: { logger: quietLogger() } });
    const { toolset, tools } = await runtime.describe({ userId: 'ada' });
    expect(tools.map(({ definition }) => definition.name)).toEqual(['greet_ada']);
    expect(kindsOf(toolset)).toEqual([
      'combine of dynamic: greet_ada',
      '. dynamic of dynamic: greet_ada',
      '.. toolset of of ada: greet_ada',
    ]);
    expect(disposed).toEqual(['ada']);
  });

  test('refuses unknown options', async () => {
    const runtime = createRuntime({ toolsets: bank });
    await expect(runtime.describe({ user: 'ada' } as object)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });

  test('a runtime that was described still ends no run of others', async () => {
    const runtime = createRuntime({ toolsets: bank });
    const run = runtime.startRun();
    await runtime.describe();
    expect((await run.call('rate', {})).status).toBe('success');
  });
});

test('every wrapper of compose has the name of its method as its kind [TSP-24]', () => {
  const all = compose(bank)
    .filter('all')
    .prefix('a')
    .rename({ b_pay: 'a_pay' })
    .prepare((_run, definitions) => definitions)
    .requireApproval()
    .mapErrors()
    .external([])
    .deferLoading([])
    .withMetadata({})
    .withResultSchemas()
    .withInstructions('Be quick.');
  const kinds: string[] = [];
  walk(all, ({ kind }) => void (kind !== undefined && kinds.push(kind)));
  expect(kinds).toEqual([
    'withInstructions',
    'withResultSchemas',
    'withMetadata',
    'deferLoading',
    'external',
    'mapErrors',
    'requireApproval',
    'prepare',
    'rename',
    'prefix',
    'filter',
    'class',
  ]);
});

/** Returns a line for each toolset, indented by its depth. */
function kindsOf({ name, kind, detail, parts, tools }: ToolsetNode, depth = 0): string[] {
  const indent = depth === 0 ? '' : `${'.'.repeat(depth)} `;
  const options = detail === undefined ? '' : ` (${detail})`;
  const line = `${indent}${kind}${options} of ${name}: ${tools.join(', ')}`;
  return [line, ...parts.flatMap((part) => kindsOf(part, depth + 1))];
}
