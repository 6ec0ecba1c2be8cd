import { HaftError } from '@haft/core';
import type { PendingCall } from '@haft/runtime';

/** The action of a request: `list`, `read` or `decide`. */
export type PendingAction = 'list' | 'read' | 'decide';

/**
 * The calls that the user of a request may see. `all`, or those of a tenant, of a user, or of both.
 */
export type PendingScope = 'all' | { readonly tenantId?: string; readonly userId?: string };

/** The result of {@link Authorize}. */
export type Authorization =
  | {
      readonly allow: true;
      /** Calls outside of it look as if they did not exist. */
      readonly scope: PendingScope;
      /** The person who decides. The tool reads it as `run.approval.metadata.decidedBy`. */
      readonly decidedBy: string;
      /** Dependencies of the run that executes the decided call. */
      readonly deps?: unknown;
    }
  /** `status` is 401, 403 or 404. Default: 403. */
  | { readonly allow: false; readonly status?: 401 | 403 | 404 };

/**
 * Decides whether a request may list, read or decide.
 *
 * @param call - the call to read or to decide. Undefined for a list, and if there is none.
 * @param native - the request of the framework, with the properties that its middleware set
 */
export type Authorize<Native = unknown> = (
  request: Request,
  action: PendingAction,
  call: PendingCall | undefined,
  native: Native,
) => Authorization | Promise<Authorization>;

/**
 * Returns the filter of a scope.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the scope is empty, so that a missing claim never
 *   shows all calls
 */
export function filterOf(scope: PendingScope): { readonly tenantId?: string; readonly userId?: string } {
  if (scope === 'all') return {};
  const given = Object.entries(scope);
  if (
    given.length === 0 ||
    given.some(([name, value]) => !NAMES.has(name) || typeof value !== 'string' || value === '')
  ) {
    throw new HaftError('HAFT_INVALID_OPTION', 'authorize() returned a scope without a tenant or user.', {
      hint: "Return { tenantId }, { userId } or both, from the session and not empty. If the session has neither, return allow: false. 'all' shows the calls of all tenants.",
    });
  }
  return scope;
}

const NAMES: ReadonlySet<string> = new Set(['tenantId', 'userId']);
