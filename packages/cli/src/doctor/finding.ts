/** One finding of `haft doctor`. */
export interface Finding {
  /** The subject: `Node`, `tsconfig`. */
  readonly about: string;
  /** `wrong` makes the command fail. `doubtful` does not. */
  readonly verdict: 'well' | 'doubtful' | 'wrong';
  readonly message: string;
  /** The next action, if the verdict is not `well`. */
  readonly fix?: string;
}
