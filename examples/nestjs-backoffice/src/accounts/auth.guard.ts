import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HaftExecutionContext } from '@haft/nestjs';
import type { AuthenticatedRequest } from './authenticated-request.js';
import { UsersService } from './users.service.js';

/**
 * Accepts requests with a token of a user. Global: nothing is public. The user of a run has passed
 * this guard before.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly users: UsersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (HaftExecutionContext.is(context)) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const [scheme, token] = String(request.headers['authorization']).split(' ');
    const user = scheme === 'Bearer' && token !== undefined ? await this.users.findByToken(token) : null;
    if (user === null) throw new UnauthorizedException();
    request.user = user;
    return true;
  }
}
