import type { RunContext } from '@haft/core';
import type { HostValues } from '@haft/core/reflected';
import type { AnyTool } from '@haft/runtime';
import { httpMapping } from '../exceptions/http-mapping.js';
import { AroundCall } from './around-call.js';
import { AroundExecution } from './around-execution.js';
import { GuardVisibility } from './guard-visibility.js';
import type { ChosenGlobals } from './chosen-globals.js';
import type { NestApplication } from './nest-application.js';
import { ToolEnhancers } from './tool-enhancers.js';
import { HAFT_CONTEXT, HTTP_CONTEXT } from './haft-execution-context.js';
import { Route } from './route.js';
import type { RequestOf } from './route-request.js';
import { placeOf } from './tool-place.js';

/** The state that the tools of one `HaftModule` import share. */
export interface EnhancedBy {
  readonly application: NestApplication;
  readonly globals: ChosenGlobals;
  /** Returns the request of the host of a run, for tools of controllers. */
  readonly request?: RequestOf | undefined;
}

/**
 * Returns a tool with Nest's enhancers around its calls: outside everything from `@Use`, inside the
 * interceptors of the runtime.
 */
export function enhancedTool(tool: AnyTool, { application, globals, request }: EnhancedBy): AnyTool {
  const place = placeOf(tool);
  const route = Route.of(tool, place, application, request);
  const enhancers = new ToolEnhancers(place, application, globals, route === undefined ? HAFT_CONTEXT : HTTP_CONTEXT);
  const aroundCall = new AroundCall(enhancers, route);
  const aroundExecution = new AroundExecution(tool, place, enhancers, { aroundCall, route });
  return {
    ...tool,
    visibility: new GuardVisibility(tool.definition, enhancers, route),
    settings: {
      ...tool.settings,
      interceptors: [aroundCall, ...(tool.settings.interceptors ?? [])],
      mapErrorsLast: [httpMapping(tool.definition)],
    },
    body: {
      ...tool.body,
      ...(route !== undefined && ofRoute(tool, route)),
      // Enhancers read it, even if the method does not.
      usesRun: true,
      invoke: (instance: object | undefined, args: object, run, host) =>
        aroundExecution.execute(instance, args, run, host),
    },
  };
}

/** The parts of the body that differ for a route: Nest supplies instance and request by call. */
function ofRoute({ body }: AnyTool, route: Route): Partial<AnyTool['body']> {
  const { preview, reconcile } = body;
  return {
    target: undefined,
    host: body.host.map((one) =>
      one.kind === 'request' ? { kind: 'resolve', name: one.name, resolve: () => undefined } : one,
    ),
    ...(preview !== undefined && {
      preview: async (_instance: never, args: never, run: RunContext, host: HostValues) => {
        await route.open(run);
        return preview(await route.instance(run), args, run, host);
      },
    }),
    ...(reconcile !== undefined && {
      reconcile: async (_instance: never, key: string, args: never, run: RunContext) => {
        await route.open(run);
        return reconcile(await route.instance(run), key, args, run);
      },
    }),
  };
}
