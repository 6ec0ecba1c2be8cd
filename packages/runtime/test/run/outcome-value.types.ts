import { expectTypeOf } from 'expect-type';
import { z } from 'zod';
import {
  ToolResult,
  type InterceptedCall,
  type Interceptor,
  type Next,
  type RunContext,
  type ToolOutcome,
} from '@haft/core';
import type { Cloned, ReflectedToolsets, Returned } from '@haft/core/reflected';
import {
  compose,
  createRuntime,
  defineTool,
  dynamic,
  forTools,
  policy,
  redact,
  retryTransient,
  toolset,
  type Run,
  type Runtime,
  type RuntimeOptions,
  type PendingRun,
  type RunOptions,
  type ToolSettings,
} from '../../src/index.js';

/* The compiler checks: `outcome.value` has the type of the value that arrives, or is unknown. */

class Note {
  readonly at = new Date();
  title = '';
  isOld(): boolean {
    return this.at.getTime() < 0;
  }
}
interface Sum {
  readonly sum: number;
}

class Desk {
  plain(): Sum {
    return { sum: 1 };
  }
  async later(): Promise<Note> {
    return new Note();
  }
  date(): Date {
    return new Date();
  }
  map(): Map<string, number> {
    return new Map();
  }
  nothing(): void {
    this.plain();
  }
  async media(): Promise<ToolResult<Sum>> {
    return new ToolResult({ value: { sum: 1 }, content: 'one' });
  }
  either(): string | ToolResult<string> {
    return 'a';
  }
  *steps(): Generator<string, Sum, void> {
    yield 'a';
    return { sum: 1 };
  }
  async *stream(): AsyncGenerator<string, ToolResult<Sum>> {
    yield 'a';
    return new ToolResult({ value: { sum: 1 } });
  }
  async opened(): Promise<AsyncGenerator<string, ToolResult<Sum>>> {
    return this.stream();
  }
  async *iterable(): AsyncIterable<string> {
    yield 'a';
  }
  *iterated(): Iterable<string> {
    yield 'a';
  }
  anything(): unknown {
    return 1;
  }
  open(): object {
    return new ToolResult({ value: 1 });
  }
  valued(): { readonly value: number } {
    return { value: 1 };
  }
  untyped() {
    return JSON.parse('1');
  }
  list(): readonly string[] {
    return [];
  }
}

expectTypeOf<Returned<Desk['plain']>>().toEqualTypeOf<Sum>();
expectTypeOf<Returned<Desk['later']>>().toEqualTypeOf<Note>();
expectTypeOf<Returned<Desk['date']>>().toEqualTypeOf<Date>();
expectTypeOf<Returned<Desk['map']>>().toEqualTypeOf<Map<string, number>>();
expectTypeOf<Returned<Desk['nothing']>>().toEqualTypeOf<void>();
expectTypeOf<Returned<Desk['media']>>().toEqualTypeOf<Sum>();
expectTypeOf<Returned<Desk['either']>>().toEqualTypeOf<string>();
expectTypeOf<Returned<Desk['list']>>().toEqualTypeOf<readonly string[]>();
expectTypeOf<Returned<Desk['valued']>>().toEqualTypeOf<{ readonly value: number }>();
// A generator arrives as its return value. The other values are progress.
expectTypeOf<Returned<Desk['steps']>>().toEqualTypeOf<Sum>();
expectTypeOf<Returned<Desk['stream']>>().toEqualTypeOf<Sum>();
expectTypeOf<Returned<Desk['opened']>>().toEqualTypeOf<Sum>();
// The type does not tell the return value.
expectTypeOf<Returned<Desk['iterable']>>().toEqualTypeOf<unknown>();
expectTypeOf<Returned<Desk['iterated']>>().toEqualTypeOf<unknown>();
expectTypeOf<Returned<Desk['anything']>>().toEqualTypeOf<unknown>();
expectTypeOf<Returned<Desk['open']>>().toEqualTypeOf<unknown>();
// `any` would accept every use.
expectTypeOf<Returned<Desk['untyped']>>().toEqualTypeOf<unknown>();

/* A worker thread sends own properties only. */
expectTypeOf<Cloned<string | null>>().toEqualTypeOf<string | null>();
expectTypeOf<Cloned<Date>>().toEqualTypeOf<Date>();
expectTypeOf<Cloned<number[]>>().toEqualTypeOf<readonly number[]>();
expectTypeOf<Cloned<void>>().toEqualTypeOf<void>();
expectTypeOf<Cloned<Note>>().toEqualTypeOf<unknown>();
expectTypeOf<Cloned<Sum>>().toEqualTypeOf<unknown>();

