import type { User } from '../accounts/user.entity.js';

/** What every run is given: whom the model works for. Tools and services see it, a model never does. */
export interface BackofficeDeps {
  readonly user: User;
}
