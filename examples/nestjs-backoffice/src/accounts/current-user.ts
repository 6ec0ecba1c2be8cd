import { Inject, Injectable, Scope, UnauthorizedException } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import type { AuthenticatedRequest } from './authenticated-request.js';
import type { User } from './user.entity.js';

/** Who the current request is for, and with that, which tenant. */
@Injectable({ scope: Scope.REQUEST })
export class CurrentUser {
  constructor(@Inject(REQUEST) private readonly request: AuthenticatedRequest) {}

  get user(): User {
    const { user } = this.request;
    if (user === undefined) throw new UnauthorizedException();
    return user;
  }
}
