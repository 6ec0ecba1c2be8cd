/** A line in the log of the runner. */
export interface Line {
  readonly file: string;
  readonly killed?: string;
  readonly by?: string;
  readonly reached?: string;
  readonly later?: string;
}

export function runFiles(
  paths: { root: string; work: string; config: string; log: string; progress?: (text: string) => void },
  files: readonly string[],
  plan: { mutants: readonly string[]; later?: Record<string, readonly { mutant: string; reason: string }[]> },
): Promise<readonly Line[]>;
