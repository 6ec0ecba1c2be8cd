import type { User } from '../accounts/user.entity.js';

/**
 * The dependencies of every run: the user for whom the model works. Tools and services see it, a
 * model never does.
 */
export interface BackofficeDeps {
  readonly user: User;
}
