/** What the application gives to every run; tools reach it through `run.deps`, a model never does. */
export interface AppDeps {
  /** Who the model works for. */
  readonly user: string;
  /** What was changed, and for whom. */
  readonly journal: JournalEntry[];
}

/** One change of the workspace. */
interface JournalEntry {
  readonly user: string;
  readonly tool: string;
  readonly path: string;
}
