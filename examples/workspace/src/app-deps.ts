/**
 * The dependencies that the application gives to every run. Tools read them as `run.deps`, a model
 * never sees them.
 */
export interface AppDeps {
  /** The user of the model. */
  readonly user: string;
  /** The changes, with their users. */
  readonly journal: JournalEntry[];
}

/** One change of the workspace. */
interface JournalEntry {
  readonly user: string;
  readonly tool: string;
  readonly path: string;
}
