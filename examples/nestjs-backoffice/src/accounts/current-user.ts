import { Inject, Injectable, Scope, UnauthorizedException } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { RunContext } from 'haft';
import type { BackofficeDeps } from '../assistant/backoffice-deps.js';
import type { AuthenticatedRequest } from './authenticated-request.js';
import type { User } from './user.entity.js';

/**
 * The user of the current request, or of the run whose model calls a tool. Also gives the tenant.
 */
@Injectable({ scope: Scope.REQUEST })
export class CurrentUser {
  constructor(@Inject(REQUEST) private readonly request: AuthenticatedRequest | RunContext<BackofficeDeps>) {}

  get user(): User {
    const user = this.request instanceof RunContext ? this.request.deps.user : this.request.user;
    if (user === undefined) throw new UnauthorizedException();
    return user;
  }
}
