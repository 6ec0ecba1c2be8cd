/** What one examination of `haft doctor` found. */
export interface Finding {
  /** What was looked at: `Node`, `tsconfig`. */
  readonly about: string;
  /** `wrong` makes the command fail; `doubtful` does not. */
  readonly verdict: 'well' | 'doubtful' | 'wrong';
  readonly message: string;
  /** What to do about it; only where something is not well. */
  readonly fix?: string;
}
