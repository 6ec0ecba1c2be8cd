import { LazyFile } from '../../async/lazy-file.js';
import type * as batches from './call-batch.js';

/** The code that executes the calls of one message together. The first batch loads it. */
export const lazyBatches = new LazyFile<typeof batches>(() => import('./call-batch.js'));
