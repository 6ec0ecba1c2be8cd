/** The names of a run. Two users may have runs with the same id. */
export interface RunName {
  readonly runId: string;
  readonly userId?: string | undefined;
  readonly tenantId?: string | undefined;
}

/** Returns the key of a run in maps. */
export function runKey({ runId, userId = '', tenantId = '' }: RunName): string {
  return JSON.stringify([tenantId, userId, runId]);
}

/** Returns the user and the tenant of a run, without absent ones. */
export function ownerOf({ userId, tenantId }: Omit<RunName, 'runId'>): {
  readonly userId?: string;
  readonly tenantId?: string;
} {
  return { ...(userId === undefined ? {} : { userId }), ...(tenantId === undefined ? {} : { tenantId }) };
}
