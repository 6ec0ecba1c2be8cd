import { mapError, ToolFailed, type InterceptedCall, type Interceptor, type Next, type RunContext } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { expectTypeOf } from 'expect-type';
import { z } from 'zod';
import { compose, createRuntime, defineTool, fromResolve, policy, type PolicyCall } from '../src/index.js';

/*
 * Checked by the compiler: a callback may declare the type of the host's dependencies. Without it,
 * they are unknown.
 */

interface Deps {
  readonly isAdmin: boolean;
  readonly language: string;
}
interface Tools {
  readonly find: { readonly arguments: { name: string }; readonly result: string };
}
declare const toolsets: ReflectedToolsets<Tools>;
class Missing extends Error {
  readonly id = 'a';
}
class Rare extends Missing {
  readonly reason = 'b';
}

/* policy */
void policy((_call, run: RunContext<Deps>) => (run.deps.isAdmin ? 'allow' : 'requireApproval'));
void policy(({ run }: PolicyCall<Deps>) => (run.deps.isAdmin ? 'allow' : { deny: 'No.' }));
void policy(({ run: inCall }, run) => {
  expectTypeOf(inCall.deps).toEqualTypeOf<unknown>();
  expectTypeOf(run.deps).toEqualTypeOf<unknown>();
  return 'allow';
});
// @ts-expect-error a run is no text
void policy((_call, run: string) => (run === '' ? 'allow' : 'requireApproval'));
// @ts-expect-error there is no such verdict
void policy((_call, run: RunContext<Deps>) => (run.deps.isAdmin ? 'allow' : 'forbid'));

/* interceptors */
const typed: Interceptor = {
  intercept: (call: InterceptedCall<Deps>, next: Next) =>
    call.run.deps.isAdmin ? next(call.withArguments({})) : next(call),
};
void createRuntime({ toolsets, interceptors: [typed] });
const untyped: Interceptor = {
  intercept: (call, next) => {
    expectTypeOf(call.run.deps).toEqualTypeOf<unknown>();
    return next();
  },
};
void untyped;

/* withInstructions */
void compose(toolsets).withInstructions((run: RunContext<Deps>) => `Answer in ${run.deps.language}.`);
void compose(toolsets).withInstructions({ find: async (run: RunContext<Deps>) => run.deps.language });
void compose(toolsets).withInstructions((run) => {
  expectTypeOf(run.deps).toEqualTypeOf<unknown>();
  return undefined;
});
// @ts-expect-error a run is no text
void compose(toolsets).withInstructions((run: string) => run);
// @ts-expect-error the text is a number
void compose(toolsets).withInstructions((run: RunContext<Deps>) => run.deps.language.length);

/* mapError */
void mapError(Missing, (error, run: RunContext<Deps>) => {
  expectTypeOf(error).toEqualTypeOf<Missing>();
  return run.deps.isAdmin ? error.id : undefined;
});
void mapError(
  (error) => error instanceof Missing,
  (_error, run: RunContext<Deps>) => run.deps.language,
);
void mapError(
  (error) => String(error) === '',
  (_error, run: RunContext<Deps>) => new ToolFailed(run.deps.language),
);
void mapError(Missing, (error, run) => {
  expectTypeOf(run.deps).toEqualTypeOf<unknown>();
  return error.id;
});
// @ts-expect-error not every error of the class has a reason
void mapError(Missing, (error: Rare, run: RunContext<Deps>) => error.reason + run.deps.language);
// @ts-expect-error a run is no text
void mapError(Missing, (error, run: string) => error.id + run);

/* onDeferred */
void createRuntime({
  toolsets,
  people: { onDeferred: (_requests, run: RunContext<Deps>) => (run.deps.isAdmin ? {} : undefined) },
});
void createRuntime({
  toolsets,
  people: {
    onDeferred: (_requests, run) => {
      expectTypeOf(run.deps).toEqualTypeOf<unknown>();
      return null;
    },
  },
});
// @ts-expect-error a run is no text
void createRuntime({ toolsets, people: { onDeferred: (_requests, run: string) => (run === '' ? {} : undefined) } });

/* defineTool */
const described = { name: 'weather', description: 'Tells the weather.' } as const;
const parameters = z.object({ city: z.string() });
const weather = defineTool({
  ...described,
  parameters,
  execute: ({ city }, run: RunContext<Deps>) => {
    expectTypeOf(city).toEqualTypeOf<string>();
    return run.deps.isAdmin;
  },
  preview: ({ city }: { city: string }, run: RunContext<Deps>) => ({ text: city + run.deps.language }),
});
expectTypeOf(weather.types).toEqualTypeOf<
  { readonly arguments: { city: string }; readonly result: boolean; readonly value: boolean } | undefined
>();
const time = defineTool({
  ...described,
  parameters: { type: 'object' },
  execute: ({ zone }: { zone: string }, run: RunContext<Deps>) => run.deps.language + zone,
  settings: {
    approvals: [(_args, run: RunContext<Deps>) => run.deps.isAdmin],
    validate: [
      (_args, run: RunContext<Deps>) => {
        if (!run.deps.isAdmin) throw new ToolFailed('No.');
      },
    ],
    prepare: [(run: RunContext<Deps>, definition) => (run.deps.isAdmin ? definition : null)],
  },
});
expectTypeOf(time.types?.arguments).toEqualTypeOf<{ zone: string } | undefined>();
void defineTool({
  ...described,
  parameters,
  execute: (_args, run) => {
    expectTypeOf(run.deps).toEqualTypeOf<unknown>();
  },
});
// @ts-expect-error a run is no text
void defineTool({ ...described, parameters, execute: (_args, run: string) => run });
const inZone = ({ zone }: { city: string; zone: string }, run: RunContext<Deps>) => zone + run.deps.language;
// @ts-expect-error the schema has no property 'zone'
void defineTool({ ...described, parameters, execute: inZone });

/* Approvals, isolation, containers */
void compose(toolsets).requireApproval('all', (_args, run: RunContext<Deps>) => run.deps.isAdmin);
void createRuntime({
  toolsets,
  isolation: { module: 'a.js', deps: (run: RunContext<Deps>) => run.deps.language },
  container: fromResolve((token, run: RunContext<Deps>) => (run.deps.isAdmin ? token : undefined), {
    disposeRun: (run: RunContext<Deps>) => run.deps.language,
  }),
});
// @ts-expect-error a run is no text
void createRuntime({ toolsets, isolation: { module: 'a.js', deps: (run: string) => run } });
// @ts-expect-error a run is no text
void fromResolve((_token, run: string) => run);
