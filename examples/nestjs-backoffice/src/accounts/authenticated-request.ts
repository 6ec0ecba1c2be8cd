import type { User } from './user.entity.js';

/** An HTTP request after the {@link AuthGuard}. */
export interface AuthenticatedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  user?: User;
}
