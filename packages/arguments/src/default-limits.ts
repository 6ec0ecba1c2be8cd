import type { ArgumentLimits } from './accepted-arguments.js';

/** The default limits of a runtime. */
export const DEFAULT_ARGUMENT_LIMITS: ArgumentLimits = {
  maxCharacters: 262_144,
  maxDepth: 64,
  maxNodes: 10_000,
  repair: 'all',
};
