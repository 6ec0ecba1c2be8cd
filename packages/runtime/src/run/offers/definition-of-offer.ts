import type { ToolDefinition } from '@haft/core';
import type { Run } from '../run.js';
import type { RunState } from '../state/run-state.js';
import type { ResourceLists } from './definitions.js';
import { OffersOfRun, type OfferName, type RefusedRead } from './offers-of-run.js';

/**
 * Returns the definition of a resource or a prompt, without reading it. Undefined if there is none,
 * or if the user of the run may not read it.
 */
export function definitionOfOffer(run: Run, name: OfferName): Promise<ToolDefinition | undefined> {
  return new OffersOfRun(run as Run & RunState).definition(name);
}

/** Returns the answer of `run.read` if it refuses the URI or its variables. Reads nothing. */
export function refusalOfRead(run: Run, uri: string): Promise<RefusedRead | undefined> {
  return new OffersOfRun(run as Run & RunState).refusal(uri);
}

/** Returns the resources and templates of the toolsets, without those that a method lists. */
export function declaredResources(run: Run): Promise<ResourceLists> {
  return new OffersOfRun(run as Run & RunState).resources(false);
}
