import type { RunOptions } from 'haft';
import type { User } from '../accounts/user.entity.js';
import type { BackofficeDeps } from './backoffice-deps.js';

/** Returns the options of a run for a user. */
export function runOptionsOf(user: User): RunOptions<BackofficeDeps> & { deps: BackofficeDeps } {
  return { deps: { user }, userId: user.id, tenantId: user.tenant };
}
