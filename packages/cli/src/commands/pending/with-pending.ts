import { loadRuntime } from '../../project/load-runtime.js';
import type { ProjectPending } from '../../project/project-pending.js';

/** The calls that wait in the ledger of a project. */
export interface OpenedPending {
  readonly pending: ProjectPending;
  /** Options of a run that an execution after a decision gets. */
  readonly runOptions: () => Promise<object>;
}

/**
 * Gives the calls that wait in the ledger of the project to a function, and closes the project.
 *
 * @throws {HaftError} `HAFT_NO_RUNTIME` if the project does not name its runtime, or exports none
 */
export async function withPending<Result>(use: (opened: OpenedPending) => Promise<Result>): Promise<Result> {
  const { runtime, runOptions, close } = await loadRuntime();
  try {
    return await use({
      pending: runtime.pending,
      runOptions: async () => {
        const given = Object.entries(await runOptions());
        return Object.fromEntries(given.filter(([name]) => DECIDE_OPTIONS.has(name)));
      },
    });
  } finally {
    await close();
  }
}

/** The options of a run that `runtime.pending.decide` takes. The row has the others. */
const DECIDE_OPTIONS: ReadonlySet<string> = new Set(['deps', 'metadata', 'signal', 'onEvent']);
