import { LazyFile } from '@haft/core/internal';
import type * as lazy from './lazy.js';

/** The exports of `lazy.ts`. */
export type LazyArguments = typeof lazy;

/**
 * The code for invalid arguments: it repairs them, or explains the problems to the model. It is
 * most of this package, and a process that starts for one valid call never loads it.
 */
export const lazyArguments = new LazyFile<LazyArguments>(() => import('./lazy.js'));
