import { stepChannel } from '../../events/step-channel.js';
import type { Call } from '../call.js';
import type { PlannedTool } from '../tools/planned-tool.js';
import type { Route, Step } from './step.js';
import { STEPS } from './steps.js';

/** Returns the steps of a call, in order. */
export function planOf(call: Call): readonly Step[] {
  const { planned } = call.state;
  const route = routeOf(call);
  return (planned.plans[route] ??= stepsOf(planned, route)) as readonly Step[];
}

/** Returns the steps of a route. The route `usual` has those that a tool needs. */
export function stepsOf(planned: PlannedTool, route: Route): readonly Step[] {
  return STEPS.filter((step): step is Step => !('fixed' in step)).filter(
    ({ routes = USUAL_ROUTES, needed }) =>
      routes.includes(route) && (route !== 'usual' || needed === undefined || needed(planned)),
  );
}

const USUAL_ROUTES: readonly Route[] = ['usual', 'full'];

function routeOf(call: Call): Route {
  const { factsFromOutside } = call.run;
  if (factsFromOutside !== undefined) return factsFromOutside.remote === undefined ? 'thread' : 'remote';
  return isUsual(call) ? 'usual' : 'full';
}

/** Returns whether the plan of the tool is all that a call needs. */
function isUsual({ origin, decided, stored }: Call): boolean {
  if (stepChannel.hasSubscribers) return false;
  return origin.parent === undefined && decided.demand === undefined && stored.row === undefined;
}
