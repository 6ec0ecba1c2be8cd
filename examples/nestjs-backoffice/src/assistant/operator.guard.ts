import { ForbiddenException, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { userOf } from '../accounts/user-of.js';
import { Role } from '../accounts/user.entity.js';

/** Refuses users without the role of an operator. A page for all tenants is not for managers. */
@Injectable()
export class OperatorGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (userOf(context).roles.includes(Role.Operator)) return true;
    throw new ForbiddenException('This needs the role operator.');
  }
}
