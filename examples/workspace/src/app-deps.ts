/**
 * The dependencies that the application gives to every run. Tools read them as `run.deps`, a model
 * never sees them.
 */
export interface AppDeps {
  /** The user of the model, a member of the club. */
  readonly user: string;
  readonly today: Date;
  /** The changes, with their users. */
  readonly journal: JournalEntry[];
}

/** One change. */
export interface JournalEntry {
  readonly user: string;
  readonly tool: string;
  /** The arguments of the tool. */
  readonly change: object;
}
