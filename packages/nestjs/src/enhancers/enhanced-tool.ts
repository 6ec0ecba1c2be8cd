import type { AnyTool } from '@haft/runtime';
import { httpMapping } from '../exceptions/http-mapping.js';
import { AroundCall } from './around-call.js';
import { AroundExecution } from './around-execution.js';
import type { ChosenGlobals } from './chosen-globals.js';
import type { NestApplication } from './nest-application.js';
import { ToolEnhancers } from './tool-enhancers.js';
import { placeOf } from './tool-place.js';

/** The state that the tools of one `HaftModule` import share. */
export interface EnhancedBy {
  readonly application: NestApplication;
  readonly globals: ChosenGlobals;
}

/**
 * Returns a tool with Nest's enhancers around its calls: outside everything from `@Use`, inside the
 * interceptors of the runtime.
 */
export function enhancedTool(tool: AnyTool, { application, globals }: EnhancedBy): AnyTool {
  const place = placeOf(tool);
  const enhancers = new ToolEnhancers(place, application, globals);
  const aroundCall = new AroundCall(enhancers);
  const aroundExecution = new AroundExecution(tool, place, enhancers, aroundCall);
  return {
    ...tool,
    settings: {
      ...tool.settings,
      interceptors: [aroundCall, ...(tool.settings.interceptors ?? [])],
      mapErrorsLast: [httpMapping(tool.definition)],
    },
    body: {
      ...tool.body,
      // Enhancers read it, even if the method does not.
      usesRun: true,
      invoke: (instance: object | undefined, args: object, run, host) =>
        aroundExecution.execute(instance, args, run, host),
    },
  };
}
