import { Cached, RequiresApproval, Sequential, Tool, Toolset, Validate, type Interceptor } from '@haft/core';
import { reflected, REFLECTED_FORMAT, type ChecksModule, type ReflectedToolsets } from '@haft/core/reflected';
import { compose, createRuntime, decision, type Runtime, type RuntimeOptions } from '../../src/index.js';
import { parseArguments, typedArgumentsOf } from '../../src/feedback.js';
import type { ArgumentCheck } from '@haft/arguments';
import type { DefaultRuntime } from '../../src/runtime/tool-runtime.js';
import { onlyRequest } from '../deferral/bank.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

const begun: string[] = [];

@Toolset({})
class Counting {
  @Tool({})
  count(to: number): number {
    begun.push(`count ${to}`);
    return to;
  }

  @Tool({})
  @Sequential()
  async slowly(to: number): Promise<number> {
    begun.push(`slowly ${to}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    begun.push(`slowly ${to} is done`);
    return to;
  }

  @Tool({})
  @RequiresApproval()
  spend(to: number): number {
    return to;
  }

  @Tool({})
  @Validate(({ to }: { to: number }) => {
    begun.push(`validate ${to}`);
  })
  @Cached({ scope: 'run', ttlMs: 1000 })
  governed(to: number): number {
    begun.push(`governed ${to}`);
    return to;
  }
}

class Rules {}

const parameters = { to: { type: 'integer' } } as const;
const methods = { count: { parameters }, slowly: { parameters }, spend: { parameters }, governed: { parameters } };

/** Toolsets whose module of checks has never been imported. */
function fresh(give: (module: ChecksModule) => Promise<ChecksModule> = (module) => Promise.resolve(module)): {
  readonly toolsets: ReflectedToolsets;
  readonly imports: () => number;
} {
  const module = reflect(Counting, methods).read();
  let imports = 0;
  const toolsets = module.toolsets.map(({ checks, ...one }) => ({
    ...one,
    checks: async () => {
      imports++;
      return give(await (checks as () => Promise<ChecksModule>)());
    },
  }));
  return { toolsets: reflected(REFLECTED_FORMAT, () => ({ ...module, toolsets })), imports: () => imports };
}

function start(toolsets: ReflectedToolsets, options: Omit<RuntimeOptions, 'toolsets'> = {}): Runtime {
  return createRuntime({ toolsets, ...options, observe: { logger: quietLogger(), ...options.observe } });
}

const code = (expected: string) => expect.objectContaining({ code: expected });
const count = (to: unknown, name = 'count') => ({ name, arguments: JSON.stringify({ to }) });
const never = new Promise<never>(() => undefined);
const tick = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  begun.length = 0;
});

describe('the module of checks', () => {
  it('is not imported by a runtime that shows its tools', async () => {
    const { toolsets, imports } = fresh();
    const runtime = start(toolsets);
    const run = runtime.startRun();
    expect(await run.definitions()).toHaveLength(4);
    expect(runtime.statistics()).toHaveLength(4);
    expect(imports()).toBe(0);
  });

  it('is imported once by the calls that come first, and they begin in their order', async () => {
    const { toolsets, imports } = fresh();
    const runs = [start(toolsets).startRun(), start(toolsets).startRun()];
    const outcomes = await Promise.all([1, 2, 3, 4].map((to) => runs[to % 2]?.call(count(to))));
    expect(outcomes.map((one) => one?.text)).toEqual(['1', '2', '3', '4']);
    expect(begun).toEqual(['count 1', 'count 2', 'count 3', 'count 4']);
    expect(imports()).toBe(1);
  });

  it('is waited for by no later call, of whatever tool and runtime', async () => {
    const { toolsets, imports } = fresh();
    await start(toolsets).startRun().call(count(1));
    const run = start(toolsets).startRun();
    const outcomes = [run.call(count(2)), run.call(count(3, 'slowly'))];
    expect(begun).toEqual(['count 1', 'count 2', 'slowly 3']);
    await Promise.all(outcomes);
    expect(imports()).toBe(1);
  });

  it('repairs or rejects the first invalid arguments', async () => {
    const mended = start(fresh().toolsets).startRun();
    expect(await mended.call(count('7'))).toMatchObject({
      status: 'success',
      text: '7',
      repairs: [{ kind: 'coercion' }],
    });
    const refused = start(fresh().toolsets).startRun();
    expect(await refused.call(count('many'))).toMatchObject({
      status: 'retry',
      text: 'Tool call validation failed for tool \'count\':\n- to: expected an integer, received "many"\n\nFix the errors and try again.',
    });
    expect(begun).toEqual(['count 7']);
  });

  it('keeps sequential calls of a batch apart', async () => {
    const run = start(fresh().toolsets).startRun();
    const outcomes = await run.callAll([count(1, 'slowly'), count(2, 'slowly'), count(3)]);
    expect(outcomes.map(({ text }) => text)).toEqual(['1', '2', '3']);
    const slowly = begun.filter((one) => one.startsWith('slowly'));
    expect(slowly).toEqual(['slowly 1', 'slowly 1 is done', 'slowly 2', 'slowly 2 is done']);
  });

  it('is waited for on the long way too: by validators, the cache and a run with a limit', async () => {
    const run = start(fresh().toolsets).startRun({ concurrency: 1 });
    const outcomes = await Promise.all([run.call(count(1, 'governed')), run.call(count(2))]);
    expect(outcomes.map(({ text }) => text)).toEqual(['1', '2']);
    expect(begun).toEqual(['validate 1', 'governed 1', 'count 2']);
  });

  it('is loaded when an interceptor reads the first arguments', async () => {
    const seen: unknown[] = [];
    const asking: Interceptor = {
      around: 'call',
      intercept: (call, next) => {
        seen.push(typedArgumentsOf(call));
        return next();
      },
    };
    const run = start(fresh().toolsets, { interceptors: [asking] }).startRun();
    await run.call(count('5'));
    expect(seen).toEqual([{ to: 5 }]);
  });

  it('checks arguments in the form of a dialect, and those of a schema that a prepare function narrowed', async () => {
    const inDialect = start(fresh().toolsets).startRun({ target: 'openai' });
    expect(await inDialect.call(count(3))).toMatchObject({ status: 'success', text: '3' });
    const narrowed = compose(fresh().toolsets).prepare((_run, tools) =>
      tools.map((one) => ({
        ...one,
        parameters: { ...one.parameters, properties: { to: { type: 'integer', maximum: 5 } } },
      })),
    );
    const run = createRuntime({ toolsets: narrowed }).startRun();
    expect(await run.call(count(3))).toMatchObject({ status: 'success', text: '3' });
    expect(await run.call(count(6))).toMatchObject({ status: 'retry' });
  });

  it('checks the arguments that who decides changed, where nothing was called before', async () => {
    const asked = start(fresh().toolsets).startRun();
    await asked.call(count(3, 'spend'));
    const decide = (to: unknown) => ({ [onlyRequest(asked)]: decision.approve({ arguments: { to } as never }) });
    const elsewhere = start(fresh().toolsets);
    await expect(elsewhere.resumeRun(asked.pending(), decide('much'))).rejects.toThrow('expected an integer');
    const { outcomes } = await start(fresh().toolsets).resumeRun(asked.pending(), decide(4));
    expect(outcomes).toMatchObject([{ status: 'success', value: 4 }]);
  });

  it('compares the rules of the build with those that are registered, and asks those that no schema says', async () => {
    const visited: unknown[] = [];
    const withRules = (rules: object, more: object = {}) =>
      fresh(({ checks }) =>
        Promise.resolve({
          checks: Object.fromEntries(
            Object.entries(checks).map(([key, one]) => [
              key,
              { ...one, ...more, rules: [() => ({ class: Rules, rules: JSON.stringify(rules) })] },
            ]),
          ),
        }),
      ).toolsets;
    const shared = globalThis as { classValidatorMetadataStorage?: unknown };
    shared.classValidatorMetadataStorage = { getTargetValidationMetadatas: () => [] };
    const differing = start(withRules({ to: '*' })).startRun();
    await expect(differing.call(count(1))).rejects.toThrow(code('HAFT_RULES_DIFFER'));
    const module = withRules({}, { visitRules: (args: unknown) => visited.push(args) }).read();
    const toolsets = module.toolsets.map((one) => ({
      ...one,
      tools: one.tools.map((tool) => ({ ...tool, hasRules: true as const })),
    }));
    const run = start(reflected(REFLECTED_FORMAT, () => ({ ...module, toolsets }))).startRun();
    expect(await run.call(count(1))).toMatchObject({ status: 'success' });
    expect(visited).toEqual([{ to: 1 }]);
    delete shared.classValidatorMetadataStorage;
  });
});

describe('a call that waits for the module of checks', () => {
  it('has its deadline', async () => {
    const run = start(fresh(() => never).toolsets, { limits: { timeoutMs: 20 } }).startRun();
    expect(await run.call(count(1))).toMatchObject({ status: 'failed', reason: 'timeout' });
    expect(await run.call(count(1, 'governed'))).toMatchObject({ status: 'failed', reason: 'timeout' });
  });

  it.each(['count', 'governed'])('ends with its run, and its tool is not executed afterwards: %s', async (tool) => {
    let arrive = (): void => undefined;
    const { toolsets } = fresh(
      (module) =>
        new Promise(
          (resolve) =>
            (arrive = () => {
              resolve(module);
            }),
        ),
    );
    const run = start(toolsets).startRun();
    const outcome = run.call(count(1, tool));
    await tick();
    run.cancel();
    expect(await outcome).toMatchObject({ status: 'interrupted' });
    arrive();
    await tick();
    expect(begun).toEqual([]);
  });

  it.each(['count', 'governed'])(
    'is rejected where it cannot be loaded, leaves its place, and the next call tries again: %s',
    async (tool) => {
      let isThere = false;
      const { toolsets, imports } = fresh((module) =>
        isThere
          ? Promise.resolve(module)
          : Promise.reject(new Error("Cannot find module '/app/toolsets.checks.gen.js'")),
      );
      const run = start(toolsets, { limits: { concurrency: { runtime: 1 } } }).startRun();
      const calls = [run.call(count(1, tool)), run.call(count(2, tool))];
      for (const call of calls) {
        await expect(call).rejects.toMatchObject({
          code: 'HAFT_PART_MISSING',
          message:
            "The generated module of checks (`.checks.gen`) cannot be loaded: Error: Cannot find module '/app/toolsets.checks.gen.js'",
          hint: expect.stringContaining('Deploy it next to the generated module'),
        });
      }
      const before = imports();
      isThere = true;
      expect(await run.call(count(3, tool))).toMatchObject({ status: 'success', text: '3' });
      expect(imports()).toBe(before + 1);
    },
  );

  it('is rejected where the module belongs to another build', async () => {
    const run = start(fresh(() => Promise.resolve({ checks: {} })).toolsets).startRun();
    await expect(run.call(count(1))).rejects.toThrow(code('HAFT_STALE_DESCRIPTOR'));
    await expect(run.call(count(1, 'governed'))).rejects.toThrow(code('HAFT_STALE_DESCRIPTOR'));
  });
});

describe('checks that the generated module imports itself', () => {
  /** As a generated module gives them that has no more than 200 tools. */
  function importedWith(
    module: (checks: ChecksModule) => ChecksModule = (checks) => checks,
  ): Promise<ReflectedToolsets> {
    const described = reflect(Counting, methods).read();
    return Promise.all(
      described.toolsets.map(async ({ checks, ...one }) => ({
        ...one,
        checks: module(await (checks as () => Promise<ChecksModule>)()),
      })),
    ).then((toolsets) => reflected(REFLECTED_FORMAT, () => ({ ...described, toolsets })));
  }

  it('are there for the first who asks, without a promise', async () => {
    const schema = start(await importedWith()).tool('count')['~standard'];
    expect(schema.validate({ to: 1 })).toEqual({ value: { to: 1 } });
  });

  it('check the first call, on the short way and on the long one', async () => {
    const run = start(await importedWith()).startRun();
    expect(await run.call(count(1))).toMatchObject({ status: 'success' });
    expect(await run.call(count('many'))).toMatchObject({ status: 'retry' });
    expect(await run.call(count(2, 'governed'))).toMatchObject({ status: 'success' });
    expect(begun).toEqual(['count 1', 'validate 2', 'governed 2']);
  });

  it('reject a call whose tool they do not know: they belong to another build', async () => {
    const run = start(await importedWith(() => ({ checks: {} }))).startRun();
    await expect(run.call(count(1))).rejects.toThrow(code('HAFT_STALE_DESCRIPTOR'));
  });

  it('need not be loaded ahead', async () => {
    await expect(start(await importedWith()).load()).resolves.toBeUndefined();
  });
});

describe('a Standard Schema of a tool', () => {
  it('answers with a promise until the module of checks is there', async () => {
    const { toolsets, imports } = fresh();
    const schema = start(toolsets).tool('count')['~standard'];
    const first = schema.validate({ to: 1 });
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toEqual({ value: { to: 1 } });
    expect(imports()).toBe(1);
    expect(schema.validate({ to: 2 })).toEqual({ value: { to: 2 } });
    expect(await start(fresh().toolsets).tool('count')['~standard'].validate({ to: 'many' })).toMatchObject({
      issues: [{ path: ['to'] }],
    });
  });

  it('needs no promise when run.tools() gave it', async () => {
    const [count] = await start(fresh().toolsets).startRun().tools();
    expect(count?.['~standard'].validate({ to: '1' })).toEqual({ value: { to: 1 } });
    expect(count?.['~standard'].validate({ to: 'many' })).toMatchObject({ issues: [{ path: ['to'] }] });
  });
});

it('arguments that are read without a call stay valid although their check is not loaded', async () => {
  const runtime = start(fresh().toolsets) as unknown as DefaultRuntime;
  const check = runtime.fixedTools?.find('count')?.tool.check as ArgumentCheck;
  for (const sent of [{ to: 1 }, '{"to":1}']) {
    expect(() => parseArguments(check, sent)).toThrow(code('HAFT_PART_MISSING'));
  }
  await runtime.load();
  expect(parseArguments(check, '{"to":1}')).toMatchObject({ args: { to: 1 } });
});

describe('runtime.load()', () => {
  it('loads all code for calls, also of composed toolsets, so that no call waits', async () => {
    const [one, other] = [fresh(), fresh()];
    const runtime = createRuntime({ toolsets: [one.toolsets, compose(other.toolsets).prefix('other')] });
    await runtime.load();
    await runtime.load();
    expect([one.imports(), other.imports()]).toEqual([1, 1]);
    const run = runtime.startRun();
    const outcomes = [run.call(count(1)), run.call(count(2, 'other_count'))];
    expect(begun).toEqual(['count 1', 'count 2']);
    await Promise.all(outcomes);
  });

  it('fails if the checks cannot be loaded, but works without the collectors', async () => {
    const missing = fresh(() => Promise.reject(new Error('no such file')));
    await expect(start(missing.toolsets).load()).rejects.toThrow(code('HAFT_PART_MISSING'));
    const module = fresh().toolsets.read();
    const toolsets = module.toolsets.map((one) => ({ ...one, collectors: () => Promise.reject(new Error('gone')) }));
    await start(reflected(REFLECTED_FORMAT, () => ({ ...module, toolsets }))).load();
  });
});
