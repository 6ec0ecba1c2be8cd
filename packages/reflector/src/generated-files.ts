/** The files of one build: absolute paths, or names. */
export interface GeneratedFiles {
  /** The module that the project imports. */
  readonly module: string;
  /** The module that its first call imports. */
  readonly checks: string;
  /** The module that its first invalid call imports. */
  readonly issues: string;
}

/**
 * Returns the generated module and the two modules next to it: `toolsets.gen.ts`,
 * `toolsets.checks.gen.ts`, `toolsets.issues.gen.ts`.
 */
export function generatedFiles(out: string): GeneratedFiles {
  const beside = (name: string): string => out.replace(/(\.gen)?(\.[cm]?tsx?)?$/, `.${name}$1$2`);
  return { module: out, checks: beside('checks'), issues: beside('issues') };
}
