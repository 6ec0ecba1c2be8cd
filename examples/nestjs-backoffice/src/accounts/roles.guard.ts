import { ForbiddenException, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Roles } from './roles.js';
import { userOf } from './user-of.js';

/** Refuses who has none of the roles that `@Roles` asks for. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const wanted = this.reflector.getAllAndMerge(Roles, [context.getHandler(), context.getClass()]);
    const { roles } = userOf(context);
    if (wanted.length === 0 || wanted.some((role) => roles.includes(role))) return true;
    throw new ForbiddenException(`This needs the role ${wanted.join(' or ')}.`);
  }
}
