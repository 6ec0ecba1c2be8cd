/**
 * Every code of the build, with its one-line meaning. Each has a page `docs/errors/CODE.md`.
 * 1000 to 1099: project, toolsets, names, types. 1100 to 1149: constants and constraints. 1150 to 1199: the module.
 * A retired code stays here, marked, and is never used for something else.
 */
export const DIAGNOSTIC_CODES = {
  HAFT1001: 'There is no tsconfig, or it has errors.',
} as const;

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
