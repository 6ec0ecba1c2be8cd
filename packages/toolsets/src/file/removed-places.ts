import type { RunContext } from '@haft/core';
import { foldName } from './tree/fold-name.js';
import type { Place } from './workspace.js';

/** The oldest place is forgotten after so many. */
const MOST = 1_000;

/**
 * The files and folders that calls of a run deleted or moved. A model that sends two calls for one
 * file reads what happened to it, in place of a similar name that it may then delete.
 */
export class RemovedPlaces {
  /** The path where each one is now, or undefined for a deleted one. */
  private readonly places = new Map<string, string | undefined>();

  /** @param to - where it was moved. Default: it was deleted. */
  add(place: Place, run: RunContext<never>, to?: string): void {
    const key = keyOf(place, place.names.length, run);
    this.places.delete(key);
    this.places.set(key, to);
    const [oldest] = this.places.keys();
    if (this.places.size > MOST && oldest !== undefined) this.places.delete(oldest);
  }

  /** Returns the new place of a missing entry, if a call removed it or a folder above it. */
  find(place: Place, run: RunContext<never>): { readonly to: string | undefined } | undefined {
    for (let length = place.names.length; length > 0 && this.places.size > 0; length--) {
      const key = keyOf(place, length, run);
      if (!this.places.has(key)) continue;
      const to = this.places.get(key);
      return { to: to === undefined ? undefined : [to, ...place.names.slice(length)].join('/') };
    }
    return undefined;
  }
}

function keyOf({ root, names }: Place, length: number, { runId }: RunContext<never>): string {
  return [runId, root.path, ...names.slice(0, length).map(foldName)].join('/');
}
