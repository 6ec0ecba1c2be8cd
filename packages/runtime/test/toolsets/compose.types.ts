import { expectTypeOf } from 'expect-type';
import { z } from 'zod';
import type { RunContext } from '@haft/core';
import type { ReflectedToolsets, WrapperHints, Write } from '@haft/core/reflected';
import { createRuntime } from '../../src/runtime/create-runtime.js';
import {
  combine,
  compose,
  type ComposedToolset,
  defineTool,
  dynamic,
  fromInstance,
  toolset,
  type TypedToolset,
} from '@haft/compose';
import type { DelegatingToolset } from '@haft/compose/internal';

/* Checked by the compiler: `run.call` stays typed through every wrapper. */

class Crm {
  readonly kind = 'crm';
}
class Mail {
  readonly kind = 'mail';
}
interface Tools {
  readonly find: { readonly arguments: { name: string }; readonly result: string; readonly toolset: Crm };
  readonly note: { readonly arguments: { text: string; to?: number }; readonly result: void; readonly toolset: Crm };
  readonly send: { readonly arguments: { body: string }; readonly result: boolean; readonly toolset: Mail };
}
declare const toolsets: ReflectedToolsets<Tools>;

/** The names that `run.call` takes. */
const namesOf = <Types extends object>(_set: TypedToolset<Types>) => expectTypeOf<keyof Types>();

/* A generated module has no wrappers. The errors of the compiler say what to write. */
expectTypeOf(toolsets.prefix).toEqualTypeOf<Write<'compose(toolsets).prefix(...)'> | undefined>();
// @ts-expect-error only a composition has wrappers
void toolsets.prefix?.('eu');
type Wrappers = Exclude<keyof ComposedToolset, keyof DelegatingToolset | 'bound' | 'forRun' | 'types'>;
expectTypeOf<keyof WrapperHints>().toEqualTypeOf<Wrappers>();

const all = compose(toolsets);
namesOf(all).toEqualTypeOf<'find' | 'note' | 'send'>();

const crm = compose(toolsets.pick(Crm));
namesOf(crm).toEqualTypeOf<'find' | 'note'>();

const prefixed = crm.prefix('eu').prefix('crm');
namesOf(prefixed).toEqualTypeOf<'crm_eu_find' | 'crm_eu_note'>();

const renamed = crm.rename({ search: 'find' });
namesOf(renamed).toEqualTypeOf<'search' | 'note'>();
// @ts-expect-error there is no such tool
crm.rename({ search: 'finds' });

const swapped = crm.rename({ find: 'note', note: 'find' });
const swappedRun = createRuntime({ toolsets: swapped }).startRun();
void swappedRun.call('find', { text: 'a' });
// @ts-expect-error `find` is what `note` was
void swappedRun.call('find', { name: 'a' });

const filtered = crm.filter(['find']);
namesOf(filtered).toEqualTypeOf<'find'>();
// @ts-expect-error there is no such tool
crm.filter(['finds']);
const some = crm.filter(({ name }) => name === 'find');
namesOf(some).toEqualTypeOf<'find' | 'note'>();

const kept = crm
  .prepare((_run, definitions) => definitions)
  .requireApproval(['note'])
  .external('all')
  .withMetadata({ a: 1 }, ['find'])
  .withResultSchemas({ find: { type: 'string' } })
  .withInstructions({ note: 'Be brief.' })
  .withInstructions('Be kind.');
namesOf(kept).toEqualTypeOf<'find' | 'note'>();
// @ts-expect-error there is no such tool
crm.withInstructions({ notes: 'Be brief.' });

const searched = crm.deferLoading(['note']);
namesOf(searched).toEqualTypeOf<'find' | 'note' | 'search_tools'>();
namesOf(crm.deferLoading({ stable: true })).toEqualTypeOf<'find' | 'note' | 'search_tools'>();
// @ts-expect-error there is no such option
crm.deferLoading({ stabel: true });

const both = combine(crm.prefix('crm'), toolsets.pick(Mail));
namesOf(both).toEqualTypeOf<'crm_find' | 'crm_note' | 'send'>();
const bothRun = createRuntime({ toolsets: both }).startRun();
void bothRun.call('crm_find', { name: 'Ada' });
void bothRun.call('send', { body: 'Hi' });
// @ts-expect-error the name is missing
void bothRun.call('crm_find', {});
// @ts-expect-error inside, the tool had this name
void bothRun.call('find', { name: 'Ada' });

const european = fromInstance(new Crm(), toolsets).prefix('eu');
namesOf(european).toEqualTypeOf<'eu_find' | 'eu_note'>();

const listRun = createRuntime({ toolsets: [crm.prefix('a'), toolsets.pick(Mail)] }).startRun();
void listRun.call('a_find', { name: 'Ada' });
void listRun.call('send', { body: 'Hi' });
// @ts-expect-error no tool has this name
void listRun.call('find', { name: 'Ada' });

const weather = defineTool({
  name: 'weather',
  description: 'Tells the weather.',
  parameters: z.object({ city: z.string(), days: z.int().default(1) }),
  execute: ({ city, days }) => {
    expectTypeOf(days).toEqualTypeOf<number>();
    return city.length;
  },
});
const time = defineTool({
  name: 'time',
  description: 'Tells the time.',
  parameters: { type: 'object' },
  execute: (_args: { zone?: string }) => new Date(),
});
const defined = toolset('world', [weather, time]).prefix('world');
namesOf(defined).toEqualTypeOf<'world_weather' | 'world_time'>();
const definedRun = createRuntime({ toolsets: defined }).startRun();
void definedRun.call('world_weather', { city: 'Oslo' });
void definedRun.call('world_time', { zone: 'UTC' });
// @ts-expect-error the city is missing
void definedRun.call('world_weather', { days: 1 });

const anyRun = createRuntime({ toolsets: dynamic(() => crm) }).startRun();
void anyRun.call('whatever', {});

/* Functions may declare the type of the host's dependencies. Without it, they are unknown. */
interface Deps {
  readonly isAdmin: boolean;
}
void dynamic((run: RunContext<Deps>) => (run.deps.isAdmin ? toolsets : undefined), { of: [toolsets, crm] });
void dynamic(async () => toolsets.pick(Crm));
void crm.filter((_definition, run: RunContext<Deps>) => run.deps.isAdmin);
void crm.filter((_definition, run) => {
  expectTypeOf(run.deps).toEqualTypeOf<unknown>();
  return true;
});
void crm.prepare((run: RunContext<Deps>, definitions) => (run.deps.isAdmin ? definitions : []));
void createRuntime({ toolsets, prepare: (run: RunContext<Deps>) => (run.deps.isAdmin ? [] : []) });
// @ts-expect-error a run is no text
void crm.filter((_definition, run: string) => run === '');

/*
 * A function tells no names of parameters: its types come from the generated module, under the
 * tool's name.
 */
const add = (a: number, b = 1): number => a + b;
const named = toolset('math', [defineTool(add, { name: 'find' })]);
namesOf(named).toEqualTypeOf<'find'>();
namesOf(toolset('math', [defineTool(add)])).toEqualTypeOf<never>();
const functionRun = createRuntime({ toolsets: [toolsets, named] }).startRun();
void functionRun.call('find', { name: 'Ada' });
// @ts-expect-error the generated module says that `name` is a text
void functionRun.call('find', { name: 1 });
// @ts-expect-error there is no such tool
void functionRun.call('finds', { name: 'Ada' });
void createRuntime({ toolsets: named }).startRun().call('find', { anything: 1 });
