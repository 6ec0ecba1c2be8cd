import { UnauthorizedException, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from './authenticated-request.js';
import type { User } from './user.entity.js';

/** Whoever is behind a request. */
export function userOf(context: ExecutionContext): User {
  const { user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (user === undefined) throw new UnauthorizedException();
  return user;
}
