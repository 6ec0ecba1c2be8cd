import { LazyFile } from '../async/lazy-file.js';
import type * as rare from './rare.js';

/** The code of calls with a ledger, an executor or a thread. */
export type RareCallCode = typeof rare;

/** Loads {@link RareCallCode}. */
export const rareCallCode = new LazyFile<RareCallCode>(() => import('./rare.js'));
