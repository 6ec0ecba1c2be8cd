import { LazyFile } from '../../async/lazy-file.js';
import type * as onDemand from './on-demand.js';

/** The code of toolsets whose tools differ from run to run or from step to step. */
export const stepsOnDemand = new LazyFile<typeof onDemand>(() => import('./on-demand.js'));
