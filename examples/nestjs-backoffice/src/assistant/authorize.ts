import type { Authorize } from '@haft/durable/http';
import type { AuthenticatedRequest } from '../accounts/authenticated-request.js';
import type { UsersService } from '../accounts/users.service.js';

/**
 * Managers see the calls of their tenant, and decide what others asked for. The call is then
 * executed for the user who asked.
 */
export function authorizeWith(users: UsersService): Authorize<AuthenticatedRequest> {
  return async (_request, action, call, { user }) => {
    if (user === undefined) return { allow: false, status: 401 };
    if (action === 'decide' && call?.userId === user.id) return { allow: false };
    const allowed = { allow: true, scope: { tenantId: user.tenant }, decidedBy: user.id } as const;
    if (action !== 'decide' || call?.userId === undefined) return allowed;
    return { ...allowed, deps: { user: await users.get(call.userId) } };
  };
}
