import { UnauthorizedException, type ExecutionContext } from '@nestjs/common';
import { HaftExecutionContext } from '@haft/nestjs';
import type { BackofficeDeps } from '../assistant/backoffice-deps.js';
import type { AuthenticatedRequest } from './authenticated-request.js';
import type { User } from './user.entity.js';

/** Returns the user of an HTTP request, or of a run whose model calls a tool. */
export function userOf(context: ExecutionContext): User {
  if (HaftExecutionContext.is(context)) return HaftExecutionContext.create(context).getRun<BackofficeDeps>().deps.user;
  const { user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (user === undefined) throw new UnauthorizedException();
  return user;
}
