/** The files of one build: absolute paths, or names. */
export interface GeneratedFiles {
  /** What the project imports. */
  readonly module: string;
  /** What its first call imports. */
  readonly checks: string;
  /** What its first refusal imports. */
  readonly issues: string;
}

/** The generated module and the two beside it: `toolsets.gen.ts`, `toolsets.checks.gen.ts`, `toolsets.issues.gen.ts`. */
export function generatedFiles(out: string): GeneratedFiles {
  const beside = (name: string): string => out.replace(/(\.gen)?(\.[cm]?tsx?)?$/, `.${name}$1$2`);
  return { module: out, checks: beside('checks'), issues: beside('issues') };
}
