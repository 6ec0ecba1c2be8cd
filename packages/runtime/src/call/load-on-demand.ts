import { LazyFile } from '../async/lazy-file.js';
import type * as onDemand from './on-demand.js';

/** The code of calls with a ledger, an executor or a thread. */
export type CallOnDemand = typeof onDemand;

/** Loads {@link CallOnDemand}. */
export const callOnDemand = new LazyFile<CallOnDemand>(() => import('./on-demand.js'));
