import { LazyFile } from '../async/lazy-file.js';
import type * as onDemand from './on-demand.js';

/** The code of calls that need more than the fast path. */
export type CallOnDemand = typeof onDemand;

/** Loads {@link CallOnDemand}. */
export const callOnDemand = new LazyFile<CallOnDemand>(() => import('./on-demand.js'));
