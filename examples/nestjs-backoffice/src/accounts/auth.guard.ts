import type { ServerResponse } from 'node:http';
import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HaftExecutionContext } from '@haft/nestjs';
import type { AuthenticatedRequest } from './authenticated-request.js';
import { userOf } from './user-of.js';
import { UsersService } from './users.service.js';

/**
 * Accepts requests with a token of a user, and tool calls of runs whose user still exists. Global:
 * nothing is public.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (HaftExecutionContext.is(context)) return this.users.exists(userOf(context));
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const token = tokenOf(request);
    const user = token === undefined ? null : await this.users.findByToken(token);
    if (user === null) {
      if (isInspector(request)) askForPassword(context);
      throw new UnauthorizedException();
    }
    request.user = user;
    return true;
  }
}

function tokenOf(request: AuthenticatedRequest): string | undefined {
  const [scheme, value = ''] = String(request.headers['authorization']).split(' ');
  if (scheme === 'Bearer') return value;
  // A browser sends a password with requests of foreign pages too. The inspector refuses those.
  if (scheme !== 'Basic' || !isInspector(request)) return undefined;
  return /:(.*)$/.exec(Buffer.from(value, 'base64').toString())?.[1];
}

function isInspector({ url }: AuthenticatedRequest): boolean {
  return url.startsWith('/admin/inspect');
}

/** Lets a browser ask for the name of a user, and for the token as the password. */
function askForPassword(context: ExecutionContext): void {
  const response = context.switchToHttp().getResponse<ServerResponse>();
  response.setHeader('www-authenticate', 'Basic realm="back office"');
}
