import { ForbiddenException, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { userOf } from '../accounts/user-of.js';
import { Role } from '../accounts/user.entity.js';

/** Refuses users without the role of a manager. For routes of libraries, which have no `@Roles`. */
@Injectable()
export class ManagerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (userOf(context).roles.includes(Role.Manager)) return true;
    throw new ForbiddenException('This needs the role manager.');
  }
}
