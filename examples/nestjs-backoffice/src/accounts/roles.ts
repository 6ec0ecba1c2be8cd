import { Reflector } from '@nestjs/core';
import type { Role } from './user.entity.js';

/** Who may call this: users with one of these roles. Checked by the {@link RolesGuard}. */
export const Roles = Reflector.createDecorator<Role[]>();
