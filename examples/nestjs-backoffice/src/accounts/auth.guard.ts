import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HaftExecutionContext } from '@haft/nestjs';
import type { AuthenticatedRequest } from './authenticated-request.js';
import { UsersService } from './users.service.js';

/** Lets in who shows a token that belongs to a user. Global: nothing is public. A run was started for somebody who came in here. */
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
