import { RunContext } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { expectTypeOf } from 'expect-type';
import { combine, compose, createRuntime, type Run, type Runtime } from '../../src/index.js';

/* The compiler checks the types of a runtime's tools and dependencies. */

class Files {
  readonly kind = 'files';
}
interface Tools {
  readonly read: {
    readonly arguments: { path: string; limit?: number };
    readonly result: string;
    readonly toolset: Files;
  };
  readonly list: { readonly arguments: { depth?: number }; readonly result: string[]; readonly toolset: Files };
}
interface AppDeps {
  readonly user: string;
}
declare const toolsets: ReflectedToolsets<Tools>;

const runtime = createRuntime({ toolsets });
expectTypeOf(runtime).toEqualTypeOf<Runtime<Tools, unknown, 'typed'>>();

// A runtime or a run of some tools is assignable to one of any tools.
expectTypeOf<Runtime<Tools>>().toExtend<Runtime>();
expectTypeOf<Run<Tools>>().toExtend<Run>();
const any: Runtime = runtime;
void any.startRun().call('whatever', { a: 1 });
void any.startRun().call({ name: 'whatever' });
// @ts-expect-error arguments are an object
void any.startRun().call('whatever', 5);

const run = runtime.startRun();
void run.call('read', { path: 'a' });
void run.call('list', {});
// @ts-expect-error there is no such tool
void run.call('write', {});
// @ts-expect-error the path is missing
void run.call('read', { limit: 1 });
// @ts-expect-error the path is a text
void run.call('read', { path: 1 });
// @ts-expect-error read has no such argument
void run.call('read', { path: 'a', depth: 1 });
// @ts-expect-error the arguments are missing
void run.call('read');
const either = 'read' as 'read' | 'list';
void run.call(either, { path: 'a' });

// If a tool reads `run.deps`, as the generated module says, every run has some.
interface Guarded {
  readonly mine: {
    readonly arguments: { id: string };
    readonly result: string;
    readonly toolset: Files;
    readonly deps: true;
  };
}
declare const guarded: ReflectedToolsets<Guarded>;
const reading = createRuntime({ toolsets: [toolsets, guarded] });
// @ts-expect-error the dependencies are missing
reading.startRun();
// @ts-expect-error the dependencies are missing
reading.startRun({ userId: 'ann' });
// @ts-expect-error the dependencies are missing
createRuntime({ toolsets: compose(guarded).prefix('my') }).startRun();
reading.startRun({ deps: { user: 'ann' } });
reading.withDeps<AppDeps>().startRun({ deps: { user: 'ann' } });
createRuntime({ toolsets: combine(toolsets, guarded).filter(['read']) }).startRun();
const anyReading: Runtime = reading;
void anyReading;
declare const untyped: any; // eslint-disable-line @typescript-eslint/no-explicit-any
createRuntime({ toolsets: untyped }).startRun();

// Without a word about dependencies they are optional, and may be anything.
runtime.startRun({ deps: 5 });
runtime.startRun({});

const withDeps = runtime.withDeps<AppDeps>();
expectTypeOf(withDeps).toEqualTypeOf<Runtime<Tools, AppDeps, 'typed'>>();
const ofAnn = withDeps.startRun({ deps: { user: 'ann' }, userId: 'ann' });
expectTypeOf(ofAnn).toEqualTypeOf<Run<Tools, 'typed'>>();
void ofAnn.call('read', { path: 'a' });
// @ts-expect-error the dependencies are missing
withDeps.startRun();
// @ts-expect-error the dependencies are missing
withDeps.startRun({ userId: 'ann' });
// @ts-expect-error the user is missing
withDeps.startRun({ deps: {} });
// @ts-expect-error no application has this
withDeps.startRun({ deps: { user: 'ann', role: 'admin' } });

declare const pending: ReturnType<typeof ofAnn.pending>;
void withDeps.resumeRun(pending, {}, { deps: { user: 'ann' }, partial: true });
void runtime.resumeRun(pending, {});
// @ts-expect-error the dependencies are missing
void withDeps.resumeRun(pending, {});

// The declared type of a tool is the type of its dependencies.
expectTypeOf<RunContext<AppDeps>['deps']>().toEqualTypeOf<AppDeps>();
expectTypeOf<RunContext['deps']>().toBeUnknown();
