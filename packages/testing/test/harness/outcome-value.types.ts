import { expectTypeOf } from 'expect-type';
import type { Interceptor, ToolOutcome } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { policy } from '@haft/runtime';
import { testTool, testToolset, type TestToolsetOptions } from '../../src/index.js';

/* The compiler checks: in a harness, `outcome.value` has the same type as in a run. */

interface Tools {
  readonly date: { readonly arguments: { zone?: string }; readonly result: string; readonly value: Date };
  readonly older: { readonly arguments: object; readonly result: string };
}
declare const toolsets: ReflectedToolsets<Tools>;

/** The value of a success. */
const valueOf = <Value>(_outcome: Promise<ToolOutcome<Value>>) => expectTypeOf<Value>();

const tools = testToolset(toolsets, { overrides: [], interceptors: [policy(() => 'allow')] });
valueOf(tools.call('date', { zone: 'UTC' })).toEqualTypeOf<Date>();
valueOf(tools.call('date', '{"zone": "UTC",}')).toEqualTypeOf<Date>();
valueOf(tools.call('older')).toEqualTypeOf<unknown>();
valueOf(tools.run.call('date', {})).toEqualTypeOf<Date>();
valueOf(tools.runtime.startRun().call('date', {})).toEqualTypeOf<Date>();
valueOf(tools.send({ name: 'date' })).toEqualTypeOf<unknown>();
valueOf(testTool(toolsets, 'date').call()).toEqualTypeOf<Date>();
valueOf(testTool(toolsets, 'date').toolset.call('date')).toEqualTypeOf<Date>();

/* Other code may replace the value. */
declare const interceptors: readonly Interceptor[];
declare const options: TestToolsetOptions;
valueOf(testToolset(toolsets, { interceptors }).call('date')).toEqualTypeOf<unknown>();
valueOf(testToolset(toolsets, options).call('date')).toEqualTypeOf<unknown>();
valueOf(testTool(toolsets, 'date', { people: { onDeferred: () => undefined } }).call()).toEqualTypeOf<unknown>();
