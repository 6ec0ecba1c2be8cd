import type { RunName } from '../../history/run-name.js';

/** Returns the address of a run in the page: `#/runs/ID`, and its owner if it has one. */
export function runLink({ runId, userId = '', tenantId = '' }: RunName): string {
  const owner = JSON.stringify([tenantId, userId]);
  return `#/runs/${encodeURIComponent(runId)}${owner === NOBODY ? '' : `/${encodeURIComponent(owner)}`}`;
}

/** Reads the parts of an address after `#/runs`. Undefined if it names no run. */
export function runOfLink([runId, owner = NOBODY]: readonly string[]): RunName | undefined {
  if (runId === undefined) return undefined;
  const [tenantId = '', userId = ''] = readOwner(owner);
  return { runId, ...(userId === '' ? {} : { userId }), ...(tenantId === '' ? {} : { tenantId }) };
}

/** Returns the owner of a run as facts of a request. */
export function ownerQuery({ userId: user, tenantId: tenant }: Omit<RunName, 'runId'>): URLSearchParams {
  return new URLSearchParams({
    ...(user === undefined ? {} : { user }),
    ...(tenant === undefined ? {} : { tenant }),
  });
}

function readOwner(text: string): readonly (string | undefined)[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? (read as readonly unknown[]).map(String) : [];
  } catch {
    return [];
  }
}

const NOBODY = '["",""]';