interface Tools {
  readonly date: {
    readonly arguments: { zone?: string };
    readonly result: string;
    readonly value: Returned<Desk['date']>;
    readonly toolset: Desk;
  };
  readonly plain: {
    readonly arguments: object;
    readonly result: { sum: number };
    readonly value: Returned<Desk['plain']>;
    readonly toolset: Desk;
  };
  /** A tool of a module that an older version of Haft wrote. */
  readonly older: { readonly arguments: object; readonly result: string; readonly toolset: Desk };
}
declare const toolsets: ReflectedToolsets<Tools>;

/** The value of a success. */
const valueOf = <Value>(_outcome: Promise<ToolOutcome<Value>>) => expectTypeOf<Value>();

const run = createRuntime({ toolsets }).startRun();
valueOf(run.call('date', {})).toEqualTypeOf<Date>();
valueOf(run.call('older', {})).toEqualTypeOf<unknown>();
valueOf(run.call('date' as 'date' | 'plain', {})).toEqualTypeOf<Date | Sum>();
valueOf(run.call({ name: 'date', arguments: '{}' })).toEqualTypeOf<unknown>();

/** The value of `date` in a run. */
const dateOf = <Values extends 'typed' | 'unknown'>(_run: Run<Tools, Values>) => expectTypeOf<Values>();
dateOf(run).toEqualTypeOf<'typed'>();
dateOf(createRuntime({ toolsets: [toolsets] }).startRun({ userId: 'ada' })).toEqualTypeOf<'typed'>();
dateOf(createRuntime({ toolsets }).withDeps<number>().startRun({ deps: 1 })).toEqualTypeOf<'typed'>();

declare const pending: PendingRun;
const resumed = await createRuntime({ toolsets }).resumeRun(pending, {}, { partial: true });
dateOf(resumed.run).toEqualTypeOf<'typed'>();
valueOf(resumed.run.call('date', {})).toEqualTypeOf<Date>();
const withDeps = createRuntime({ toolsets }).withDeps<number>();
dateOf((await withDeps.resumeRun(pending, {}, { deps: 1 })).run).toEqualTypeOf<'typed'>();
// @ts-expect-error the dependencies are missing
void withDeps.resumeRun(pending, {});

/* Wrappers: names change, values do not. */
const wrapped = compose(toolsets)
  .prefix('a')
  .rename({ day: 'a_date' })
  .requireApproval()
  .withMetadata({ a: 1 })
  .withResultSchemas({ day: { type: 'string' } })
  .withInstructions('Be kind.')
  .prepare((_run, definitions) => definitions)
  .mapErrors()
  .filter(['day', 'a_plain']);
valueOf(createRuntime({ toolsets: wrapped }).startRun().call('day', {})).toEqualTypeOf<Date>();

/* Another system gives the value. */
const external = createRuntime({ toolsets: compose(toolsets).external(['date']) }).startRun();
valueOf(external.call('date', {})).toEqualTypeOf<unknown>();
valueOf(external.call('plain', {})).toEqualTypeOf<Sum>();
valueOf(
  createRuntime({ toolsets: compose(toolsets).external() })
    .startRun()
    .call('plain', {}),
).toEqualTypeOf<unknown>();
const matching = compose(toolsets).external(({ name }) => name === 'date');
valueOf(createRuntime({ toolsets: matching }).startRun().call('plain', {})).toEqualTypeOf<unknown>();

const onDeferred = () => undefined;
dateOf(createRuntime({ toolsets, people: { onDeferred } }).startRun()).toEqualTypeOf<'unknown'>();
dateOf(createRuntime({ toolsets }).startRun({ onDeferred })).toEqualTypeOf<'unknown'>();
dateOf((await createRuntime({ toolsets }).resumeRun(pending, {}, { onDeferred })).run).toEqualTypeOf<'unknown'>();
dateOf(
  (await createRuntime({ toolsets, people: { onDeferred } }).resumeRun(pending, {})).run,
).toEqualTypeOf<'unknown'>();
declare const runOptions: RunOptions;
dateOf(createRuntime({ toolsets }).startRun(runOptions)).toEqualTypeOf<'unknown'>();
declare const runtimeOptions: RuntimeOptions;
dateOf(createRuntime({ ...runtimeOptions, toolsets }).startRun()).toEqualTypeOf<'unknown'>();

