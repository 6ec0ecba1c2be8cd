/** The file beside the generated module that holds the issue collectors: `toolsets.gen.ts` -> `toolsets.issues.gen.ts`. */
export function issuesFile(out: string): string {
  return out.replace(/(\.gen)?(\.[cm]?tsx?)?$/, '.issues$1$2');
}
