/**
 * The owner of a run and of its calls. It is fixed when the run is first stored. Runs of two owners
 * with the same id are two runs.
 */
export interface Owner {
  /** Empty if the run has no tenant. */
  readonly tenantId: string;
  /** Empty if the run has no user. */
  readonly userId: string;
}

/** A call of an owner. */
export interface CallRef extends Owner {
  readonly key: string;
}

/** A run of an owner. */
export interface RunRef extends Owner {
  readonly runId: string;
}

/** The user of a run. */
export interface RunUser {
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
}

/** Returns the owner of a run with these options. */
export function ownerOf({ tenantId = '', userId = '' }: RunUser): Owner {
  return { tenantId, userId };
}

/** Returns a call of the owner of a run. */
export function callOfRun(run: { readonly options: RunUser }, key: string): CallRef {
  return { ...ownerOf(run.options), key };
}