/* An interceptor may replace a value, unless its type says that it does not. */
class Timer {
  async intercept<Value>(_call: InterceptedCall, next: Next<Value>): Promise<ToolOutcome<Value>> {
    return next();
  }
}
class Wrapping implements Interceptor {
  async intercept(_call: InterceptedCall, next: Next): Promise<ToolOutcome> {
    const outcome = await next();
    return outcome.status === 'success' ? { ...outcome, value: { data: outcome.value } } : outcome;
  }
}
const allow = policy(() => 'allow');
const keeping = [allow, retryTransient(), forTools('date', allow), new Timer(), Timer];
dateOf(createRuntime({ toolsets, interceptors: keeping }).startRun()).toEqualTypeOf<'typed'>();
dateOf(createRuntime({ toolsets, interceptors: [] }).startRun()).toEqualTypeOf<'typed'>();
dateOf(createRuntime({ toolsets, interceptors: [new Wrapping()] }).startRun()).toEqualTypeOf<'unknown'>();
dateOf(createRuntime({ toolsets, interceptors: [Timer, Wrapping] }).startRun()).toEqualTypeOf<'unknown'>();
dateOf(
  createRuntime({ toolsets, interceptors: [forTools('a', new Wrapping())] }).startRun(),
).toEqualTypeOf<'unknown'>();
dateOf(createRuntime({ toolsets, interceptors: [redact({ model: () => '' })] }).startRun()).toEqualTypeOf<'unknown'>();
const inline = createRuntime({ toolsets, interceptors: [{ intercept: (_call, next) => next() }] });
dateOf(inline.startRun()).toEqualTypeOf<'typed'>();
const replacing = createRuntime({
  toolsets,
  interceptors: [
    {
      around: 'call',
      intercept: async (_call, next) => {
        const outcome = await next();
        return outcome.status === 'success' ? { ...outcome, value: 1 } : outcome;
      },
    },
  ],
});
dateOf(replacing.startRun()).toEqualTypeOf<'unknown'>();

/* A type that you write says nothing of interceptors, as those of a framework. */
declare const injected: Runtime<Tools>;
valueOf(injected.startRun().call('date', {})).toEqualTypeOf<unknown>();
expectTypeOf(createRuntime({ toolsets })).toExtend<Runtime<Tools>>();
expectTypeOf(run).toExtend<Run<Tools>>();

valueOf(
  createRuntime({ toolsets: dynamic(() => toolsets) })
    .startRun()
    .call('date', {}),
).toEqualTypeOf<unknown>();

/* Tools that are made at run time. */
const schema = { type: 'object' } as const;
const facts = { description: 'Tells a time.', parameters: schema };
const parameters = z.object({ zone: z.string() });
const now = defineTool({ ...facts, name: 'now', execute: () => new Date() });
const soon = defineTool({
  ...facts,
  name: 'soon',
  parameters,
  execute: async ({ zone }) => new ToolResult({ value: zone }),
});
const quick = defineTool({ ...facts, name: 'quick', settings: { timeoutMs: 10 }, execute: () => new Date() });
const kept = defineTool({
  ...facts,
  name: 'kept',
  settings: { cached: { ttlMs: 1, scope: 'run' } },
  execute: () => new Date(),
});
const used = defineTool({ ...facts, name: 'used', settings: { interceptors: [Wrapping] }, execute: () => 1 });
declare const settings: ToolSettings;
const open = defineTool({ ...facts, name: 'open', settings, execute: (_args, _run: RunContext) => 1 });
const defined = createRuntime({
  toolsets: toolset('times', [now, soon, quick, kept, used, open]).prefix('t'),
}).startRun();
valueOf(defined.call('t_now', {})).toEqualTypeOf<Date>();
valueOf(defined.call('t_soon', { zone: 'UTC' })).toEqualTypeOf<string>();
valueOf(defined.call('t_quick', {})).toEqualTypeOf<Date>();
valueOf(defined.call('t_kept', {})).toEqualTypeOf<unknown>();
valueOf(defined.call('t_used', {})).toEqualTypeOf<unknown>();
valueOf(defined.call('t_open', {})).toEqualTypeOf<unknown>();
